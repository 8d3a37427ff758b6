import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { excerpt, serviceError, type UserFacingError } from '../errors';
import type { Claim } from './claims';
import { hasId } from './records';

/** Looks for what speaks against the end of a list. */
export function endCheck() {
	const totals = new Map<string, Claim>();
	return {
		/**
		 * Keeps the smallest of each total: what is added while a list is read may be missing from it.
		 *
		 * @param recordsRead of the pages before; an empty page may claim a total of its own
		 */
		note(claims: readonly Claim[], recordsRead: number): void {
			for (const claim of claims) {
				const isTotal =
					claim.says === 'pages' || (claim.says === 'records' && claim.count >= recordsRead);
				const known = totals.get(claim.source)?.count ?? Infinity;
				if (isTotal && claim.count < known) totals.set(claim.source, claim);
			}
		},
		/**
		 * @param claims of a page that has no link to the next one
		 * @param read how much of the list was read
		 * @throws UserFacingError when the list goes on
		 */
		check(claims: readonly Claim[], read: { records: number; pages: number }): void {
			const totalsReached = [...totals.values()].filter(({ count }) => count === read.records);
			const isReached = totalsReached.some(({ source }) => /total/i.test(source));
			// Some services count on behind the last record.
			const isMore = ({ says, count }: Claim) =>
				says === 'more' || (says === 'cursor' && !(isReached && count > 0));
			const more = claims.find(isMore);
			if (more) throw goesOn(more.source, 'more records');
			for (const { source, says, count } of totals.values()) {
				const done = says === 'pages' ? read.pages : read.records;
				if (count > done) throw goesOn(source, `${count} ${says}, and ${done} were read`);
			}
		},
	};
}

function goesOn(source: string, what: string): UserFacingError {
	// Each part by itself: together they are as long as a token.
	const quote = source
		.split('.')
		.map((part) => excerpt(part))
		.join('.');
	return serviceError(
		'The service says that the list goes on, but has no link to the next page',
		`The ${quote} of its answer says that there are ${what}, so the list does not count as complete. Pages can be followed by the header Link only: tell the administrators of the platform.`,
	);
}

/** What to say of a list that does not come nearer to its end. */
export const ENDLESS =
	'The list would never end. This is a fault of the service: tell the administrators of the platform.';

/** An empty page may have a next one, but a service that goes on like this will never come to an end. */
const MAX_EMPTY_PAGES_IN_A_ROW = 1_000;

/** Where records have no ID, two pages may look alike, but not page after page. */
const MAX_REPEATED_PAGES_IN_A_ROW = 10;

/** Makes a function that is given page after page, and notes whether the list comes nearer to its end. */
export function progressCheck(): (records: IDataObject[]) => void {
	let emptyPages = 0;
	let repeatedPages = 0;
	/** Hashes of pages, by their first and their last record. */
	const seenPages = new Set<string>();
	/** @throws UserFacingError for a list that will never come to its end, and for a page that comes twice */
	return (records) => {
		emptyPages = records.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages > MAX_EMPTY_PAGES_IN_A_ROW) {
			throw serviceError(
				`The list goes on, but its last ${MAX_EMPTY_PAGES_IN_A_ROW} pages were empty`,
				ENDLESS,
			);
		}
		if (records.length === 0) return;
		const ends = JSON.stringify([records.length, records[0], records.at(-1)]);
		const page = createHash('sha256').update(ends).digest('base64');
		const isRepeated = seenPages.has(page);
		if (isRepeated && hasId(records[0])) {
			throw serviceError(
				'The service sent a page of the list twice',
				'Its records would be there twice, and others may be missing. Many may have been added while the list was read: run the workflow again. If it keeps happening, tell the administrators of the platform.',
			);
		}
		repeatedPages = isRepeated ? repeatedPages + 1 : 0;
		if (repeatedPages >= MAX_REPEATED_PAGES_IN_A_ROW) {
			throw serviceError(
				`The list goes on, but its last ${MAX_REPEATED_PAGES_IN_A_ROW} pages were all read before`,
				ENDLESS,
			);
		}
		seenPages.add(page);
	};
}
