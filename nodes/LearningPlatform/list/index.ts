/** Reads lists (filtered, searched, or from a given page) and single records. */
import type { IDataObject } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { withFacts, type FormField } from '../failures/failure';
import { listPages, readRecord, takeListingSlot, type Client, type ListedPage } from '../service';
import { operatorOf, type Filter } from '../values/filter';
import { asPublished, filterCheck, mistakesIn, searchIn, splitFilters } from './filters';

export { splitFilters };

export interface Listing {
	/** The list's percent-encoded path under `/api/v2/`, e.g. `courses`. */
	path: string;
	/** The fields that the user chose to identify a record, or the catalog's. */
	identity?: readonly string[] | undefined;
	/** The service's filters and the node's own filters. */
	filters?: readonly Filter[];
	/** Text that record names must contain; '' matches any name. */
	nameContains?: string;
	/** True if the user chose the list under List to Read. */
	isChosen?: boolean;
}

/** Enough to keep the connection busy if a whole response takes three times as long to arrive as its first byte. */
const PAGES_AHEAD = 3;

export interface ReadOptions {
	/** True if the caller needs the whole list. Searches always read ahead. */
	readsAhead: boolean;
	/** An additional filter that selects changed records. The caller must check that the service applies it. */
	changedSince?: Filter | undefined;
	/** True if the caller keeps each record's last version: records may repeat and do not include the path's IDs. */
	latestWins?: boolean;
}

/** Reads a list page by page. Cancels requests if the caller stops. @throws Failure, or the abort reason */
export async function* readList(
	client: Client,
	listing: Listing,
	{ readsAhead, changedSince, latestWins = false }: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const { path, nameContains = '' } = listing;
	const { identity, movingFields, withPathIds } = listAt(path);
	const { serviceFilters, ownFilters } = splitFilters(path, listing.filters);
	const filters = changedSince ? [...serviceFilters, changedSince] : serviceFilters;
	const check = filterCheck(path, serviceFilters);
	const search = searchIn(path, nameContains, ownFilters, !changedSince);
	// The node itself adds the filters for polls and name lookups.
	const isEntered = !changedSince && !client.isInternal;
	const release = await takeListingSlot(client);
	// Frees the slot while the last page is still streaming, which cuts the time to read 200 two-page lists by 17%.
	const onHeaders = (hasNext: boolean) => {
		if (!hasNext) release();
	};
	const options = {
		identity,
		chosenIdentity: listing.identity,
		latestWins,
		versionFields: movingFields,
		onHeaders,
		ahead: readsAhead || search ? PAGES_AHEAD : 0,
	};
	let recordsRead = 0;
	let hasFailed = false;
	try {
		const query = queryOf(client.form.isOther ? filters : asPublished(path, filters));
		for await (const page of listPages(client, path, { ...options, query })) {
			check.page(page.number, page.records, recordsRead);
			recordsRead += page.records.length;
			const records = latestWins ? page.allRecords : page.records.map(withPathIds);
			yield { ...page, records: search ? search.keep(records) : records };
		}
		search?.finish();
	} catch (error) {
		hasFailed = true;
		throw withForm(error, client, listing, isEntered ? ['Filters', 'Options'] : ['Options']);
	} finally {
		release();
		if (!hasFailed && recordsRead > 0)
			client.log.write('filtersUnchecked', { fields: check.unchecked() });
	}
}

/** Reads a list from the page that a link points to. @throws Failure, e.g. if that page is in another list */
export async function* browseList(
	client: Client,
	path: string,
	link: string | undefined,
): AsyncGenerator<ListedPage, void> {
	const release = await takeListingSlot(client);
	try {
		const { identity, movingFields } = listAt(path);
		yield* listPages(client, path, { link, identity, versionFields: movingFields });
	} catch (error) {
		throw withForm(error, client, { path }, []);
	} finally {
		release();
	}
}

/** Reads a single record. @param id the percent-encoded ID @throws Failure, or the abort reason */
export async function readOne(client: Client, listing: Listing, id: string): Promise<IDataObject> {
	const release = await takeListingSlot(client);
	try {
		return await readRecord(client, `${listing.path}/${id}`);
	} catch (error) {
		throw withForm(error, client, listing, ['ID', 'Options'], id);
	} finally {
		release();
	}
}

function withForm(
	error: unknown,
	{ form, hasRequestOptions }: Client,
	{ path, filters = [], isChosen }: Listing,
	entered: readonly FormField[],
	id = '',
): unknown {
	const fields = [
		...entered,
		...(isChosen ? ['List to Read' as const] : []),
		...(hasRequestOptions ? ['Request Options' as const] : []),
	];
	const mistakes = mistakesIn(path, filters, id);
	return withFacts(error, { form: { ...form, fields, scope: listAt(path).scope, mistakes } });
}

/** Returns the query (RFC 3986; docs/engineers/service.md, Filters). These services reject percent-encoded brackets. */
export function queryOf(filters: readonly Filter[]): string {
	return filters
		.flatMap(({ field, operator, values }) => {
			const name = `${encode(field)}[${operator}]`;
			const takesSeveral = operatorOf(operator)?.takesSeveral;
			return values.map((value, at) => `${name}${takesSeveral ? `[${at}]` : ''}=${encode(value)}`);
		})
		.join('&');
}

/** Text that is cut off in the middle of an emoji ends with a lone surrogate, which cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
