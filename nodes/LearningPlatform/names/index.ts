/** Names beside the IDs of records, for all operations and the trigger. */
import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { idsToName, withNames, type NameList, type NamesBesideIds } from '../catalog/names';
import { UserFacingError } from '../errors';
import { readList, readOne, type ListedPage, type Listing } from '../list';
import { ListingLog } from '../n8n/log';
import type { ServiceContext } from '../service';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { abortable, markAsHandled } from '../values/promises';
import { nameLookup } from './lookup';

type Lookup = ReturnType<typeof nameLookup>;

/** How many pages may wait for names, where all are kept anyway: about as many as come while the names are read. */
const MAX_WAITING_PAGES = 20;

/** What the input items of one run share, by the list of names and all that an item can choose about reading it. */
const lookupsOfRun = new WeakMap<object, Map<string, Lookup>>();

/** Names are read with the settings of the list that they are for, and while that is read. */
async function lookupFor(
	context: ServiceContext,
	{ itemIndex, maxRetries, network }: Listing,
	list: NameList,
): Promise<Lookup> {
	const credential = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	// A trigger may have one context for all of its polls.
	const run = 'getExecuteData' in context ? context.getExecuteData() : {};
	const lookups = lookupsOfRun.get(run) ?? new Map<string, Lookup>();
	lookupsOfRun.set(run, lookups);
	const key = JSON.stringify([list, credential, maxRetries, network]);
	const log = new ListingLog(context, `names of ${list}`);
	const listing = { path: list, maxRetries, network, itemIndex, log, isBeside: true };
	const lookup =
		lookups.get(key) ??
		nameLookup({
			one: async (id, state) =>
				await readOne(context, { ...listing, ...state }, encodeURIComponent(id)),
			all: async function* (state) {
				const counts = { records: 0, pages: 0 };
				for await (const page of readList(context, { ...listing, ...state }, { overlap: true })) {
					counts.records += page.records.length;
					counts.pages = page.number;
					yield page;
				}
				log.ended('listed', counts);
			},
		});
	lookups.set(key, lookup);
	return lookup;
}

/**
 * Puts names beside the IDs of records; an ID that no record has gets an empty name.
 *
 * @returns `addTo` throws UserFacingError where names cannot be read; `close` is to be called once, when no more are needed
 */
export async function namesFor(context: ServiceContext, listing: Listing, names: NamesBesideIds) {
	const lookups = new Map<NameList, Lookup>();
	for (const { list } of names.values()) {
		if (!lookups.has(list)) lookups.set(list, await lookupFor(context, listing, list));
	}
	const closings = Array.from(lookups.values(), ({ open }) => open());

	async function lookUp([list, ids]: [NameList, ReadonlySet<string>]): Promise<void> {
		try {
			await lookups.get(list)?.lookUp(ids);
		} catch (error) {
			throw explainMissingNames(error, list);
		}
	}

	return {
		addTo: async (records: IDataObject[]): Promise<IDataObject[]> => {
			const found = Promise.all([...idsToName(records, names)].map(lookUp));
			await abortable(found, listing.stopSignal);
			return records.map((record) =>
				withNames(record, names, (list, id) => lookups.get(list)?.get(id)),
			);
		},
		close: (): void => {
			for (const close of closings) close();
		},
	};
}

/**
 * Reads a list page by page, with names beside the IDs of its records. The list is read on while names are read.
 *
 * @param options.names a list without any is read by `readList`
 * @param options.limit how many records are wanted; further ones of their page come without names
 * @throws UserFacingError as `readList` does, and where names cannot be read
 */
export async function* readNamedList(
	context: ServiceContext,
	listing: Listing,
	{
		names,
		limit = Infinity,
		...options
	}: Parameters<typeof readList>[2] & { names: NamesBesideIds; limit?: number },
): AsyncGenerator<ListedPage, void> {
	const { overlap, maxWaitingPages = Infinity } = options;
	const stop = new AbortController();
	const signals = [stop.signal, listing.stopSignal].filter((signal) => signal !== undefined);
	const stoppable = { ...listing, stopSignal: AbortSignal.any(signals) };
	const { addTo, close } = await namesFor(context, stoppable, names);
	const pages = readList(context, stoppable, options);
	const most = overlap ? Math.min(MAX_WAITING_PAGES, maxWaitingPages) : 1;
	const coming: Promise<ListedPage | undefined>[] = [];
	let left = limit;

	async function nextPage(): Promise<ListedPage | undefined> {
		const { value: page } = await pages.next();
		if (!page) return undefined;
		const wanted = page.records.slice(0, left);
		const others = page.records.slice(left);
		left -= wanted.length;
		return { ...page, records: [...(await addTo(wanted)), ...others] };
	}

	try {
		for (;;) {
			while (coming.length < most) {
				const page = nextPage();
				markAsHandled(page);
				coming.push(page);
			}
			const page = await coming.shift();
			if (!page) return;
			yield page;
		}
	} finally {
		close();
		stop.abort(new Error('The rest of the list is not needed'));
		await pages.return();
	}
}

/** Says whose names are missing, why, and how to do without them. */
function explainMissingNames(error: unknown, list: NameList): unknown {
	if (!(error instanceof UserFacingError)) return error;
	// Page and advice of the error are about the list of names, not about the one that the user reads.
	const { message, description, page, lacks, ...facts } = error;
	const title = `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
	const without = `To do without these names, remove ${title} from Add Names Of under Options.`;
	const { scope = '' } = findKnownList(list) ?? {};
	if (lacks === 'scope') {
		return new UserFacingError(
			`The API credentials may not read ${list}, so their names cannot be added`,
			`${without} ${error.answer}`.trim(),
			{ ...facts, step: `Ask an administrator of the platform to add the scope "${scope}".` },
		);
	}
	const place = page ? `names of ${list}, page ${page.number}` : `names of ${list}`;
	return new UserFacingError(`${message} (${place})`, `${description} ${without}`, facts);
}
