import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { describeRecord, idOf } from '../values/identity';

/** A service that filters page by page may send many empty pages. An endless list takes minutes to reach this limit. */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** The maximum number of consecutive pages that repeat earlier pages. Without IDs, a few pages may match by chance. */
const MAX_PAGES_ALIKE = 10;

/** What is known about a list's records. */
interface RecordRules {
	/** The fields that identify a record; empty if no field does, and `undefined` if unknown. */
	identity?: readonly string[] | undefined;
	/** The fields that the user chose to identify a record, which may do so only in part. */
	chosenIdentity?: readonly string[] | undefined;
	/** The fields that change when a record is edited. */
	versionFields?: readonly string[];
	/** True if a repeated record may differ; the caller keeps the last version, and compares the records on a page. */
	latestWins?: boolean;
}

/** Checks a list: returns each record once, rejects endless lists, and adds the page number to errors. */
export function listGuard(rules: RecordRules) {
	const newIn = newRecords(rules);
	let recordsRead = 0;
	return {
		/** Adds the new `records`. @throws Failure for a repeated page, an endless list, or conflicting records */
		admit: <SentPage extends { allRecords: IDataObject[] }>(page: SentPage) => {
			const records = newIn(page.allRecords);
			recordsRead += records.length;
			return { ...page, records };
		},
		withPage: (error: unknown, number: number): unknown => {
			if (!(error instanceof Failure)) return error;
			const { kind, facts } = error;
			const isLost = number > 1 && mayBeLost(error);
			return new Failure(isLost ? 'pageLost' : kind, { ...facts, page: { number, recordsRead } });
		},
	};
}

/**
 * Returns new records. Records with the same key must be identical or versions of the same record; the first one wins.
 * Without a known ID field, records that differ in any way are separate records.
 */
function newRecords(rules: RecordRules) {
	const { identity, chosenIdentity, latestWins = false, versionFields = [] } = rules;
	const keyFields = chosenIdentity ?? identity;
	/** The latest record with each key. `id` is its own ID, and `page` the number of its page. */
	const versions = new Map<
		string,
		Record<'content' | 'id' | 'version', string> & { page: number }
	>();
	let page = 0;
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;

	/** If the request specifies no ID field, several records may share an ID. */
	function keyOf(record: IDataObject, content: string): string | undefined {
		if (keyFields?.length === 0) return undefined;
		const id = keyFields && idOf(record, keyFields);
		const usualId = idOf(record);
		return id ?? (usualId === undefined ? undefined : JSON.stringify([usualId, content]));
	}

	function isNew(record: IDataObject, key: string, content: string, index: number): boolean {
		const version = JSON.stringify(versionFields.map((name) => record[name]));
		const id = chosenIdentity ? (idOf(record, identity) ?? idOf(record) ?? content) : key;
		const earlier = versions.get(key);
		versions.set(key, { content, id, version, page });
		if (!earlier || earlier.content === content) return !earlier;
		const isOne = id === earlier.id;
		const isVersion = latestWins
			? isOne || page === earlier.page
			: isOne && version !== earlier.version;
		if (isVersion) return false;
		throw new Failure('conflictingRecords', {
			subject: describeRecord(record, index),
			...(chosenIdentity && { expected: chosenIdentity.join(', ') }),
		});
	}

	return (records: IDataObject[]): IDataObject[] => {
		page += 1;
		const keys: string[] = [];
		const fresh = records.filter((record, index) => {
			const content = hashOf(record);
			const key = keyOf(record, content);
			keys.push(key ?? content);
			return key === undefined || isNew(record, key, content, index);
		});
		pagesWithoutNew = fresh.length > 0 ? 0 : pagesWithoutNew + 1;
		if (records.length > 0) {
			const all = hashOf(keys);
			const isRead = pagesRead.has(all);
			pagesRead.add(all);
			const isRepeated = isRead && fresh.length === 0 && records.length > 1;
			if (isRepeated) throw new Failure('pageRepeated');
			pagesAlike = isRead || fresh.length === 0 ? pagesAlike + 1 : 0;
		}
		if (pagesAlike >= MAX_PAGES_ALIKE) throw endless(MAX_PAGES_ALIKE, 'repeat earlier pages');
		if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
			throw endless(MAX_PAGES_WITHOUT_NEW, 'have no new records');
		}
		return fresh;
	};
}

/** Returns true if a later page may be missing: earlier pages were found, so the list's path and filters are correct. */
function mayBeLost({ kind, status, isCredentialError }: Failure): boolean {
	return !isCredentialError && (kind === 'listNotFound' || status === 400 || status === 410);
}

/** 48 bits are enough to distinguish a record's versions. */
function hashOf(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8);
}

const endless = (pages: number, found: string) =>
	new Failure('endlessList', { subject: `${pages}`, found });
