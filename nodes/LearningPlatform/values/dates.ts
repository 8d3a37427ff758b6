import { DateTime, IANAZone } from 'luxon';
import { getGlobalState } from 'n8n-workflow';

/** Excludes five-digit years, times without a date, and ambiguous forms such as `202601`. */
const FORM =
	/^\d{4}(?!\d\d(?:T|$))[-\dW]*(?:T[\d:.,]+(?<zone>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;

/**
 * Reads an ISO 8601 date: a point in time, or the beginning of a day, week, month, or year. A space may replace the T.
 *
 * @param timeZone the zone for times without a zone, e.g. `Europe/Paris` or `system`
 * @returns ms since the epoch; `undefined` for any other text or a nonexistent date
 */
export function parseIsoDate(text: string, timeZone: string): number | undefined {
	const iso = text
		.trim()
		.toUpperCase()
		.replace(/^([^T ]+)[T ]+/, '$1T')
		.replace(/ (?=[Z+-])/, '');
	const form = FORM.exec(iso);
	// By default, Luxon uses the time zone of the workflow that n8n ran last.
	const date = form && DateTime.fromISO(iso, { zone: timeZone });
	if (!date?.isValid) return undefined;
	if (form?.groups?.zone !== undefined) return date.toMillis();
	// When clocks are set back, one hour occurs twice: use the first occurrence.
	return Math.min(...date.getPossibleOffsets().map((possible) => possible.toMillis()));
}

/** Formats a time (docs/engineers/service.md, Filters). Returns `undefined` if the year is not between 0 and 9999. */
export function utcText(ms: number): string | undefined {
	const text = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
	return /^\d{4}-/.test(text) ? text : undefined;
}

/** Returns true for a Luxon DateTime or a Date, even one from another realm. */
export function isDate(value: unknown): value is { valueOf: () => number } {
	return (
		Object.prototype.toString.call(value) === '[object Date]' ||
		(typeof value === 'object' && value !== null && 'isLuxonDateTime' in value)
	);
}

/** A date with or without a time. Excludes shorter ISO 8601 forms because they look like numbers. */
const RECORD_DATE = /^\d{4}-\d\d-(\d\d)(T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads a date from a record, in ms since the epoch. Without a zone, UTC is assumed. */
export function readRecordDate(
	value: unknown,
): { ms: number; hasTime: boolean; hasZone: boolean } | undefined {
	// With named groups, a date takes twice as long, and text that is no date takes nine times as long.
	const form = typeof value === 'string' ? RECORD_DATE.exec(value) : null;
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

/** Returns a workflow's time zone or, for an unknown name such as `DEFAULT`, that of n8n or of the process. */
export function validTimeZone(timeZone: string): string {
	const zones = [timeZone, getGlobalState().defaultTimezone];
	// Luxon checks a zone that it creates only once.
	return zones.find((zone) => IANAZone.create(zone).isValid) ?? 'system';
}
