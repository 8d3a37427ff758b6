import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import type { Named } from '../catalog/names';
import { UserFacingError } from '../errors';
import { deferred, markAsHandled } from '../values/promises';

/** So many IDs are asked for one by one; reading a list takes as many requests as it has pages, and nobody knows how many. */
const FEW = 50;

/** After so many IDs in a row that the service did not know either, its list counts as all there is. */
const BELIEVED_AFTER = 1_000;

/** How records of one kind are read. */
interface Source {
	/** @throws UserFacingError, also for an ID that no record has */
	one: (id: string) => Promise<IDataObject>;
	/** Page by page. */
	all: () => AsyncIterable<{ records: IDataObject[] }>;
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
	let change = deferred<undefined>();

	function note(record: IDataObject): void {
		const id = recordIdOf(record);
		const mail = typeof record.mail === 'string' ? record.mail : '';
		if (id !== undefined) found.set(id, `${nameOf(record)}\n${mail}`);
	}

	function told(): void {
		change.resolve(undefined);
		change = deferred();
	}

	async function readAll(): Promise<void> {
		try {
			for await (const { records } of source.all()) {
				for (const record of records) note(record);
				told();
			}
			isWhole = true;
		} finally {
			// Whoever asks next may have more luck.
			if (!isWhole) list = undefined;
			told();
		}
	}

	/** Waits until all of the IDs were in the list, or the list has ended. */
	async function inList(ids: readonly string[]): Promise<void> {
		if (!list) {
			list = readAll();
			markAsHandled(list);
		}
		const reading = list;
		while (!isWhole && ids.some((id) => !found.has(id))) {
			await Promise.race([reading, change.promise]);
		}
	}

	async function ask(id: string): Promise<void> {
		const answer = isSegment(id) ? await source.one(id).catch(refusalIn) : {};
		if (answer instanceof UserFacingError && (isWhole || isOfRecord(answer))) {
			if (answer.reason === 'none') throw answer;
			missesInRow += 1;
		} else if (!(answer instanceof UserFacingError) && recordIdOf(answer) === id) {
			missesInRow = 0;
			note(answer);
		} else {
			// It may be the address that the service does not know.
			await inList([id]);
		}
		if (!found.has(id)) found.set(id, '');
	}

	const isBelieved = () => isWhole && missesInRow >= BELIEVED_AFTER;

	async function askOnce(id: string): Promise<void> {
		const answer = asked.get(id) ?? ask(id);
		asked.set(id, answer);
		answer.catch(() => asked.delete(id));
		await answer;
	}

	return {
		/** Makes sure that the names of all IDs are known. @throws UserFacingError, or a signal's reason */
		async know(ids: ReadonlySet<string>): Promise<void> {
			const unknown = [...ids].filter((id) => id !== '' && !found.has(id));
			const unasked = unknown.filter((id) => !asked.has(id));
			if (list !== undefined || asked.size + unasked.length > FEW) await inList(unknown);
			const left = unknown.filter((id) => !found.has(id));
			for (let at = 0; at < left.length && !isBelieved(); at += FEW) {
				await Promise.all(left.slice(at, at + FEW).map(askOnce));
			}
		},
		/** `undefined` for an ID that no record has. */
		find(id: string): Named | undefined {
			const text = found.get(id);
			if (text === undefined) return undefined;
			const end = text.lastIndexOf('\n');
			return { name: text.slice(0, Math.max(0, end)), mail: text.slice(end + 1) };
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
