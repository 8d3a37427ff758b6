import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import { UserFacingError } from '../errors';
import { deferred } from '../values/promises';
import type { Named } from './beside';
import { FEW, failureIn, isMissing, oneByOne } from './oneByOne';

interface Source {
	/** @throws UserFacingError, also for an ID that no record has and for an answer that is not this record */
	one: (id: string, stopSignal: AbortSignal) => Promise<IDataObject>;
	/** Page by page. */
	all: (stopSignal: AbortSignal) => AsyncIterable<{ records: IDataObject[] }>;
}

export type NameLookup = ReturnType<typeof nameLookup>;

/**
 * Finds the names of IDs of one kind: a few one by one, many by reading their list once. An ID that is not in the list,
 * e.g. of a record that was added since, is asked for as well.
 */
export function nameLookup({ one, all }: Source) {
	const found = new Map<string, Named>();
	let list: Promise<true> | undefined;
	let nextPage = deferred<false>();
	let proof: Promise<void> | undefined;
	const single = oneByOne(ask);

	const isUnknown = (id: string) => !found.has(id) && single.failureOf(id) === undefined;

	function note(id: string | undefined, record: IDataObject): void {
		const mail = typeof record.mail === 'string' ? record.mail : '';
		const isDeleted = record.status === 'deleted';
		if (id !== undefined) found.set(id, { name: nameOf(record), mail, isDeleted });
	}

	async function readAll(): Promise<true> {
		for await (const { records } of all(single.signal())) {
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
		while (!hasEnded && ids.some(isUnknown)) {
			hasEnded = await Promise.race([reading, nextPage.promise]);
		}
	}

	async function readFirstPage(): Promise<void> {
		for await (const { records } of all(single.signal())) {
			for (const record of records) note(recordIdOf(record), record);
			return;
		}
	}

	/** Shows that a failure is not that of all records. @throws the error of their list where it cannot be read either */
	async function prove({ isTransient }: UserFacingError): Promise<void> {
		if (found.size > 0 && !isTransient) return;
		proof ??= readFirstPage().finally(() => (proof = undefined));
		await proof;
	}

	/** @returns why one record cannot be had, which is so whatever the list says if it may not be read or is not there */
	async function ask(id: string, signal: AbortSignal): Promise<UserFacingError | undefined> {
		const answer = await one(id, signal).catch(failureIn);
		if (!(answer instanceof UserFacingError)) {
			note(id, answer);
			return undefined;
		}
		if (answer.reason === '403') await prove(answer);
		// If the service does not know the address of single records, its list has all there is.
		else if (!isMissing(answer)) await waitForList([id]);
		if (found.has(id)) return undefined;
		return /^40[45]$/.test(answer.reason) ? answer.with({ lacks: undefined }) : answer;
	}

	return {
		open: single.open,
		/** Finds the names of all IDs. @throws UserFacingError, or a signal's reason */
		lookUp: async (ids: ReadonlySet<string>): Promise<void> => {
			const unknown = [...ids].filter(isUnknown);
			if (unknown.length === 0) return;
			if (list || single.countWith(unknown) > FEW) await waitForList(unknown);
			await single.lookUp(unknown.filter(isUnknown));
		},
		/** What was found; `undefined` for an ID that no record has, or one that could not be read. */
		get: (id: string): Named | undefined => found.get(id),
		/** Why an ID has no name: HTTP status, or the system's error code. */
		failureOf: single.failureOf,
		prove,
	};
}
