import { UserFacingError } from '../errors';
import type { Filter } from '../service';
import { readRecordDate } from '../values/dates';

export interface Since {
	/** The date of change. */
	field: string;
	/** In s since the epoch. */
	from: number;
}

/**
 * Narrows the filters of a list to changes since a time. A user's own later bound on the field wins.
 *
 * @throws UserFacingError for a filter on the field whose value cannot be read
 */
export function filtersSince(
	filters: readonly Filter[],
	{ field, from }: Since,
): readonly Filter[] {
	const own = filters.find((filter) => filter.field === field && filter.operator === 'gte');
	if (own && secondOf(own) >= from) return filters;
	// The service ignores milliseconds.
	const bound = { field, operator: 'gte', values: [new Date(from * 1_000).toISOString()] };
	return [...filters.filter((filter) => filter !== own), bound];
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
