import { filterText } from '../listing/filterText';
import { knownTimeZone } from '../listing/timeZone';
import { UserFacingError } from '../transport/errors';
import { fingerprint } from './fingerprint';
import type { State } from './state';

const PERIODS = ['never', 'day', 'week', 'month'] as const;

const DAY_MS = 24 * 60 * 60_000;

/** As a base64 text of 54 bits: two texts of one user will not meet. */
const REQUEST_LENGTH = 9;

export interface RefreshOptions {
	reportEverythingAgain?: unknown;
	reportEverythingOnce?: unknown;
}

/** When the user wants everything reported again, whether or not it has changed. */
export interface RefreshSettings {
	every: (typeof PERIODS)[number];
	/** What the user asked for once, as a hash; `undefined` for nothing. */
	request: string | undefined;
	/** Where days begin; `undefined` for where the process is. */
	timeZone: string | undefined;
	/** Whether any of it is set. */
	isUsed: boolean;
}

/** One poll, as the state is to remember it. */
export interface Run {
	/** Whether it reports every record of the list. */
	isFull: boolean;
	/** When all records were last reported, ISO 8601: the stamp of all items until that happens again. */
	syncRun: string | undefined;
	/** The request that was met last. */
	request: string | undefined;
}

/**
 * Reads the options Report Everything Regularly and Report Everything Once.
 *
 * @param timeZone of the workflow
 * @throws UserFacingError for a period that there is not
 */
export function readRefresh(options: RefreshOptions, timeZone: string): RefreshSettings {
	const wanted = options.reportEverythingAgain ?? 'never';
	const every = PERIODS.find((period) => period === wanted);
	if (every === undefined) {
		throw new UserFacingError(
			'Report Everything Regularly is set to an unknown period',
			`Choose one of ${PERIODS.join(', ')}. If it is an expression, check what it returns.`,
		);
	}
	const text = filterText(options.reportEverythingOnce)?.trim() ?? '';
	const request = text === '' ? undefined : fingerprint(text, REQUEST_LENGTH);
	const isUsed = every !== 'never' || request !== undefined;
	return { every, request, timeZone: knownTimeZone(timeZone), isUsed };
}

/**
 * Decides whether a poll that starts now reports everything: when the period of the last time is over, or that
 * has never happened, and when something else is asked for than last time.
 *
 * @param before what is remembered, if anything
 */
export function startRun(
	{ every, request, timeZone }: RefreshSettings,
	before: Pick<State, 'syncRun' | 'request'> = {},
): Run {
	const now = new Date(Date.now());
	const { syncRun } = before;
	const isDue =
		every !== 'never' &&
		(syncRun === undefined ||
			periodOf(now, every, timeZone) !== periodOf(new Date(syncRun), every, timeZone));
	const isFull = isDue || (request !== undefined && request !== before.request);
	return { isFull, syncRun: isFull ? now.toISOString() : syncRun, request };
}

/** Identifies the day, the week by its Monday, or the month in which a moment is. */
function periodOf(
	time: Date,
	period: Exclude<RefreshSettings['every'], 'never'>,
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
