import { DateTime } from 'luxon';

import { field, filterText, menuField } from '../form';
import { NOTHING_KNOWN, type Reporting } from './changes';
import type { State } from './state';

type Period = 'never' | 'day' | 'week' | 'month';

/** '' for nothing. */
export const reportEverythingOnce = field(
	{
		displayName: 'Report Everything Once',
		name: 'reportEverythingOnce',
		type: 'string',
		default: '',
		placeholder: 'e.g. table restored on 31 January',
		description:
			'Any text that was not here before: the next poll reports all records as "refreshed", once. To have it again, change the text.',
	},
	(entered) => filterText(entered)?.trim() ?? '',
);

export const reportEverythingAgain = menuField<Period>(
	{
		displayName: 'Report Everything Regularly',
		name: 'reportEverythingAgain',
		type: 'options',
		default: 'never',
		description:
			'When to report all records as "refreshed", changed or not, so that a table which missed a change is right again: at the first poll, and then at the first one of each day, week (from Monday) or month. Additions and updates that such a poll finds are reported as "refreshed", too. With the output Row an item with the action "sweep" follows when rows with an older stamp can be deleted.',
		options: [
			{ name: 'Never', value: 'never' },
			{ name: 'Every Day', value: 'day' },
			{ name: 'Every Week', value: 'week' },
			{ name: 'Every Month', value: 'month' },
		],
	},
	'never',
);

/**
 * Begins a poll, and decides whether it reports everything. A restart during a refresh begins it over, since n8n may not
 * have stored what was reported.
 *
 * @param last the latest stamp so far, in ms since the epoch
 * @param isRestarted whether this process has not read the list yet
 * @returns `time`: when the poll began, ISO 8601, but not before the last stamp, even if n8n's clock was set back
 */
export function startRun(
	{
		refresh: { every, request, timeZone },
		shape,
	}: {
		refresh: { every: Period; request: string | undefined; timeZone: string };
		shape: string | undefined;
	},
	before: Partial<State> = {},
	last: number,
	isRestarted: boolean,
): Pick<Reporting, 'refresh'> &
	Pick<State, 'syncRun' | 'refreshedAt' | 'request'> & { time: string } {
	const now = Date.now();
	const { syncRun, refreshedAt, isRefreshing = false } = before;
	const { due, missing } = before.known ?? NOTHING_KNOWN;
	// A refresh that takes longer than a day has to end before the next one begins, unless all that it still lacks are
	// missing records, which may never come back.
	const canEnd = missing.size === 0 || [...due].some((key) => !missing.has(key));
	const begun = Date.parse(refreshedAt ?? syncRun ?? '');
	const dateOf = (ms: number) => DateTime.fromMillis(ms, { zone: timeZone });
	const isOver = every !== 'never' && !dateOf(now).hasSame(dateOf(begun), every);
	const isReshaped = shape !== undefined && before.shape !== undefined && shape !== before.shape;
	const isDue = every !== 'never' && (isReshaped || (isOver && !(isRefreshing && canEnd)));
	const isAsked = request !== undefined && request !== before.request;
	if (isDue || isAsked || (isRefreshing && isRestarted)) {
		// Rows with the stamp of the last refresh have to be older.
		const isLater = now >= last && now !== Date.parse(syncRun ?? '');
		const time = isoTime(isLater ? now : last + 1);
		const began = isLater ? undefined : isoTime(now);
		return { refresh: 'begins', syncRun: time, refreshedAt: began, request, time };
	}
	const time = isoTime(Math.max(now, last));
	return { refresh: isRefreshing ? 'goesOn' : 'none', syncRun, refreshedAt, request, time };
}

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}
