import type { Resource } from '../resources';
import { UserFacingError } from '../transport/errors';
import { filterText } from './filterText';
import { filtersToQuery, type Filter } from './filters';
import { typedFilter } from './typedFilters';

/** Reads a node parameter, with expressions resolved for the current item. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

interface FiltersParameter extends Record<string, unknown> {
	fieldFilters?: { filter?: Partial<Filter>[] };
}

const DEFAULT_MAX_RETRIES = 4;

const MAX_RETRIES_LIMIT = 10;

/**
 * The query string for the parameter `filters`: the typed filters that the resource has, then the field filters
 * in their order. Typed filters that another resource left over are ignored: the form shows them no more.
 *
 * @param timeZone of the workflow, for dates without one
 * @throws UserFacingError for a filter that cannot be sent
 */
export function readFilterQuery(read: ReadParameter, resource: Resource, timeZone: string): string {
	const { fieldFilters, ...typed } = read('filters', {}) as FiltersParameter;
	const byType = resource.filters.flatMap((row) => typedFilter(row, typed[row.name], timeZone));
	const byField = (fieldFilters?.filter ?? []).map(({ field, operator, value }, index) => ({
		place: `Field filter ${index + 1}`,
		field,
		operator,
		value,
	}));
	return filtersToQuery([...byType, ...byField]);
}

/**
 * How many records are wanted at most: Infinity with Return All.
 *
 * @param ifLeftOut for a limit that a model may leave out; for others an empty one is an error
 * @throws UserFacingError when Limit is not a whole number from 1
 */
export function readLimit(read: ReadParameter, ifLeftOut?: number): number {
	const returnAll = read('returnAll', false);
	// Expressions, and the answers of AI models, often give text.
	if (filterText(returnAll)?.trim().toLowerCase() === 'true') return Infinity;
	const limit = read('limit', 50) ?? '';
	return readWholeNumber(limit === '' ? (ifLeftOut ?? limit) : limit, {
		name: 'Limit',
		min: 1,
		max: Number.MAX_SAFE_INTEGER,
	});
}

/** @throws UserFacingError when Max Retries is not a whole number from 0 to 10 */
export function readMaxRetries(read: ReadParameter): number {
	const { maxRetries = DEFAULT_MAX_RETRIES } = read('options', {}) as { maxRetries?: unknown };
	return readWholeNumber(maxRetries, { name: 'Max Retries', min: 0, max: MAX_RETRIES_LIMIT });
}

/**
 * The date by which the list is to be split.
 *
 * @returns '' to read it whole
 * @throws UserFacingError for a date that the resource does not have, and for what is no name of a field
 */
export function readSplitBy(read: ReadParameter, { splitBy }: Resource): string {
	const { splitBy: value = '' } = read('options', {}) as { splitBy?: unknown };
	if (splitBy === undefined || value === null || value === '') return '';
	const field = typeof value === 'string' ? value.trim() : undefined;
	const isKnown = splitBy === 'any' || field === '' || splitBy.some((one) => one.value === field);
	if (field !== undefined && isKnown) return field;
	const example = splitBy === 'any' ? 'createdAt' : (splitBy[0]?.value ?? '');
	throw new UserFacingError(
		'Split By is not the name of a date that the list can be split by',
		`Enter a name such as "${example}", or remove Split By under Options. If it is an expression, check what it returns.`,
	);
}

/** @throws UserFacingError when the value is neither a whole number in the range nor a text with one */
export function readWholeNumber(
	value: unknown,
	{ name, min, max }: { name: string; min: number; max: number },
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) {
		return number;
	}
	const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
	throw new UserFacingError(
		`${name} must be a whole number ${range}`,
		`Enter a number such as ${min + 1} for ${name}. If it is an expression, check what it returns.`,
	);
}
