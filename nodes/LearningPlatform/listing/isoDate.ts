/** A year, month or day, a week or a day of it, or a day of the year (ISO 8601-1, section 5.2). */
const DATE =
	/^(\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?|(?<month2>\d\d)(?<day2>\d\d)|-?W(?<week>\d\d)(?:-?(?<weekday>[1-7]))?|-?(?<yearDay>\d{3}))?$/i;

/** An hour, minute, second or fraction of one, perhaps with a zone (ISO 8601-1, section 5.3). */
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)? ?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The moment that a date in ISO 8601 names, or at which its day, week, month or year begins. A time of day may
 * also follow after a space.
 *
 * @param timeZone where a time without a zone is meant, e.g. `Europe/Paris`; `undefined` for that of the process
 * @returns ms since the epoch; `undefined` for any other text, and for days and times that do not exist
 */
export function parseIsoDate(text: string, timeZone: string | undefined): number | undefined {
	const [, date = '', time = '00'] = /^([^T ]+)(?:[T ]+(.+))?$/is.exec(text.trim()) ?? [];
	const dayMs = parseDay(date);
	const timeMatch = TIME.exec(time);
	const timeMs = timeMatch && timeOfDay(timeMatch);
	if (dayMs === undefined || timeMs === undefined || timeMs === null) return undefined;
	const local = dayMs + timeMs;
	const zone = timeMatch?.groups?.zone;
	if (zone === undefined) return fromLocalTime(local, timeZone);
	const offset = parseOffset(zone);
	return offset === undefined ? undefined : local - offset;
}

/** The midnight in UTC at which the day, week, month or year begins. */
function parseDay(text: string): number | undefined {
	const match = DATE.exec(text);
	if (!match) return undefined;
	const year = Number(match[1]);
	const { month, day, month2, day2, week, weekday, yearDay } = match.groups ?? {};
	if (yearDay !== undefined) return dayOfYear(year, Number(yearDay));
	if (week !== undefined) return dayOfWeek(year, Number(week), Number(weekday ?? 1));
	const monthIndex = Number(month ?? month2 ?? 1) - 1;
	const start = utcDay(year, monthIndex, Number(day ?? day2 ?? 1));
	return new Date(start).getUTCMonth() === monthIndex ? start : undefined;
}

function dayOfYear(year: number, day: number): number | undefined {
	const start = utcDay(year, 0, day);
	return new Date(start).getUTCFullYear() === year ? start : undefined;
}

/** The first week of a year is the one with its fourth day; weeks begin on Monday. */
function dayOfWeek(year: number, week: number, weekday: number): number | undefined {
	const monday = mondayOfFirstWeek(year) + (week - 1) * 7 * DAY_MS;
	if (week < 1 || monday >= mondayOfFirstWeek(year + 1)) return undefined;
	return monday + (weekday - 1) * DAY_MS;
}

function mondayOfFirstWeek(year: number): number {
	const fourth = utcDay(year, 0, 4);
	return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
}

/** Unlike `Date.UTC` it takes the years before 100 as they are. */
function utcDay(year: number, monthIndex: number, day: number): number {
	return new Date(0).setUTCFullYear(year, monthIndex, day);
}

function timeOfDay([, hour, minute = '0', second = '0', fraction = '0']: RegExpExecArray) {
	const ms = Number(minute) * MINUTE_MS + Number(`${second}.${fraction}`) * 1_000;
	const isTime = Number(minute) < 60 && Number(second) < 60;
	const inDay = Number(hour) * HOUR_MS + Math.floor(ms);
	// 24:00 is the midnight at the end of a day.
	return isTime && inDay <= DAY_MS ? inDay : undefined;
}

/** @returns in ms, ahead of UTC */
function parseOffset(zone: string): number | undefined {
	// None of it is in a Z.
	const [, sign = '', hours = '0', minutes = '0'] = /(.)(\d\d):?(\d\d)?/.exec(zone) ?? [];
	if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
	return Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

/**
 * Of a time that comes twice, when clocks are put back, the first; one that is left out, when they are put
 * forward, counts from before the change, as clocks do that nobody put forward.
 */
function fromLocalTime(local: number, timeZone: string | undefined): number {
	const before = offsetAt(local - DAY_MS, timeZone);
	const after = offsetAt(local + DAY_MS, timeZone);
	const isRight = (offset: number) => offsetAt(local - offset, timeZone) === offset;
	return local - (isRight(before) || !isRight(after) ? before : after);
}

/** How far the clocks of a zone are ahead of UTC, in ms. */
function offsetAt(time: number, timeZone: string | undefined): number {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZoneName: 'longOffset',
		...(timeZone !== undefined && { timeZone }),
	});
	const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
		/([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? [];
	const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1_000;
	return Number(`${sign}1`) * ms;
}
