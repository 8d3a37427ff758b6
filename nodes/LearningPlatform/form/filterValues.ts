import { UserFacingError } from '../errors';
import { isDate, knownTimeZone, parseIsoDate, utcText } from '../values/dates';
import type { Filter } from '../values/filter';

/** A filter, and where it was entered. */
export interface EnteredFilter extends Filter {
	/** E.g. `Field filter 1`. */
	label: string;
}

/** A date of Luxon, such as `$now`, as n8n passes it on: with the workflow's time zone. */
const LUXON_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** An invalid date of Luxon, as n8n passes it on. */
const INVALID_LUXON_DATE = 'Invalid DateTime';

/** Returns a value as a filter sends it, dates in UTC; `undefined` for nothing, `NaN`, invalid dates, objects and lists. */
export function filterText(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			if (value === INVALID_LUXON_DATE) return undefined;
			return LUXON_DATE.test(value) ? utcText(parseIsoDate(value, 'UTC') ?? NaN) : value;
		case 'number':
			return Number.isFinite(value) ? String(value) : undefined;
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			return isDate(value) ? utcText(value.valueOf()) : undefined;
	}
}

/** Returns a date as the service writes it. @param precisionMs the unit to round down to @throws UserFacingError */
export function dateText(label: string, value: unknown, timeZone: string, precisionMs = 1): string {
	const time = parseIsoDate(filterText(value) ?? '', knownTimeZone(timeZone)) ?? NaN;
	const text = utcText(Math.floor(time / precisionMs) * precisionMs);
	if (text !== undefined) return text;
	throw new UserFacingError(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		'In the form, pick the day. In an expression, return any ISO 8601 date. Or remove the field.',
	);
}

/** Returns the entries of a list, or of a text: "a, b," has a and b. */
export function entriesOf(entered: unknown): unknown[] {
	const isText = typeof entered === 'string';
	const entries = isText ? entered.split(',') : [entered].flat();
	return entries
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isText || entry !== '');
}

/** Returns the values of a filter as texts. @throws UserFacingError for no value, and for an object or a list */
export function textsOf(field: string, values: unknown[]): string[] {
	const texts = values.map((value) => {
		const text = filterText(value ?? '');
		if (text !== undefined) return text;
		throw new UserFacingError(
			`The filter on "${field}" has a value that is not text, a number or a date`,
			'Check what the expression returns. Several values, as a list or separated by commas, need the operator "In".',
		);
	});
	if (texts.length > 0 && texts.every((text) => text.trim() !== '')) return texts;
	// Otherwise an expression that finds nothing would filter by an empty text, and list nothing.
	throw new UserFacingError(
		`The filter on "${field}" has no value`,
		'Enter a value, or for In and Not In several with commas between, or remove the filter. If the value is an expression, check what it returns.',
	);
}
