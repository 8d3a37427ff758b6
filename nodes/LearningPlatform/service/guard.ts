import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { serviceError, UserFacingError } from '../errors';
import { describeRecord, idOf } from '../values/identity';
import type { ListRequest } from './connection';

/** Services that search page by page may send many pages without a match. An endless list takes minutes to get this far. */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** The maximum number of pages in a row that repeat earlier pages. In a list without IDs, a few may be equal by chance. */
const MAX_PAGES_ALIKE = 10;

type GuardedRequest = Pick<ListRequest, 'identity' | 'latestWins' | 'versionFields'>;

/** Guards a list: each record comes once, the list ends, and each error names its page. */
export function listGuard(request: GuardedRequest) {
	const newIn = newRecords(request);
	let recordsRead = 0;
	return {
		/**
		 * Adds the records that no earlier page had.
		 *
		 * @throws UserFacingError for a repeated page, an endless list, or two records with one ID
		 */
		admit: <SentPage extends { sent: IDataObject[] }>(page: SentPage) => {
			const records = newIn(page.sent);
			recordsRead += records.length;
			return { ...page, records };
		},
		/** Adds the number of its page to an error. */
		explain: (error: unknown, number: number): unknown => {
			if (!(error instanceof UserFacingError)) return error;
			const found = number > 1 ? lostPage(error) : error;
			return found.with({ page: { number, recordsRead } });
		},
	};
}

/**
 * Returns the records not seen before. Two records with one ID must be equal, or versions of one record: then the first
 * wins. Without a known ID, records that differ are different records.
 */
function newRecords({ identity, latestWins = false, versionFields = [] }: GuardedRequest) {
	/** By ID: the fields that distinguish versions, and a hash of the latest record. */
	const versions = new Map<string, { version: string; content: string }>();
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;

	/** Several records may share an ID that the request does not name. */
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
		if (pagesAlike >= MAX_PAGES_ALIKE) throw endless(MAX_PAGES_ALIKE, 'were all read before');
		if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
			throw endless(MAX_PAGES_WITHOUT_NEW, 'had no new records');
		}
		return fresh;
	};
}

/** Explains that a later page is gone. Path and filters are right: earlier pages were there. */
function lostPage(error: UserFacingError): UserFacingError {
	const { reason, answer, lacks, schedulerCause } = error;
	const isLost = /^4(00|10)$/.test(reason) || (reason === '404' && lacks === 'list');
	if (!isLost || schedulerCause === 'credential-invalid') return error;
	return serviceError(
		'The service cannot find the page that it linked to',
		[
			'Earlier pages were there, so the link may have expired, or the list has been removed. Run the workflow again. If it keeps happening, tell the administrators of the platform.',
			answer,
		],
		{ reason, answer },
	);
}

/** 48 bits are enough to distinguish the versions of a record. */
function hashOf(value: unknown): string {
	return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 8);
}

function sharedId(record: string): UserFacingError {
	return serviceError(
		`Two records of the list have the same ID, but differ: ${record}`,
		'There is no telling which is right. If it was edited while the list was read, run the workflow again. If it keeps happening, tell the administrators of the platform.',
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

function sentTwice(): UserFacingError {
	return serviceError(
		'The service sent a page of the list twice',
		'Its records would appear twice, and others may be missing. Many may have been added while the list was read: run the workflow again. If it keeps happening, tell the administrators of the platform.',
	);
}

function endless(pages: number, what: string): UserFacingError {
	return serviceError(
		`The list continues, but its last ${pages} pages ${what}`,
		'The list would never end. This is a fault in the service: tell the administrators of the platform.',
	);
}
