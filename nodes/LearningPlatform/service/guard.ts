import type { IDataObject } from 'n8n-workflow';

import { serviceError, UserFacingError } from '../errors';
import { shortHash } from '../values/hash';
import { describeRecord, idOf } from '../values/identity';
import type { ReadPage } from './ahead';
import type { ListRequest } from './connection';
import { nextOf, type Next } from './nextPage';

/**
 * How many pages in a row may have nothing new. Some services look through their records page by page and send the ones
 * that match, often none; in a list without an end this many pages take a few minutes.
 */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** Some pages with records may be alike, where nothing identifies these, but not page after page. */
const MAX_PAGES_ALIKE = 10;

/** 48 bits: enough to tell the versions of one record apart. */
const HASH_LENGTH = 8;

/** A page, and what the service has sent with it. */
export interface ListedPage extends Page {
	/** Every record of the page, including repeated and omitted records. Do not keep them. */
	sent: IDataObject[];
	/** The time by the service's clock, in s since the epoch; `undefined` for an answer without a `Date`. */
	date?: number | undefined;
	/** Left out of a page that no request has brought. */
	next?: Next;
	/** How often it was requested again. */
	retries?: number;
}

export interface Page {
	/** From 1. */
	number: number;
	/** Without the records of earlier pages. */
	records: IDataObject[];
}

/** Watches over one list: each record comes once, the list ends, and its errors name the page. */
export function listGuard(request: GuardedRequest) {
	const newIn = newRecords(request);
	let recordsRead = 0;
	return {
		/** @throws UserFacingError for a page that comes twice, a list without an end, and two records with one ID */
		admit: ({ number, url, records: sent, link, date, retries }: ReadPage): ListedPage => {
			const records = newIn(sent);
			recordsRead += records.length;
			return { number, records, sent, date, next: nextOf(link, url), retries };
		},
		/** Returns the error of a page with its number. */
		explain: (error: unknown, number: number): unknown => {
			if (!(error instanceof UserFacingError)) return error;
			const found = number > 1 ? lostPage(error) : error;
			return found.with({ page: { number, recordsRead } });
		},
	};
}

type GuardedRequest = Pick<ListRequest, 'identity' | 'latestWins' | 'versionFields'>;

/**
 * Returns the records not seen before. Records with the same ID have to be equal, or versions of one record: then the
 * first wins. Where no ID is known, records that differ are different records.
 */
function newRecords({ identity, latestWins = false, versionFields = [] }: GuardedRequest) {
	/** By ID: the fields that distinguish versions, and a hash of the latest record. */
	const versions = new Map<string, { version: string; content: string }>();
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;

	/** An ID that the request does not name may be that of several records. */
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

/** Explains that a later page is gone. The list was there a moment ago, so path and filters are not wrong. */
function lostPage(error: UserFacingError): UserFacingError {
	const { reason, answer, lacks, schedulerCause } = error;
	const isLost = /^4(00|10)$/.test(reason) || (reason === '404' && lacks === 'list');
	if (!isLost || schedulerCause === 'credential-invalid') return error;
	return serviceError(
		'The service cannot find the page that it linked to',
		[
			'The pages before it were there, so the link may have expired, or the list has been removed meanwhile. Run the workflow again; if it keeps happening, tell the administrators of the platform.',
			answer,
		],
		{ reason, answer },
	);
}

function hashOf(value: unknown): string {
	return shortHash(JSON.stringify(value), HASH_LENGTH);
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
		'The list would never end. This is a fault of the service: tell the administrators of the platform.',
	);
}
