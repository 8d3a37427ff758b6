import { DateTime } from 'luxon';

import { isDate, validTimeZone, parseIsoDate, utcText } from './dates';

/** A date from a table or an expression: a whole day, or a point in time. */
export interface DayOrTime {
	/** The day as `YYYY-MM-DD`; `undefined` for a point in time. */
	day?: string;
	/** The beginning of the day in the time zone, or the point in time, in ms since the epoch. */
	ms: number;
	/** True if the day was an Excel day number, e.g. 46387. */
	isExcelDay?: boolean;
}

const DAY_MS = 86_400_000;

/** The Excel day numbers of January 1, 2000, and December 31, 2099. */
const [FIRST_EXCEL_DAY, LAST_EXCEL_DAY] = [36_526, 73_050];

const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);

const FORM =
	/^(?<day>\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]+(?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?) ?(?<zone>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/** Matches midnight as written. */
const MIDNIGHT = /^00:00(?::00(?:[.,]0+)?)?$/;

/**
 * Reads a date that a person, a table, or another service wrote. A value without a time is a day; so is a value at
 * midnight, as written or in the time zone, because date pickers and date columns add that time. A number is an Excel
 * day. Everything that could be read in two ways, e.g. 05/12/2026, is no date.
 *
 * @param timeZone the zone of times without a zone, e.g. `Europe/Paris`
 * @returns `undefined` for anything else
 */
export function readDayOrTime(value: unknown, timeZone: string): DayOrTime | undefined {
	const zone = validTimeZone(timeZone);
	if (typeof value === 'number') {
		if (!(value >= FIRST_EXCEL_DAY && value < LAST_EXCEL_DAY + 1)) return undefined;
		const day = utcDay(EXCEL_EPOCH_MS + Math.floor(value) * DAY_MS);
		return { ...dayIn(zone, day), isExcelDay: true };
	}
	const text = isDate(value) ? utcText(value.valueOf()) : value;
	const form = typeof text === 'string' ? FORM.exec(text.trim()) : null;
	const { day = '', time = '' } = form?.groups ?? {};
	const ms = typeof text === 'string' && form ? parseIsoDate(text, zone) : undefined;
	if (ms === undefined) return undefined;
	if (time === '' || MIDNIGHT.test(time)) return dayIn(zone, day);
	const local = DateTime.fromMillis(ms, { zone });
	const isMidnight = local.startOf('day').toMillis() === ms;
	return isMidnight ? dayIn(zone, local.toFormat('yyyy-MM-dd')) : { ms };
}

/** Returns the first moment after a day both in a time zone and in UTC. The day has then ended for the platform as well. */
export function endOfDay(day: string, timeZone: string): number {
	const next = utcDay(Date.parse(day) + DAY_MS);
	return Math.max(dayIn(validTimeZone(timeZone), next).ms, Date.parse(next));
}

/** Returns the day before a midnight in UTC or in a time zone; `undefined` for any other time. */
export function dayBefore(ms: number, timeZone: string): string | undefined {
	const zone = validTimeZone(timeZone);
	const found = readDayOrTime(new Date(ms), zone)?.day;
	return found === undefined ? undefined : utcDay(Date.parse(found) - DAY_MS);
}

/** Returns true if a stored date closes an account on the day, or at the time, that a table asks for. */
export function isOneDay(
	storedMs: number,
	{ day, endsAt }: { day?: string | undefined; endsAt: number },
	timeZone: string,
): boolean {
	const isSameSecond = Math.floor(storedMs / 1_000) === Math.floor(endsAt / 1_000);
	return isSameSecond || (day !== undefined && dayBefore(storedMs, timeZone) === day);
}

/** Returns the next midnight in UTC. */
export function nextMidnight(now: number): number {
	return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function dayIn(zone: string, day: string): DayOrTime & { day: string } {
	return { day, ms: DateTime.fromISO(day, { zone }).startOf('day').toMillis() };
}
