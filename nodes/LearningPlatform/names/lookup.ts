import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../values/identity';
import { UserFacingError } from '../errors';
import { deferred } from '../values/promises';
import type { Named } from './beside';
import { FEW, failureIn, isMissing, oneByOne } from './oneByOne';

export type NameLookup = ReturnType<typeof nameLookup>;

/**
 * Finds the names of IDs of one kind: a few one by one, many by reading their list once. An ID that is not in the list,
 * e.g. of a record that was added since, is asked for as well.
 *
 * @param one reads a record; throws UserFacingError, also for an ID that none has and for an answer that is not this record
 * @param all reads the list page by page
 */
export function nameLookup(
	one: (id: string) => Promise<IDataObject>,
	all: () => AsyncIterable<{ records: IDataObject[] }>,
) {
	const found = new Map<string, Named>();
	let list: Promise<true> | undefined;
	let nextPage = deferred<false>();
	const single = oneByOne(ask);

	const isUnknown = (id: string) => !found.has(id) && single.failureOf(id) === undefined;

	function note(id: string | undefined, record: IDataObject): void {
		const mail = typeof record.mail === 'string' ? record.mail : '';
		const isDeleted = record.status === 'deleted';
		if (id !== undefined) found.set(id, { name: nameOf(record), mail, isDeleted });
	}

	async function readAll(): Promise<true> {
		for await (const { records } of all()) {
			for (const record of records) note(recordIdOf(record), record);
			nextPage.resolve(false);
			nextPage = deferred();
		}
		return true;
	}

	/** Waits until the list has had what is asked for, or has ended. @throws why it cannot be read */
	async function readListUntil(isEnough: () => boolean): Promise<void> {
		let hasEnded = false;
		while (!hasEnded && !isEnough()) {
			// After a failure whoever needs the list next tries again.
			list ??= readAll().catch((error: unknown) => {
				list = undefined;
				throw error;
			});
			hasEnded = await Promise.race([list, nextPage.promise]);
		}
	}

	/** @returns why one record cannot be had, though others can */
	async function ask(id: string): Promise<UserFacingError | undefined> {
		const answer = await one(id).catch(failureIn);
		if (!(answer instanceof UserFacingError)) {
			note(id, answer);
			return undefined;
		}
		if (answer.reason === '403') await readListUntil(() => found.size > 0);
		// If the service does not know the address of single records, its list has all there is.
		else if (!isMissing(answer)) await readListUntil(() => found.has(id));
		return found.has(id) ? undefined : answer.with({ lacks: undefined });
	}

	return {
		/** Finds the names of all IDs. @throws UserFacingError, or a signal's reason */
		lookUp: async (ids: ReadonlySet<string>): Promise<void> => {
			const unknown = [...ids].filter(isUnknown);
			if (list || single.countWith(unknown) > FEW) {
				await readListUntil(() => !unknown.some(isUnknown));
			}
			await single.lookUp(unknown.filter(isUnknown));
		},
		/** What was found; `undefined` for an ID that no record has, or one that could not be read. */
		get: (id: string): Named | undefined => found.get(id),
		/** Why an ID has no name: HTTP status, or the system's error code. */
		failureOf: single.failureOf,
	};
}
