import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { idOf, type RecordId } from '../catalog/identity';
import { identityOf } from '../catalog/knownLists';
import { serviceError, type UserFacingError } from '../errors';
import type { Listing } from './connection';

/**
 * How many pages in a row may have nothing new. Some services look through their records page by page and send the ones
 * that match, often none; in a list without an end this many pages take a few minutes.
 */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/** Where nothing identifies a record, some pages may be alike, but not page after page. */
const MAX_PAGES_ALIKE = 10;

/**
 * Makes a function that is given page after page of a list, and returns the records of each that no page before had.
 * Identity decides, since contents may change while the list is read; contents do where nothing identifies a record.
 *
 * @param listing its identity counts first, then the one in the catalog, then the usual fields
 */
export function progressCheck(listing: Pick<Listing, 'path' | 'identity'>) {
	const identity = listing.identity ?? identityOf(listing.path);
	const idOfRecord = (record: IDataObject) =>
		identity?.length === 0 ? undefined : (idOf(record, identity) ?? idOf(record));
	const idsRead = new Set<RecordId>();
	/** Hashes of the pages with records that nothing identifies. */
	const pagesRead = new Set<string>();
	let pagesWithoutNew = 0;
	let pagesAlike = 0;
	let areIdentified = true;

	/** @throws UserFacingError for a list that will never come to its end, and for a page that comes twice */
	return (records: IDataObject[]): IDataObject[] => {
		const ids = records.map(idOfRecord);
		const isRead = (id: RecordId | undefined) => id !== undefined && idsRead.has(id);
		const fresh = records.filter((_, index) => !isRead(ids[index]));
		for (const id of ids) if (id !== undefined) idsRead.add(id);
		areIdentified &&= !haveIdInCommon(records, ids);
		if (areIdentified && fresh.length === 0 && records.length > 0) {
			throw serviceError(
				'The service sent a page of the list twice',
				'Its records would be there twice, and others may be missing. Many may have been added while the list was read: run the workflow again. If it keeps happening, tell the administrators of the platform.',
			);
		}
		pagesWithoutNew = fresh.length > 0 ? 0 : pagesWithoutNew + 1;
		if (!areIdentified || ids.includes(undefined)) {
			const page = createHash('sha256').update(JSON.stringify(records)).digest('base64');
			pagesAlike = pagesRead.has(page) ? pagesAlike + 1 : 0;
			pagesRead.add(page);
		}
		if (pagesAlike >= MAX_PAGES_ALIKE) throw endless(MAX_PAGES_ALIKE, 'were all read before');
		if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
			throw endless(MAX_PAGES_WITHOUT_NEW, 'had no new records');
		}
		return areIdentified ? fresh : records;
	};
}

/** Whether different records have the same ID. One page is one answer, so it is not that a record has changed. */
function haveIdInCommon(records: IDataObject[], ids: (RecordId | undefined)[]): boolean {
	const recordOfId = new Map<RecordId | undefined, IDataObject>();
	return records.some((record, index) => {
		const id = ids[index];
		const other = recordOfId.get(id);
		recordOfId.set(id, record);
		const isTwice = id !== undefined && other !== undefined;
		return isTwice && JSON.stringify(other) !== JSON.stringify(record);
	});
}

function endless(pages: number, what: string): UserFacingError {
	return serviceError(
		`The list goes on, but its last ${pages} pages ${what}`,
		'The list would never end. This is a fault of the service: tell the administrators of the platform.',
	);
}
