import type { INodeProperties } from 'n8n-workflow';

import { invalidEntry, UserFacingError } from '../failures/userFacingError';
import { isBlank } from '../values/cells';
import { readBoolean } from '../values/json';
import { isDate, readCellDate, readDate, readIsoDate, utcText } from '../values/dates';
import { foldChoice } from '../values/words';

/** Quotes an entry on one line. Only descriptions do so: n8n logs messages. */
export const quoted = (text: string) => `"${text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 100)}"`;

/** Creates the error for an invalid entry, and quotes the entry: n8n only adds the item's number. */
export function notValid(message: string, entered: unknown, advice: string): UserFacingError {
	const text = filterText(entered ?? '')?.trim();
	if (text === undefined) return invalidEntry(message, advice);
	return invalidEntry(message, `The entry is ${text === '' ? 'empty' : quoted(text)}. ${advice}`);
}

/** Reads a Boolean. If the entry is empty, e.g. from an expression, the default applies. @throws UserFacingError */
export function boolean(
	entered: unknown,
	{ displayName, default: ifEmpty }: Pick<INodeProperties, 'displayName' | 'default'>,
): boolean {
	const found = readBoolean(isBlank(entered) ? ifEmpty : entered);
	if (found !== undefined) return found;
	throw notValid(`${displayName} must be true or false`, entered, 'Turn it on or off.');
}

/** Reads a whole number from a number or text and checks its range. @throws UserFacingError */
export function wholeNumber(
	entered: unknown,
	{ displayName, default: preset, typeOptions = {} }: INodeProperties,
): number {
	const { minValue: min = 0, maxValue: max = Infinity } = typeOptions;
	const number = typeof entered === 'string' && !isBlank(entered) ? Number(entered) : entered;
	if (Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max) {
		return Number(number);
	}
	const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
	// A maximum of 100 indicates a percentage. Users who enter 0.8 mean 80, so do not suggest "a number such as 1".
	const example =
		max === 100 ? `a percentage, e.g. ${Number(preset)}` : `a number such as ${min + 1}`;
	throw notValid(`${displayName} must be a whole number ${range}`, entered, `Enter ${example}.`);
}

/** Returns text or a number as trimmed text, or '' for any other value. */
export function text(entered: unknown): string {
	return typeof entered === 'string' || typeof entered === 'number' ? String(entered).trim() : '';
}

/** A name in quotation marks, with any quotation marks inside it doubled, or a name without commas. */
const NAME = /[^\S\r\n]*"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g;

/** Reads unique field names from a list, or from text separated by commas or line breaks. @throws UserFacingError */
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

/** Reads a menu entry by its value or by its name, which agents often enter. Ignores case. @throws UserFacingError */
export function readChoice<Value extends string>(
	entered: unknown,
	label: string,
	entries: readonly { name: string; value: Value }[],
	advice = 'Choose one of these.',
): Value {
	const letters = typeof entered === 'string' ? foldChoice(entered) : '';
	const choice = entries.find(({ name, value }) => [value, name].map(foldChoice).includes(letters));
	if (choice) return choice.value;
	const values = new Set(entries.map(({ value }) => value));
	throw notValid(`${label} must be ${oneOf([...values])}`, entered, advice);
}

/** Joins choices, e.g. `archived, deleted, or published`. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);
}

/** The format that n8n expressions produce for a Luxon date such as `$now`. */
const LUXON_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** Formats a filter value as text, with dates in UTC. Returns `undefined` if the value cannot be sent as text. */
export function filterText(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			// n8n expressions return this text for an invalid Luxon date.
			if (value === 'Invalid DateTime') return undefined;
			return LUXON_DATE.test(value) ? utcText(readIsoDate(value)?.ms ?? NaN) : value;
		case 'number':
			return Number.isFinite(value) ? String(value) : undefined;
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			return isDate(value) ? utcText(value.valueOf()) : undefined;
	}
}

/**
 * Formats a date for the service.
 *
 * @param precisionMs the unit to round down to
 * @returns also what a day number of Excel was read as, e.g. `46387 as 2026-12-31`
 * @throws UserFacingError
 */
export function dateText(label: string, value: unknown, timeZone: string, precisionMs = 1) {
	const entry = filterText(value);
	// Four digits are a year, not a day number.
	const parsed = readDate(entry, timeZone) ?? readCellDate(entry);
	const day = parsed?.isExcelDay
		? utcText(parsed.ms)?.replace(/(T00:00:00.000)?Z$/, '')
		: undefined;
	// A day number has no time zone.
	const date = day === undefined ? parsed : readDate(day, timeZone);
	const text = utcText(Math.floor((date?.ms ?? NaN) / precisionMs) * precisionMs);
	if (text !== undefined && (day === undefined || day.startsWith('20'))) {
		return { text, ...(day !== undefined && { excelDay: `${entry} as ${day}` }) };
	}
	throw notValid(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		value,
		'Pick a day in the form, return an ISO 8601 date from an expression, or remove the field.',
	);
}

/** Returns the entries in a list or in comma-separated text: "a, b," has the entries a and b. */
export function entriesOf(entered: unknown): unknown[] {
	const isText = typeof entered === 'string';
	return (isText ? entered.split(',') : [entered].flat())
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => !isText || entry !== '');
}

/** Returns a filter's values as text. @throws UserFacingError if a value is missing, an object, or a list */
export function textsOf(field: string, values: unknown[]): string[] {
	const texts = values.map((value) => {
		const text = filterText(value ?? '');
		if (text !== undefined) return text;
		throw new UserFacingError(
			`The filter on "${field}" has a value that is not text, a number, or a date`,
			'Check what the expression returns. To filter by several values (in a list or separated by commas), use the "In" operator.',
		);
	});
	if (texts.length > 0 && texts.every((text) => text.trim() !== '')) return texts;
	// If an expression finds nothing, filtering by empty text would return an empty list.
	throw invalidEntry(
		`The filter on "${field}" has no value`,
		'Enter a value, or remove the filter. For "In" and "Not In", separate several values with commas.',
	);
}
