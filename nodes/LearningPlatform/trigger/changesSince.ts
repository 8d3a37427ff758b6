import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { readIsoDate } from '../values/dates';
import type { Filter } from '../values/filter';
import { countMissing } from './changes';
import type { Poll } from './settings';
import type { State } from './state';

/** A service may list an edit late, even after a newer one, so each poll rereads the last ten minutes. */
const REREAD_S = 600;

/**
 * Returns the changes to request, or `undefined` if the whole list must be read.
 *
 * @param hasFailed true if the last poll could not read the whole list: then the next one asks for changes
 */
export function changesToAskFor(
	{ changedBy: field, readWholeList: period, findsColumns }: Poll['schedule'],
	before: State | undefined,
	hasFailed: boolean,
) {
	if (period === 0 || field === undefined || before?.latest === undefined) return undefined;
	if (findsColumns && before.columns === undefined) return undefined;
	const age = Date.now() - Date.parse(before.wholeAt ?? '');
	// The whole list must also be read if the clock was set back or a record is missing.
	const isDue = !(age >= 0 && age < period) || countMissing(before.remembered) > 0;
	if (isDue && !hasFailed) return undefined;
	const { latest, seen: seenBefore = -Infinity } = before;
	const from = latest - REREAD_S;
	return {
		/** The modification date field. */
		field,
		/** In seconds since the epoch. */
		from,
		/**
		 * Returns the date filter to use (the user's own, if it starts later) and the other filters.
		 *
		 * @throws UserFacingError if the user's filter on the field is not a time with a time zone
		 */
		boundOf(filters: readonly Filter[]) {
			const userFilter = filters.find((one) => one.field === field && one.operator === 'gte');
			const second = userFilter ? secondIn(userFilter.values[0]) : from;
			if (second === undefined) {
				throw new UserFacingError(
					`The filter on "${field}" cannot be combined with Read the Whole List`,
					'The value must be a date, e.g. "2026-01-31". Change the filter or remove Read the Whole List.',
				);
			}
			const since = { field, operator: 'gte', values: [new Date(from * 1_000).toISOString()] };
			const bound = userFilter && second >= from ? userFilter : since;
			return { bound, filters: filters.filter((filter) => filter !== userFilter) };
		},
		/** Returns true if no record was last changed before `from`. A service may ignore the filter. */
		includesAll: (records: readonly IDataObject[]): boolean =>
			records.every((record) => (secondIn(record[field]) ?? -Infinity) >= from),
		/**
		 * Returns the time up to which a poll has read all changes.
		 *
		 * @param read what the poll has read: the latest change, and the number of pages
		 * @param isSame true if nothing has changed
		 */
		latestAfter(read: { latest: number | undefined; pages: number }, isSame: boolean): number {
			const seen = read.latest ?? -Infinity;
			// An edit may move a record to a page that was already read, so several pages count only if two polls read them.
			const until = isSame || read.pages === 1 ? seen : Math.min(seen, seenBefore);
			// Edits that Trigger On ignores do not justify storing a new state after every poll.
			return until - latest > (isSame ? REREAD_S : 0) ? until : latest;
		},
	};
}

/** Converts a time to seconds since the epoch. Ignores times that the filter may not accept: Unix times and times without a zone. */
function secondIn(value: unknown): number | undefined {
	const date = readIsoDate(value);
	return date?.hasZone ? Math.floor(date.ms / 1_000) : undefined;
}

/** Collects a list's modification dates while the list is read. @param changedBy the field, or '' if there is none */
export function datesOf(changedBy: string) {
	let beganAt = Infinity;
	let latest: number | undefined;
	return {
		/** @param now the time when the page was sent, according to the service's clock, in seconds since the epoch */
		add(records: readonly IDataObject[], now: number): void {
			beganAt = Math.min(beganAt, Math.floor(now));
			for (const record of records) {
				const changedAt = secondIn(record[changedBy]);
				// A record edited during the read may be on a page that was already read.
				if (changedAt === undefined || changedAt > beganAt) continue;
				latest = Math.max(latest ?? changedAt, changedAt);
			}
		},
		/** Returns a time up to which all changes have been read. */
		latest: () => latest && Math.min(latest, beganAt),
	};
}
