import type { INodeProperties } from 'n8n-workflow';

import { invalidEntry, UserFacingError } from '../errors';
import { booleanOf } from '../values/boolean';
import { isDate, knownTimeZone, parseIsoDate, utcText } from '../values/dates';
import { lettersOf } from '../values/words';

/** Reads on or off. An empty entry, e.g. from an expression, means the default. @throws UserFacingError */
export function boolean(
	entered: unknown,
	{ displayName, default: ifEmpty }: Pick<INodeProperties, 'displayName' | 'default'>,
): boolean {
	const isEmpty = typeof entered === 'string' && entered.trim() === '';
	const found = booleanOf(isEmpty ? ifEmpty : (entered ?? ifEmpty));
	if (found !== undefined) return found;
	throw invalidEntry(`${displayName} must be true or false`, 'Turn it on or off.');
}

/** Reads a whole number, also from text, within the bounds of the editor. @throws UserFacingError */
export function wholeNumber(
	entered: unknown,
	{ displayName, default: preset, typeOptions = {} }: INodeProperties,
): number {
	const { minValue: min = 0, maxValue: max = Infinity } = typeOptions;
	const number = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
	if (Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max) {
		return Number(number);
	}
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	// Only percentages end at 100. For 0.8, which means 80, "a number such as 1" would suggest 1 percent.
	const example =
		max === 100 ? `a percentage, e.g. ${Number(preset)}` : `a number such as ${min + 1}`;
	throw invalidEntry(`${displayName} must be a whole number ${range}`, `Enter ${example}.`);
}

/** Reads text or a number, and trims it; '' for any other value. */
export function text(entered: unknown): string {
	return typeof entered === 'string' || typeof entered === 'number' ? String(entered).trim() : '';
}

/** A name in quotation marks, which are doubled within the name, or a name without commas. */
const NAME = /\s*"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g;

/** Reads distinct field names from text with commas or line breaks, or from a list of names. @throws UserFacingError */
export function fieldNames(
	entered: unknown,
	{ displayName }: Pick<INodeProperties, 'displayName'>,
): string[] {
	const entries =
		typeof entered === 'string'
			? Array.from(
					entered.matchAll(NAME),
					([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole,
				)
			: [entered ?? ''].flat();
	if (!entries.every((entry) => typeof entry === 'string')) {
		throw invalidEntry(
			`${displayName} is not a list of field names`,
			'Enter names separated by commas, e.g. "_id, name, status".',
		);
	}
	return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}

/** Reads a menu in any case: a value or, as agents often write, the name of an entry. @throws UserFacingError */
export function chosen<Value extends string>(
	entered: unknown,
	label: string,
	entries: readonly { name: string; value: Value }[],
	advice = 'Choose one of them.',
): Value {
	const letters = typeof entered === 'string' ? lettersOf(entered) : '';
	const found = entries.find(({ name, value }) => [value, name].map(lettersOf).includes(letters));
	if (found) return found.value;
	const values = new Set(entries.map(({ value }) => value));
	throw invalidEntry(`${label} must be ${oneOf([...values])}`, advice);
}

/** Joins choices, e.g. `archived, deleted, or published`. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);
}

/** A Luxon date, such as `$now`, as n8n's expressions spell it. */
const LUXON_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** Returns a value as a filter sends it, dates in UTC; `undefined` for nothing, `NaN`, invalid dates, objects and lists. */
export function filterText(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			// An invalid Luxon date, as n8n's expressions spell it.
			if (value === 'Invalid DateTime') return undefined;
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

/** Returns a date in the service's spelling. @param precisionMs the unit to round down to @throws UserFacingError */
export function dateText(label: string, value: unknown, timeZone: string, precisionMs = 1): string {
	const time = parseIsoDate(filterText(value) ?? '', knownTimeZone(timeZone)) ?? NaN;
	const text = utcText(Math.floor(time / precisionMs) * precisionMs);
	if (text !== undefined) return text;
	throw new UserFacingError(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		'In the form, pick the day. In an expression, return any ISO 8601 date. Or remove the field.',
	);
}

/** Returns the entries of a list or of comma-separated text: "a, b," has the entries a and b. */
export function entriesOf(entered: unknown): unknown[] {
	const isText = typeof entered === 'string';
	return (isText ? entered.split(',') : [entered].flat())
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isText || entry !== '');
}

/** Returns the values of a filter as text. @throws UserFacingError for no value, and for an object or a list */
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
	// Otherwise an expression that finds nothing would filter by empty text, and list nothing.
	throw invalidEntry(
		`The filter on "${field}" has no value`,
		'Enter a value, or several separated by commas for In and Not In. Or remove the filter.',
	);
}
