import { DateTime } from 'luxon';

import { DAY_MS, isDate, readDate, utcText, validTimeZone } from './dates';

/** A date from a table or an expression: a whole day, or a point in time. */
export interface DayOrTime {
	ms: number;
	isExcelDay?: boolean;
	/** The day as `YYYY-MM-DD`; `undefined` for a point in time. */
	day?: string;
}

/** The beginning of a date in full. Other forms that `readDate` accepts, e.g. 2026 or 20261231, may be numbers. */
const FORM = /^(\d{4}-\d\d-\d\d)(?:$|[T ]+((?!24)\d\d:[\d:.,]+))/i;

/** Matches midnight as written. */
const MIDNIGHT = /^00:00(?::00(?:[.,]0+)?)?$/;

/**
 * Reads a date that a person, a table, or another service wrote. A value without a time is a day; so is a value at
 * midnight, as written or in the time zone, because date pickers and date columns add that time. A number is an Excel
 * day of this century. Everything that could be read in two ways, e.g. 05/12/2026, is no date.
 *
 * @param timeZone the zone of times without a zone, e.g. `Europe/Paris`
 * @returns `undefined` for anything else
 */
export function readDayOrTime(value: unknown, timeZone: string): DayOrTime | undefined {
	const date = readDate(value, timeZone);
	if (!date) return undefined;
	if (date.isExcelDay) {
		const day = utcDay(date.ms);
		return day.startsWith('20') ? { ...dayIn(timeZone, day), isExcelDay: true } : undefined;
	}
	const text = String(isDate(value) ? utcText(date.ms) : value).trim();
	const [, day, time = ''] = FORM.exec(text) ?? [];
	if (day === undefined) return undefined;
	if (time === '' || MIDNIGHT.test(time)) return dayIn(timeZone, day);
	const local = DateTime.fromMillis(date.ms, { zone: validTimeZone(timeZone) });
	const isMidnight = local.startOf('day').toMillis() === date.ms;
	return isMidnight ? dayIn(timeZone, local.toFormat('yyyy-MM-dd')) : { ms: date.ms };
}

/** Returns the first moment after a day both in a time zone and in UTC. The day has then ended for the platform as well. */
export function endOfDay(day: string, timeZone: string): number {
	const next = utcDay(Date.parse(day) + DAY_MS);
	return Math.max(dayIn(timeZone, next).ms, Date.parse(next));
}

/** Returns the day before a midnight in UTC or in a time zone; `undefined` for any other time. */
export function dayBefore(ms: number, timeZone: string): string | undefined {
	const next = readDayOrTime(new Date(ms), timeZone)?.day;
	return next === undefined ? undefined : utcDay(Date.parse(next) - DAY_MS);
}

/** Returns true if a stored date closes an account on the day, or at the time, that a table asks for. */
export function isSameLastDay(
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

function dayIn(timeZone: string, day: string): DayOrTime & { day: string } {
	const zone = validTimeZone(timeZone);
	return { day, ms: DateTime.fromISO(day, { zone }).startOf('day').toMillis() };
}
