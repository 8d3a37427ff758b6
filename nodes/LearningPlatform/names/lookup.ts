import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import type { Named } from '../catalog/names';
import { UserFacingError } from '../errors';
import { deferred } from '../values/promises';

/** Up to this many IDs are asked for one by one. A list takes a request for each page, and its length is unknown. */
const FEW = 50;

/** After this many IDs in a row that neither the list nor the service had, the list counts as all there is. */
const BELIEVED_AFTER = 1_000;

/** What a request for names needs to know of the lookup that makes it. */
interface LookupState {
	/** Fires when the names are not needed any more. */
	stopSignal: AbortSignal;
	/** Whether the service has answered for this kind of record before, so that it may be read. */
	isProven: boolean;
}

interface Source {
	/** @throws UserFacingError, also for an ID that no record has and for an answer that is not this record */
	one: (id: string, state: LookupState) => Promise<IDataObject>;
	/** Page by page. */
	all: (state: LookupState) => AsyncIterable<{ records: IDataObject[] }>;
}

/**
 * Finds the names of IDs of one kind: a few one by one, many by reading their list once. An ID that is not in the list,
 * e.g. of a record that was added since, is asked for as well.
 */
export function nameLookup({ one, all }: Source) {
	/** `undefined` for an ID that no record has. */
	const found = new Map<string, Named | undefined>();
	const asked = new Map<string, Promise<void>>();
	let list: Promise<true> | undefined;
	let nextPage = deferred<false>();
	let missesInRow = 0;
	let denial: UserFacingError | undefined;
	/** By how many lists this is in use. */
	let uses = 0;
	let stop = new AbortController();

	const state = () => ({ stopSignal: stop.signal, isProven: found.size > 0 });
	const isMissing = (id: string) => !found.has(id);

	function note(id: string | undefined, record: IDataObject): void {
		const mail = typeof record.mail === 'string' ? record.mail : '';
		if (id !== undefined) found.set(id, { name: nameOf(record), mail });
	}

	async function readAll(): Promise<true> {
		for await (const { records } of all(state())) {
			for (const record of records) note(recordIdOf(record), record);
			nextPage.resolve(false);
			nextPage = deferred();
		}
		return true;
	}

	/** Waits until the list has had all of the IDs, or has ended. */
	async function waitForList(ids: readonly string[]): Promise<void> {
		if (!list) {
			list = readAll();
			// The next page that needs the list tries again.
			list.catch(() => (list = undefined));
		}
		const reading = list;
		let hasEnded = false;
		while (!hasEnded && ids.some(isMissing)) {
			hasEnded = await Promise.race([reading, nextPage.promise]);
		}
	}

	/** @throws the error of an answer that does not tell whether there is such a record */
	async function ask(id: string): Promise<void> {
		const answer = isSegment(id) ? await one(id, state()).catch(refusalIn) : undefined;
		if (answer && !(answer instanceof UserFacingError)) {
			missesInRow = 0;
			note(id, answer);
			return;
		}
		// If the service does not know the address of single records, its list has all there is.
		if (!answer || !isOfRecord(answer)) await waitForList([id]);
		if (found.has(id)) return;
		if (answer && !/^(404|405|410)$/.test(answer.reason)) throw answer;
		missesInRow += 1;
		found.set(id, undefined);
	}

	async function askOnce(id: string): Promise<void> {
		const answer = asked.get(id) ?? ask(id);
		asked.set(id, answer);
		answer.catch(() => asked.delete(id));
		await answer;
	}

	async function find(ids: readonly string[]): Promise<void> {
		const unasked = ids.filter((id) => !asked.has(id));
		if (list || asked.size + unasked.length > FEW) await waitForList(ids);
		const left = ids.filter(isMissing);
		for (let at = 0; at < left.length && missesInRow < BELIEVED_AFTER; at += FEW) {
			await Promise.all(left.slice(at, at + FEW).map(askOnce));
		}
	}

	return {
		/** @returns to be called once, when no more names are needed. After the last call nothing more is read. */
		open: (): (() => void) => {
			uses += 1;
			return () => {
				uses -= 1;
				if (uses > 0) return;
				stop.abort(new Error('The names are not needed any more'));
				stop = new AbortController();
			};
		},
		/** Finds the names of all IDs. @throws UserFacingError, or a signal's reason */
		lookUp: async (ids: ReadonlySet<string>): Promise<void> => {
			const missing = [...ids].filter((id) => id !== '' && isMissing(id));
			if (missing.length === 0) return;
			if (denial) throw denial;
			await find(missing).catch((error: unknown) => {
				// A token that is refused costs a new one each time, so the rest is not asked for without the right to it.
				if (found.size === 0 && isDenial(error)) stop.abort((denial = error));
				throw error;
			});
		},
		/** What was found; `undefined` for an ID that no record has. */
		get: (id: string): Named | undefined => found.get(id),
	};
}

/** What cannot be one segment of an address is no ID. */
function isSegment(id: string): boolean {
	return !/^\.{1,2}$|[/\\\p{Cc}\p{Surrogate}]/u.test(id);
}

function isDenial(error: unknown): error is UserFacingError {
	return error instanceof UserFacingError && error.reason === '401' && error.lacks === 'scope';
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
function isOfRecord({ reason, lacks }: UserFacingError): boolean {
	return (reason === '404' || reason === '410') && lacks !== 'list';
}
