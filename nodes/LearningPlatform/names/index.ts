/** Names beside the IDs of records, for all operations and the trigger. */
import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { idsToName, withNames, type NameList, type NamesBesideIds } from '../catalog/names';
import { UserFacingError } from '../errors';
import { readList, readOne, type ListedPage } from '../list';
import { ListingLog } from '../n8n/log';
import type { ServiceContext } from '../service';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { abortable, markAsHandled } from '../values/promises';
import { nameLookup, type LookupState } from './lookup';

type ListRequest = Parameters<typeof readList>[1];

type Lookup = ReturnType<typeof nameLookup>;

/** How names are read: as the list that they are for. */
type NamesRequest = Pick<ListRequest, 'itemIndex' | 'maxRetries' | 'network' | 'stopSignal'>;

/** How many pages of a list that is kept whole may wait for names: about as many as come while another list is read. */
const MAX_WAITING_PAGES = 20;

/** What the input items of one run share, by the list of names and all that an item can choose about reading it. */
const runs = new WeakMap<object, Map<string, Lookup>>();

async function lookupsFor(
	context: ServiceContext,
	request: NamesRequest,
	names: NamesBesideIds,
): Promise<ReadonlyMap<NameList, Lookup>> {
	const { itemIndex, maxRetries, network } = request;
	if (names.size === 0) return new Map();
	// A trigger may have one context for all of its polls.
	const run = 'getExecuteData' in context ? context.getExecuteData() : {};
	const credential = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const ofRun = runs.get(run) ?? new Map<string, Lookup>();
	runs.set(run, ofRun);
	const choices = [readCredentialFields(credential), maxRetries, network];
	const lists = new Set(Array.from(names.values(), ({ list }) => list));
	return new Map(
		Array.from(lists, (list) => {
			const key = JSON.stringify([list, ...choices]);
			const lookup = ofRun.get(key) ?? lookupOf(context, request, list);
			ofRun.set(key, lookup);
			return [list, lookup];
		}),
	);
}

function lookupOf(
	context: ServiceContext,
	{ itemIndex, maxRetries, network }: NamesRequest,
	list: NameList,
): Lookup {
	const path = `/api/v2/${list}`;
	const log = new ListingLog(context, `names of ${list}`);
	const request = { log, itemIndex, maxRetries, network, isBeside: true };
	return nameLookup({
		one: async (id, state) =>
			await readOne(context, { ...request, ...state, path: `${path}/${encodeURIComponent(id)}` }),
		all: async function* (state: LookupState) {
			const counts = { records: 0, pages: 0 };
			const pages = readList(context, { ...request, ...state, path, query: '', overlap: true });
			for await (const page of pages) {
				counts.records += page.records.length;
				counts.pages = page.number;
				yield page;
			}
			log.ended('listed', counts);
		},
	});
}

/**
 * What puts names beside the IDs of records; an ID that no record has gets an empty name.
 *
 * @param names what is added
 * @returns `addTo` throws UserFacingError where names cannot be read; `close` is to be called once, when no more are needed
 */
export async function openNames(
	context: ServiceContext,
	request: NamesRequest,
	names: NamesBesideIds,
) {
	const lookups = await lookupsFor(context, request, names);
	const closings = Array.from(lookups.values(), ({ open }) => open());

	async function know(records: IDataObject[]): Promise<void> {
		const wanted = [...idsToName(records, names)];
		const known = wanted.map(async ([list, ids]) => {
			await lookups
				.get(list)
				?.know(ids)
				.catch((error: unknown) => {
					throw withoutNames(error, list);
				});
		});
		await Promise.all(known);
	}

	return {
		addTo: async (records: IDataObject[]): Promise<IDataObject[]> => {
			await abortable(know(records), request.stopSignal);
			return records.map((record) =>
				withNames(record, names, (list, id) => lookups.get(list)?.find(id)),
			);
		},
		close: (): void => {
			for (const close of closings) close();
		},
	};
}

/**
 * Reads a list page by page, with names beside the IDs. The list is read on while names are read.
 *
 * @param request.names what is added; a list without any is read by `readList`
 * @param request.limit how many records are wanted; further ones of their page come without names
 * @throws UserFacingError as `readList` does, and where names cannot be read
 */
export async function* readNamedList(
	context: ServiceContext,
	request: ListRequest & { names: NamesBesideIds; limit?: number },
): AsyncGenerator<ListedPage, void> {
	const { names, limit = Infinity, ...listRequest } = request;
	const { stopSignal, overlap, maxWaitingPages = Infinity } = request;
	const stop = new AbortController();
	const signal = AbortSignal.any([stop.signal, ...(stopSignal ? [stopSignal] : [])]);
	const { addTo, close } = await openNames(context, { ...request, stopSignal: signal }, names);
	const pages = readList(context, { ...listRequest, stopSignal: signal });
	const coming: Promise<ListedPage | undefined>[] = [];
	const most = overlap ? Math.min(MAX_WAITING_PAGES, maxWaitingPages) : 1;

	let left = limit;

	async function next(): Promise<ListedPage | undefined> {
		const { value: page, done } = await pages.next();
		if (done === true) return undefined;
		const wanted = page.records.slice(0, left);
		const others = page.records.slice(wanted.length);
		left -= wanted.length;
		return { ...page, records: [...(await addTo(wanted)), ...others] };
	}

	try {
		for (;;) {
			while (coming.length < most) {
				const page = next();
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

/** Why there are no names, and how to do without them. */
function withoutNames(error: unknown, list: NameList): unknown {
	if (!(error instanceof UserFacingError)) return error;
	// The place is that in the list of names; what helps beside the advice is about the list that the user reads.
	const { message, description, page, remedy, ...facts } = error;
	const title = `${list.charAt(0).toUpperCase()}${list.slice(1)}`;
	const without = `To do without these names, remove ${title} from Add Names Of under Options.`;
	const { scope = '' } = findKnownList(list) ?? {};
	if (remedy === 'addScope') {
		return new UserFacingError(
			`The API credentials may not read ${list}, so their names cannot be added`,
			`${without} ${error.answer}`.trim(),
			{ ...facts, step: `Ask an administrator of the platform to add the scope "${scope}".` },
		);
	}
	const place = page ? `names of ${list}, page ${page.number}` : `names of ${list}`;
	return new UserFacingError(`${message} (${place})`, `${description} ${without}`, {
		...facts,
		...(remedy === 'raiseTimeout' && { remedy }),
	});
}
