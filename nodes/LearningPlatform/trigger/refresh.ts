import { isBelievable, NOTHING_KNOWN, type Known, type Reporting } from './changes';
import type { State } from './state';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Decides whether a poll that starts now reports everything: when the period of the last refresh is over, when there
 * has been none, and when the user asks for something new. A period waits for the end of the refresh before it, or one
 * that takes longer than a day would never end; but not for an end that missing records may put off for ever.
 *
 * @param wish what the user asks for: a period, a single time, or both
 * @param before what is remembered, if anything
 */
export function startRun(
	wish: {
		every: 'never' | 'day' | 'week' | 'month';
		request: string | undefined;
		timeZone: string | undefined;
	},
	before: Partial<State> = {},
): Pick<Reporting, 'refresh'> & Pick<State, 'syncRun' | 'request'> {
	const { every, request, timeZone } = wish;
	const now = new Date(Date.now());
	const { syncRun, isRefreshing = false, known: { due, missing } = NOTHING_KNOWN } = before;
	const isToldSoon = missing.size === 0 || [...due].some((key) => !missing.has(key));
	const isDue =
		every !== 'never' &&
		!(isRefreshing && isToldSoon) &&
		(syncRun === undefined ||
			periodOf(now, every, timeZone) !== periodOf(new Date(syncRun), every, timeZone));
	if (isDue || (request !== undefined && request !== before.request)) {
		return { refresh: 'begins', syncRun: now.toISOString(), request };
	}
	return { refresh: isRefreshing ? 'goesOn' : 'none', syncRun, request };
}

/**
 * Whether a refresh that goes on has ended with this poll, so that rows with an older stamp can go: all of it was
 * reported by earlier polls, and this one agrees with them. It lacks none of their records, and has not found more
 * others than may have been added since: an outage must not sweep a table.
 *
 * @param found the list after this poll: how many records are new, and how many events are left to report
 * @param removalLimit in percent of the known records
 */
export function endsRefresh(
	before: Known,
	found: { known: Known; left: number; added: number },
	removalLimit: number,
): boolean {
	return (
		before.due.size === 0 &&
		found.left === 0 &&
		found.known.missing.size === 0 &&
		isBelievable(found.added, before.hashes.size, removalLimit)
	);
}

/** Identifies the day, the week by its Monday, or the month in which a moment is. */
function periodOf(
	time: Date,
	period: 'day' | 'week' | 'month',
	timeZone: string | undefined,
): string {
	if (Number.isNaN(time.getTime())) return 'none';
	const day = new Intl.DateTimeFormat('en-CA', {
		...{ year: 'numeric', month: '2-digit', day: '2-digit' },
		...(timeZone !== undefined && { timeZone }),
	}).format(time);
	if (period === 'month') return day.slice(0, 'YYYY-MM'.length);
	if (period === 'day') return day;
	const midnight = new Date(day);
	const daysSinceMonday = (midnight.getUTCDay() + 6) % 7;
	return new Date(midnight.getTime() - daysSinceMonday * DAY_MS).toISOString();
}
