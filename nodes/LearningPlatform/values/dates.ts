import { DateTime, IANAZone } from 'luxon';
import { getGlobalState } from 'n8n-workflow';

/** A date from the service, a table, an event, or a form. */
interface FoundDate {
	/** The moment, or the beginning of the day, in ms since the epoch. */
	ms: number;
	hasTime: boolean;
	/** True for a moment; false for a day and for a time whose zone is unknown. */
	hasZone: boolean;
	/** True for a day number of a spreadsheet, e.g. 46387. */
	isExcelDay?: boolean;
}

export const DAY_MS = 86_400_000;

/** Day 0 of spreadsheets (ECMA-376 part 1, section 18.17.4.1). */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);

/** Returns true from March 1, 1900, before which Excel and LibreOffice differ, to December 31, 9999. */
const isExcelDay = (serial: number) => serial >= 61 && serial < 2_958_466;

/** Returns a spreadsheet's day number, with the time as a fraction; `undefined` if Excel cannot show the date. */
export function excelDayOf(ms: number): number | undefined {
	const serial = (ms - EXCEL_EPOCH) / DAY_MS;
	return isExcelDay(serial) ? serial : undefined;
}

/** The first Unix time. Earlier dates of the service stand for missing ones, e.g. 0 or 0001-01-01. */
const FIRST_MS = Date.UTC(1971, 0);

/** Excludes five-digit years, times without a date, and ambiguous forms such as `202601`. */
const FORM =
	/^\d{4}(?!\d\d(?:T|$))[-\dW]*(?:T[\d:.,]+(?<zone>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;

/**
 * Reads a date from outside: ISO 8601 text (a point in time, or the beginning of a day, week, month, or year; a space
 * may replace the T), a Date, a Luxon date, Unix time in seconds or milliseconds, or a spreadsheet's day number.
 *
 * @param timeZone the zone for times without a zone, e.g. `Europe/Paris`
 * @returns `undefined` for anything else, and for a nonexistent date
 */
export function readDate(value: unknown, timeZone = 'UTC'): FoundDate | undefined {
	if (isDate(value)) return moment(value.valueOf());
	if (typeof value === 'number') return readDateNumber(value);
	if (typeof value !== 'string') return undefined;
	const date = readIsoDate(value);
	// Luxon is slow, and most dates have a zone.
	if (date && (date.hasZone || timeZone === 'UTC')) return date;
	const iso = value
		.trim()
		.toUpperCase()
		.replace(/^([^T ]+)[T ]+/, '$1T')
		.replace(/ (?=[Z+-])/, '');
	const form = FORM.exec(iso);
	// By default, Luxon uses the time zone of the workflow that n8n ran last.
	const time = form && DateTime.fromISO(iso, { zone: validTimeZone(timeZone) });
	if (!time?.isValid) return undefined;
	if (form?.groups?.zone !== undefined) return moment(time.toMillis());
	// When clocks are set back, one hour occurs twice: use the first occurrence.
	const ms = Math.min(...time.getPossibleOffsets().map((possible) => possible.toMillis()));
	return { ms, hasTime: iso.includes('T'), hasZone: false };
}

/** Digits alone are a number, except for a day without hyphens, e.g. 20260131. */
const NUMBER = /^(?!\d{8}$)\d+(?:\.\d+)?$/;

/** Reads a date from a cell of a table, which may contain numbers as text. */
export function readCellDate(cell: unknown): FoundDate | undefined {
	const isNumber = typeof cell === 'string' && NUMBER.test(cell.trim());
	return readDate(isNumber ? Number(cell) : cell);
}

/** A year of this century, a day of a month, and a date such as 1/31/26, in a text. */
const YEAR = /(?<!\d)20[2-9]\d(?!\d)/;
const DAY = /(?<!\d)0*(?:[1-9]|[12]\d|3[01])(?!\d)/;
const SHORT_DATE = /(?<!\d)\d?\d[./-]\d?\d[./-][2-9]\d(?!\d)/;

/** Returns true for a recent date in any form in which a table may return one, but not for 0, `-`, `NULL`, or 0000-00-00. */
export function isDateCell(cell: unknown): boolean {
	const date = readCellDate(cell);
	if (date) return date.ms >= Date.UTC(2020, 0) && date.ms < Date.UTC(2100, 0);
	// The text may be a date in words, in any language.
	const text = typeof cell === 'string' ? cell : '';
	return SHORT_DATE.test(text) || (YEAR.test(text) && DAY.test(text));
}

/** Reads a date from a record or an event of the service. Without a zone, UTC is assumed. @returns ms since the epoch */
export function readServiceTime(value: unknown): number | undefined {
	const date = readCellDate(value);
	return date && !date.isExcelDay && date.ms >= FIRST_MS ? date.ms : undefined;
}

/** A date with or without a time. Excludes shorter ISO 8601 forms because they look like numbers. */
const ISO_DATE = /^\d{4}-\d\d-(\d\d)(T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads a date in a text that may be anything, e.g. a name. Without a zone, UTC is assumed. */
export function readIsoDate(value: unknown): FoundDate | undefined {
	// With named groups, a date takes twice as long, and text that is no date takes nine times as long.
	const form = typeof value === 'string' ? ISO_DATE.exec(value) : null;
	if (!form) return undefined;
	const [hasTime, hasZone] = [form[2] !== undefined, form[3] !== undefined];
	if (hasZone && !hasTime) return undefined;
	const text = form[0].replace(',', '.');
	const ms = Date.parse(`${text}${hasTime ? '' : 'T00:00'}${hasZone ? '' : 'Z'}`);
	// JavaScript reads February 30 as March 2.
	const day = Number(form[1]);
	const isDay = day <= 28 || new Date(`${text.slice(0, 10)}T00:00Z`).getUTCDate() === day;
	return Number.isNaN(ms) || !isDay ? undefined : { ms, hasTime, hasZone };
}

function readDateNumber(number: number): FoundDate | undefined {
	const ms = Math.floor(EXCEL_EPOCH + number * DAY_MS);
	if (isExcelDay(number)) return { ms, hasTime: number % 1 > 0, hasZone: false, isExcelDay: true };
	// Unix time is in seconds until the year 5138, or in milliseconds from 1973.
	const unixMs = number < 100_000_000_000 ? number * 1_000 : number;
	return unixMs >= FIRST_MS ? moment(unixMs) : undefined;
}

const moment = (ms: number) =>
	utcText(ms) === undefined ? undefined : { ms, hasTime: true, hasZone: true };

/** Formats a time (docs/engineers/service.md, Filters). Returns `undefined` if the year is not between 0 and 9999. */
export function utcText(ms: number): string | undefined {
	const text = Math.abs(ms) < 1e15 ? new Date(ms).toISOString() : '';
	return /^\d{4}-/.test(text) ? text : undefined;
}

/** Returns true for a Luxon DateTime or a Date, even one from another realm. */
export function isDate(value: unknown): value is { valueOf: () => number } {
	return (
		Object.prototype.toString.call(value) === '[object Date]' ||
		(typeof value === 'object' && value !== null && 'isLuxonDateTime' in value)
	);
}

/** Returns a workflow's time zone or, for an unknown name such as `DEFAULT`, that of n8n or of the process. */
export function validTimeZone(timeZone: string): string {
	const zones = [timeZone, getGlobalState().defaultTimezone];
	// Luxon checks a zone that it creates only once.
	return zones.find((zone) => IANAZone.create(zone).isValid) ?? 'system';
}
