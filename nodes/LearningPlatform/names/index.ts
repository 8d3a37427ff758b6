/** Names beside the IDs of records, for all operations and the trigger. */
import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { idsToName, withNames, type NameList, type NamesBesideIds } from '../catalog/names';
import { UserFacingError } from '../errors';
import { readList, readOne, type ListedPage } from '../list';
import { ListingLog } from '../n8n/log';
import type { ServiceContext } from '../service';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { abortable, markAsHandled } from '../values/promises';
import { nameLookup } from './lookup';

type ListRequest = Parameters<typeof readList>[1];

/** How many pages of a list that is kept whole may wait for names: about as many as come while another list is read. */
const MAX_WAITING_PAGES = 20;

/** What is known in one run of a node, for all of its input items, by credential. */
const runs = new WeakMap<object, Map<string, ReturnType<typeof runNames>>>();

/** The names of one run, read with what the first item that needs them has chosen. */
function runNames(
	context: ServiceContext,
	{ itemIndex, maxRetries, network }: Omit<ListRequest, 'path' | 'query' | 'overlap'>,
) {
	const lookups = new Map<NameList, ReturnType<typeof nameLookup>>();
	let readers = 0;
	let stop = new AbortController();

	function lookupFor(list: NameList) {
		const path = `/api/v2/${list}`;
		const log = new ListingLog(context, `names of ${list}`);
		const request = () => ({
			...{ log, itemIndex, maxRetries, network },
			isBeside: true,
			stopSignal: stop.signal,
		});
		return nameLookup({
			one: async (id) =>
				await readOne(context, { ...request(), path: `${path}/${encodeURIComponent(id)}` }),
			all: async function* () {
				const counts = { records: 0, pages: 0 };
				for await (const page of readList(context, {
					...request(),
					path,
					query: '',
					overlap: true,
				})) {
					counts.records += page.records.length;
					counts.pages = page.number;
					yield page;
				}
				log.ended('listed', counts);
			},
		});
	}

	function lookup(list: NameList) {
		const known = lookups.get(list) ?? lookupFor(list);
		lookups.set(list, known);
		return known;
	}

	return {
		/** Somebody needs names. @returns to be called when that is over: what nobody waits for is not read on */
		enter: () => {
			readers += 1;
			return () => {
				readers -= 1;
				if (readers > 0) return;
				stop.abort(new Error('The names are not needed any more'));
				stop = new AbortController();
			};
		},
		/** @throws UserFacingError that says whose names cannot be read, or a signal's reason */
		addTo: async (records: IDataObject[], names: NamesBesideIds): Promise<IDataObject[]> => {
			const wanted = [...idsToName(records, names)];
			await Promise.all(
				wanted.map(async ([list, ids]) => {
					try {
						await lookup(list).know(ids);
					} catch (error) {
						throw withoutNames(error, list);
					}
				}),
			);
			return records.map((record) =>
				withNames(record, names, (list, id) => lookups.get(list)?.find(id)),
			);
		},
	};
}

/**
 * What puts names beside the IDs of records; an ID that no record has gets an empty name.
 *
 * @param names what is added; with nothing to add the records stay as they are
 * @returns `addTo` throws UserFacingError where names cannot be read; `leave` is to be called when no more are needed
 */
export async function openNames(
	context: ServiceContext,
	request: Parameters<typeof runNames>[1],
	names: NamesBesideIds,
) {
	if (names.size === 0) {
		return {
			addTo: async (records: IDataObject[]) => await Promise.resolve(records),
			leave: () => undefined,
		};
	}
	// A trigger may have one context for all of its polls.
	const run = 'getExecuteData' in context ? context.getExecuteData() : {};
	const credential = await context.getCredentials(CREDENTIAL_TYPE, request.itemIndex);
	const key = fingerprintOf(readCredentialFields(credential));
	const ofRun = runs.get(run) ?? new Map<string, ReturnType<typeof runNames>>();
	runs.set(run, ofRun);
	const { addTo, enter } = ofRun.get(key) ?? runNames(context, request);
	ofRun.set(key, { addTo, enter });
	const leave = enter();
	return {
		addTo: async (records: IDataObject[]) =>
			await abortable(addTo(records, names), request.stopSignal),
		leave,
	};
}

/**
 * Reads a list page by page, with names beside the IDs. The list is read on while names are read.
 *
 * @param request.limit how many records are wanted; further ones of their page come without names
 * @throws UserFacingError as `readList` does, and where names cannot be read
 */
export async function* readNamedList(
	context: ServiceContext,
	request: ListRequest & { names: NamesBesideIds; limit?: number },
): AsyncGenerator<ListedPage, void> {
	const { names, limit = Infinity, ...listRequest } = request;
	if (names.size === 0) {
		yield* readList(context, request);
		return;
	}
	const stop = new AbortController();
	const { stopSignal, overlap, maxWaitingPages = Infinity } = request;
	const signal = AbortSignal.any([stop.signal, ...(stopSignal ? [stopSignal] : [])]);
	const { addTo, leave } = await openNames(context, { ...request, stopSignal: signal }, names);
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
		leave();
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
