import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { idOf, type RecordId } from '../catalog/identity';
import { identityOf } from '../catalog/knownLists';
import { serviceError } from '../errors';
import type { Listing } from './connection';

/** Advice for a list that comes no nearer to its end. */
export const ENDLESS =
	'The list would never end. This is a fault of the service: tell the administrators of the platform.';

/**
 * How many pages in a row may have nothing new. Some services look through their records page by page and send the ones
 * that match, often none; in a list without an end this many pages take a few minutes.
 */
const MAX_PAGES_WITHOUT_NEW = 1_000;

/**
 * Makes a function that is given page after page of a list, and returns the records of each that no page before had.
 * Identity decides, since contents may change while the list is read; records that nothing identifies are all returned.
 *
 * @param listing its identity counts first, then the one in the catalog, then the usual fields
 */
export function progressCheck(listing: Pick<Listing, 'path' | 'identity'>) {
	const identity = listing.identity ?? identityOf(listing.path);
	const idOfRecord = (record: IDataObject) =>
		identity?.length === 0 ? undefined : (idOf(record, identity) ?? idOf(record));
	/** The IDs of records, and hashes of those that have none. */
	const known = new Set<RecordId>();
	let pagesWithoutNew = 0;
	let areIdentified = true;

	/** @throws UserFacingError for a list that will never come to its end, and for a page that comes twice */
	return (records: IDataObject[]): IDataObject[] => {
		const ids = records.map(idOfRecord);
		const keys = records.map((record, index) => ids[index] ?? hashOf(record));
		const isNew = keys.map((key) => !known.has(key));
		for (const key of keys) known.add(key);
		areIdentified &&= !haveIdInCommon(records, ids);
		const fresh = records.filter((_, index) => isNew[index] === true || ids[index] === undefined);
		if (areIdentified && fresh.length === 0 && records.length > 0) {
			throw serviceError(
				'The service sent a page of the list twice',
				'Its records would be there twice, and others may be missing. Many may have been added while the list was read: run the workflow again. If it keeps happening, tell the administrators of the platform.',
			);
		}
		pagesWithoutNew = isNew.includes(true) ? 0 : pagesWithoutNew + 1;
		if (pagesWithoutNew > MAX_PAGES_WITHOUT_NEW) {
			throw serviceError(
				`The list goes on, but its last ${MAX_PAGES_WITHOUT_NEW} pages had no new records`,
				ENDLESS,
			);
		}
		return areIdentified ? fresh : records;
	};
}

function hashOf(record: IDataObject): string {
	return createHash('sha256').update(JSON.stringify(record)).digest('base64');
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
