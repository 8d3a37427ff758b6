import { dateRanges } from './dateRanges';

/** A moment from which on records count as changed. */
export interface Since {
	/** The date of change. */
	field: string;
	/** In s since the epoch. */
	from: number;
}

/**
 * The filters of a list, narrowed to what was changed since. A user's own filter on the field holds: the later bound
 * wins.
 *
 * @throws UserFacingError for a filter on the field whose value cannot be read
 */
export function filtersSince(query: string, { field, from }: Since): string {
	const { whole, queryOf } = dateRanges(query, field, 'Read the Whole List');
	return queryOf({ from: Math.max(whole.from, from), to: whole.to });
}
