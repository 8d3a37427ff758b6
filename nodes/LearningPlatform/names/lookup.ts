import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import type { Named } from '../catalog/names';
import { UserFacingError } from '../errors';
import { deferred } from '../values/promises';

/** Up to this many IDs are asked for one by one. A list takes a request for each of its pages, and nobody knows how many. */
const FEW = 50;

/** After this many IDs in a row that the service did not know either, its list counts as all there is. */
const BELIEVED_AFTER = 1_000;

/** What a request needs to know of the lookup that makes it. */
export interface LookupState {
	/** Fires when nobody needs the names any more. */
	stopSignal: AbortSignal;
	/** Whether the service has answered for this kind of record before, so that it may be read. */
	isProven: boolean;
}

/** How records of one kind are read. */
interface Source {
	/** @throws UserFacingError, also for an ID that no record has and for an answer that is not this record */
	one: (id: string, state: LookupState) => Promise<IDataObject>;
	/** Page by page. */
	all: (state: LookupState) => AsyncIterable<{ records: IDataObject[] }>;
}

/**
 * Finds the names of IDs of one kind: a few one by one, many by reading their list once. A record that is not in the list,
 * such as one that was added since, is asked for as well. Names are kept as one text each, since there may be 100,000.
 */
export function nameLookup(source: Source) {
	const found = new Map<string, string>();
	const asked = new Map<string, Promise<void>>();
	let list: Promise<void> | undefined;
	let isWhole = false;
	let missesInRow = 0;
	let newPage = deferred<undefined>();
	let denial: UserFacingError | undefined;
	let readers = 0;
	let stop = new AbortController();

	const state = () => ({ stopSignal: stop.signal, isProven: found.size > 0 });

	function note(id: string | undefined, record: IDataObject): void {
		const name = nameOf(record);
		const mail = typeof record.mail === 'string' ? record.mail : '';
		if (id !== undefined) found.set(id, `${name.length}:${name}${mail}`);
	}

	async function readAll(): Promise<void> {
		try {
			for await (const { records } of source.all(state())) {
				for (const record of records) note(recordIdOf(record), record);
				newPage.resolve(undefined);
				newPage = deferred();
			}
			isWhole = true;
		} finally {
			// The next one to ask may have more luck.
			if (!isWhole) list = undefined;
		}
	}

	/** Waits until all of the IDs were in the list, or the list has ended. */
	async function waitForList(ids: readonly string[]): Promise<void> {
		if (!list) {
			list = readAll();
			list.catch(noteDenial);
		}
		const reading = list;
		while (!isWhole && ids.some((id) => !found.has(id))) {
			await Promise.race([reading, newPage.promise]);
		}
	}

	/** A token that is refused costs a new one each time, so the rest is not asked for without the right to it. */
	function noteDenial(error: unknown): void {
		const isDenied =
			error instanceof UserFacingError && error.reason === '401' && error.remedy === 'addScope';
		if (!isDenied || found.size > 0) return;
		denial = error;
		stop.abort(error);
	}

	async function answerFor(id: string): Promise<IDataObject | UserFacingError> {
		const answer = source.one(id, state());
		answer.catch(noteDenial);
		return await answer.catch(refusalIn);
	}

	/** @throws the error of an answer from which nobody can tell whether there is such a record */
	async function ask(id: string): Promise<void> {
		const answer = isSegment(id) ? await answerFor(id) : undefined;
		if (answer && !(answer instanceof UserFacingError)) {
			missesInRow = 0;
			note(id, answer);
			return;
		}
		// It may be the address that the service does not know; then its list has all there is.
		if (!answer || !isOfRecord(answer)) await waitForList([id]);
		if (found.has(id)) return;
		if (answer && !/^(404|405|410)$/.test(answer.reason)) throw answer;
		missesInRow += 1;
		found.set(id, '');
	}

	async function askOnce(id: string): Promise<void> {
		const answer = asked.get(id) ?? ask(id);
		asked.set(id, answer);
		answer.catch(() => asked.delete(id));
		await answer;
	}

	const isBelieved = () => isWhole && missesInRow >= BELIEVED_AFTER;

	async function find(unknown: readonly string[]): Promise<void> {
		const unasked = unknown.filter((id) => !asked.has(id));
		if (list !== undefined || asked.size + unasked.length > FEW) await waitForList(unknown);
		const left = unknown.filter((id) => !found.has(id));
		for (let at = 0; at < left.length && !isBelieved(); at += FEW) {
			await Promise.all(left.slice(at, at + FEW).map(askOnce));
		}
	}

	return {
		/** @returns to be called once, when no more names are needed: what nobody waits for is not read on */
		open: (): (() => void) => {
			readers += 1;
			return () => {
				readers -= 1;
				if (readers > 0) return;
				stop.abort(new Error('The names are not needed any more'));
				stop = new AbortController();
			};
		},
		/** Makes sure that the names of all IDs are known. @throws UserFacingError, or a signal's reason */
		know: async (ids: ReadonlySet<string>): Promise<void> => {
			const unknown = [...ids].filter((id) => id !== '' && !found.has(id));
			if (unknown.length === 0) return;
			if (denial) throw denial;
			await find(unknown);
		},
		/** `undefined` for an ID that no record has. */
		find: (id: string): Named | undefined => {
			const text = found.get(id) ?? '';
			const start = text.indexOf(':') + 1;
			const end = start + parseInt(text, 10);
			return text === '' ? undefined : { name: text.slice(start, end), mail: text.slice(end) };
		},
	};
}

/** What cannot be one segment of an address is no ID. */
function isSegment(id: string): boolean {
	return !/^\.{1,2}$|[/\\\p{Cc}\p{Surrogate}]/u.test(id);
}

/** The error by which the service will not give a record. @throws one that is about a permission, a limit or the network */
function refusalIn(error: unknown): UserFacingError {
	const isRefusal =
		error instanceof UserFacingError &&
		!error.isTransient &&
		/^(?!401|403|407|429)(4\d\d|none)$/.test(error.reason);
	if (!isRefusal) throw error;
	return error;
}

/** Whether the service knows the address, and says that there is no such record. */
function isOfRecord({ reason, remedy }: UserFacingError): boolean {
	return (reason === '404' || reason === '410') && remedy !== 'checkPath';
}
