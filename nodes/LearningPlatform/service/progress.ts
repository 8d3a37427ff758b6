import type { IDataObject } from 'n8n-workflow';

import { describeRecord, idOf, type RecordId } from '../values/identity';
import { identityOf, movingFieldsOf } from '../catalog/knownLists';
import { serviceError, type UserFacingError } from '../errors';
import { shortHash } from '../values/hash';
import type { ListRequest } from './connection';

/**
 * How many pages in a row may have nothing new. Some services look through their records page by page and send the ones
 * that match, often none; in a list without an end this many pages take a few minutes.
 */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** Some pages with records may be alike, where nothing identifies these, but not page after page. */
const MAX_PAGES_ALIKE = 10;

/** 48 bits: enough to tell the versions of one record apart. */
const HASH_LENGTH = 8;

/**
 * Makes a function that returns the records of each page that no earlier page, and no place before on the same page,
 * had. Where it is known what identifies a record (as the caller says, or the catalog), two with the same ID have to
 * be equal, unless one is a later version of the other: then the first counts. Where nobody knows, records that differ
 * are different ones.
 */
export function progressCheck({
	path,
	identity,
	latestWins = false,
}: Pick<ListRequest, 'path' | 'identity' | 'latestWins'>) {
	const known = identity ?? identityOf(path);
	const versionFields = movingFieldsOf(path);
	/** By ID: what tells versions apart, and a hash of all that was in the one that was read last. */
	const versions = new Map<RecordId, { moved: string; content: string }>();
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;

	/** What a record is found by: an ID that nobody has named may be that of several. */
	function keyOf(record: IDataObject, content: string): RecordId | undefined {
		if (known?.length === 0) return undefined;
		const named = known && idOf(record, known);
		const usual = idOf(record);
		return named ?? (usual === undefined ? undefined : JSON.stringify([usual, content]));
	}

	function isNew(record: IDataObject, key: RecordId, content: string, index: number): boolean {
		const moved = JSON.stringify(versionFields.map((name) => record[name]));
		const other = versions.get(key);
		versions.set(key, { moved, content });
		const isTold = other === undefined || other.content === content || other.moved !== moved;
		if (!isTold && !latestWins) throw sharedId(describeRecord(record, index));
		return other === undefined;
	}

	/** @throws UserFacingError for a list that will never come to its end, and for a page that comes twice */
	return (records: IDataObject[]): IDataObject[] => {
		const keys: RecordId[] = [];
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

function hashOf(value: unknown): string {
	return shortHash(JSON.stringify(value), HASH_LENGTH);
}

function sharedId(record: string): UserFacingError {
	return serviceError(
		`Two records of the list have the same ID, but differ: ${record}`,
		'Which of them is right cannot be told. If it was edited while the list was read, run the workflow again. If it keeps happening, tell the administrators of the platform.',
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

function sentTwice(): UserFacingError {
	return serviceError(
		'The service sent a page of the list twice',
		'Its records would be there twice, and others may be missing. Many may have been added while the list was read: run the workflow again. If it keeps happening, tell the administrators of the platform.',
	);
}

function endless(pages: number, what: string): UserFacingError {
	return serviceError(
		`The list goes on, but its last ${pages} pages ${what}`,
		'The list would never end. This is a fault of the service: tell the administrators of the platform.',
	);
}
