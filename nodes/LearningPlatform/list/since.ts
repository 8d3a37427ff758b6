import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { readRecordDate } from '../values/dates';
import type { Filter } from '../values/filter';

/** How far back to ask again: a service may list an edit late, even after a later one. */
export const OVERLAP_S = 600;

export interface ChangesFrom {
	/** The date of change. */
	field: string;
	/** In s since the epoch. */
	from: number;
}

/**
 * Narrows the filters of a list to changes since a time. A later bound that the user set on the field wins.
 *
 * @throws UserFacingError for a filter on the field whose value cannot be read
 */
export function filtersSince(
	filters: readonly Filter[],
	{ field, from }: ChangesFrom,
): readonly Filter[] {
	const own = filters.find((filter) => filter.field === field && filter.operator === 'gte');
	if (own && secondOf(own) >= from) return filters;
	// The service ignores milliseconds.
	const bound = { field, operator: 'gte', values: [new Date(from * 1_000).toISOString()] };
	return [...filters.filter((filter) => filter !== own), bound];
}

/** In s since the epoch; `undefined` for a date without a time zone. */
function secondOfChange(record: IDataObject, field: string): number | undefined {
	const date = readRecordDate(record[field]);
	return date?.hasZone ? Math.floor(date.ms / 1_000) : undefined;
}

/** Returns whether no record was changed earlier: a service may ignore the filter. */
export function allChangedSince(
	records: readonly IDataObject[],
	{ field, from }: ChangesFrom,
): boolean {
	return records.every((record) => (secondOfChange(record, field) ?? -Infinity) >= from);
}

/** Collects the dates of change of a list while it is read; `changedBy` is the field, '' for none. */
export function datesOf(changedBy: string) {
	let beganAt = Infinity;
	let latest: number | undefined;
	return {
		/** @param now when the page was sent, in s since the epoch by the service's clock */
		note(records: readonly IDataObject[], now: number): void {
			beganAt = Math.min(beganAt, Math.floor(now));
			for (const record of records) {
				const changedAt = secondOfChange(record, changedBy);
				if (changedAt === undefined) continue;
				// An edit during the reading may be on a page that was read before.
				if (changedAt <= beganAt) latest = Math.max(latest ?? changedAt, changedAt);
			}
		},
		/** Returns the time up to which all changes are known. */
		latest: () => latest && Math.min(latest, beganAt),
	};
}

/** The bound that a filter sets, in s since the epoch. */
function secondOf({ field, values: [text] }: Filter): number {
	const date = readRecordDate(text);
	// Services differ about what a time without a zone means.
	if (date?.hasZone) return Math.floor(date.ms / 1_000);
	throw new UserFacingError(
		`The filter on "${field}" cannot be combined with Read the Whole List`,
		'Its value has to be a date, e.g. "2026-01-31". Change the filter, or remove Read the Whole List.',
	);
}
