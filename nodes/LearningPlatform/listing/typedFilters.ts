import type { TypedFilter } from '../courseFilters';
import { UserFacingError } from '../transport/errors';
import type { Filter } from './filters';
import { filterText } from './filterText';
import { parseIsoDate } from './isoDate';
import { lettersOf } from './lettersOf';
import { oneOf } from './oneOf';
import { readRecordId } from './recordId';
import { knownTimeZone } from './timeZone';

const CHECK = 'If it is an expression, check what it returns.';

/**
 * What was entered for one of the typed filters, as a filter to send. Expressions and AI models may leave a
 * filter out in many ways: nothing, an empty text or list, and "any" ask for everything.
 *
 * @param value what the parameter returns
 * @param timeZone of the workflow, for dates without one
 * @returns no filter, or one
 * @throws UserFacingError that names the parameter and what it takes
 */
export function typedFilter(row: TypedFilter, value: unknown, timeZone: string): Filter[] {
	if (isEverything(value)) return [];
	const values = encode(row, value, timeZone);
	const { label: place, field } = row;
	const operator = values.length > 1 ? 'in' : row.operator;
	return [{ place, field, operator, value: operator === 'in' ? values : values[0] }];
}

function isEverything(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return /^(any)?$/i.test(value.trim());
	if (Array.isArray(value)) return value.every(isEverything);
	return typeof value === 'object' && 'mode' in value && 'value' in value
		? isEverything(value.value)
		: false;
}

function encode(row: TypedFilter, value: unknown, timeZone: string): string[] {
	switch (row.encoding) {
		case 'boolean':
			return [booleanText(row, value)];
		case 'choice':
			return [chosen(row, value)];
		case 'date':
			return [dateText(row, value, timeZone)];
		case 'group':
		case 'id':
			return [readRecordId(value, row.label)];
		case 'ids':
		case 'texts':
			return texts(row, value);
	}
}

function booleanText({ label }: TypedFilter, value: unknown): string {
	const word = filterText(value)?.trim().toLowerCase() ?? '';
	if (/^(true|yes|1)$/.test(word)) return 'true';
	if (/^(false|no|0)$/.test(word)) return 'false';
	throw new UserFacingError(
		`${label} must be true or false`,
		`Turn it on or off, or remove the filter to list both. ${CHECK}`,
	);
}

/** By value or name, in any case, with or without hyphens. */
function chosen({ label, choices = [] }: TypedFilter, value: unknown): string {
	const word = typeof value === 'string' ? lettersOf(value) : '';
	const found = choices.find((choice) => lettersOf(choice.value) === word);
	if (found) return found.value;
	const names = choices.map((choice) => choice.value);
	throw new UserFacingError(
		`${label} must be ${oneOf(names)}`,
		`Enter one of them, or "any" for all. ${CHECK} Field Filters can ask for other values.`,
	);
}

/**
 * In whole seconds, because the service ignores milliseconds (docs/service.md, Filters). "After" and "before" the
 * same moment go to the same second, so that ranges that meet lose no record between them and list none twice.
 */
function dateText({ label }: TypedFilter, value: unknown, timeZone: string): string {
	const time = parseIsoDate(filterText(value) ?? '', knownTimeZone(timeZone));
	const text = time === undefined ? '' : `${new Date(time).toISOString().slice(0, -5)}.000Z`;
	// Years of other than four digits, at either end of time.
	if (/^\d{4}-/.test(text)) return text;
	throw new UserFacingError(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		`Any form of ISO 8601 will do. Enter one, or remove the filter. ${CHECK}`,
	);
}

function texts({ label }: TypedFilter, value: unknown): string[] {
	const entries = Array.isArray(value)
		? (value as unknown[])
		: (filterText(value)?.split(',') ?? [value]);
	const found = entries
		.filter((entry) => !isEverything(entry))
		.map((entry) => (typeof entry === 'object' ? undefined : filterText(entry)?.trim()));
	if (found.length > 0 && !found.includes(undefined)) return [...new Set(found as string[])];
	throw new UserFacingError(
		`${label} must be text with commas, or a list of texts`,
		`Enter one or more values, separated by commas, or remove the filter. ${CHECK}`,
	);
}
