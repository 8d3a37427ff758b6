import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { serviceError, UserFacingError } from '../errors';
import { describeRecord, idOf, type Identity } from '../values/identity';

/** A service that filters page by page may send many empty pages. An endless list takes minutes to reach this limit. */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** The maximum number of consecutive pages that repeat earlier pages. Without IDs, a few pages may match by chance. */
const MAX_PAGES_ALIKE = 10;

/** What is known about a list's records. */
export interface RecordRules {
	/** The fields that identify a record; empty if no field does, and `undefined` if unknown. */
	identity?: Identity | undefined;
	/** The fields that change when a record is edited. */
	versionFields?: readonly string[];
	/** True if a repeated record may differ; the caller keeps the last version. */
	latestWins?: boolean;
}

/** Checks a list: returns each record once, rejects endless lists, and adds the page number to errors. */
export function listGuard(rules: RecordRules) {
	const newIn = newRecords(rules);
	let recordsRead = 0;
	return {
		/** Adds the new `records`. @throws UserFacingError for a repeated page, an endless list, or conflicting records */
		admit: <SentPage extends { sent: IDataObject[] }>(page: SentPage) => {
			const records = newIn(page.sent);
			recordsRead += records.length;
			return { ...page, records };
		},
		explain: (error: unknown, number: number): unknown => {
			if (!(error instanceof UserFacingError)) return error;
			const found = number > 1 ? lostPage(error) : error;
			return found.with({ page: { number, recordsRead } });
		},
	};
}

/**
 * Returns new records. Records with the same ID must be identical or versions of the same record; the first one wins.
 * Without a known ID field, records that differ in any way are separate records.
 */
function newRecords({ identity, latestWins = false, versionFields = [] }: RecordRules) {
	/** The version fields and a hash of the latest record, by ID. */
	const versions = new Map<string, { version: string; content: string }>();
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;

	/** If the request specifies no ID field, several records may share an ID. */
	function keyOf(record: IDataObject, content: string): string | undefined {
		if (identity?.length === 0) return undefined;
		const named = identity && idOf(record, identity);
		const usual = idOf(record);
		return named ?? (usual === undefined ? undefined : JSON.stringify([usual, content]));
	}

	function isNew(record: IDataObject, key: string, content: string, index: number): boolean {
		const version = JSON.stringify(versionFields.map((name) => record[name]));
		const other = versions.get(key);
		versions.set(key, { version, content });
		if (!other) return true;
		const isSame = other.content === content || other.version !== version;
		if (!isSame && !latestWins) throw sharedId(describeRecord(record, index));
		return false;
	}

	return (records: IDataObject[]): IDataObject[] => {
		const keys: string[] = [];
		const fresh = records.filter((record, index) => {
			const content = hashOf(record);
			const key = keyOf(record, content);
			keys.push(key ?? content);
			return key === undefined || isNew(record, key, content, index);
		});
		pagesWithoutNew = fresh.length > 0 ? 0 : pagesWithoutNew + 1;
		if (records.length > 0) {
			const page = hashOf(keys);
			const isRead = pagesRead.has(page);
			pagesRead.add(page);
			if (isRead && fresh.length === 0 && records.length > 1) throw sentTwice();
			pagesAlike = isRead || fresh.length === 0 ? pagesAlike + 1 : 0;
		}
		if (pagesAlike >= MAX_PAGES_ALIKE) throw endless(MAX_PAGES_ALIKE, 'repeat earlier pages');
		if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
			throw endless(MAX_PAGES_WITHOUT_NEW, 'have no new records');
		}
		return fresh;
	};
}

/** Explains that a later page is missing. Earlier pages were found, so the list's path and filters are correct. */
function lostPage(error: UserFacingError): UserFacingError {
	const { reason, answer, lacks, schedulerCause } = error;
	const isLost = /^4(00|10)$/.test(reason) || (reason === '404' && lacks === 'list');
	if (!isLost || schedulerCause === 'credential-invalid') return error;
	return serviceError(
		'The service cannot find the page that it linked to',
		[
			"Earlier pages were found, so the link may have expired, or the list may have been removed. Run the workflow again. If this keeps happening, report it to the platform's administrators.",
			answer,
		],
		{ reason, answer },
	);
}

/** 48 bits are enough to distinguish a record's versions. */
function hashOf(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8);
}

function sharedId(record: string): UserFacingError {
	return serviceError(
		`Two records in the list have the same ID but differ: ${record}`,
		"There is no telling which is right. If the record was edited while the list was being read, run the workflow again. If this keeps happening, report it to the platform's administrators.",
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

function sentTwice(): UserFacingError {
	return serviceError(
		'The service returned the same page twice',
		"Its records would appear twice, and others may be missing. Many records may have been added while the list was being read. Run the workflow again. If this keeps happening, report it to the platform's administrators.",
	);
}

function endless(pages: number, what: string): UserFacingError {
	return serviceError(
		`The list continues, but its last ${pages} pages ${what}`,
		"The list would never end. This is a bug in the service. Report it to the platform's administrators.",
	);
}
