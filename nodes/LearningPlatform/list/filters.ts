/** Applies filters to the records of a page, and checks that the service has applied its own. */
import type { IDataObject } from 'n8n-workflow';

import { listAt, MOVING_DATES } from '../catalog/knownLists';
import type { CatalogFilter } from '../catalog/catalogList';
import { Failure } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import { readBoolean } from '../values/json';
import { readServiceTime } from '../values/dates';
import { pathReader } from '../values/fieldPath';
import { valueTypeOf, operatorOf, type Filter } from '../values/filter';
import { describeRecord, isHexId, nameOf } from '../values/identity';
import { foldChoice, isMatch } from '../values/words';

/** Allows for a one-hour difference between n8n's clock and the service's clock. */
const CLOCK_SKEW_MS = 3_600_000;

const catalogFilter = (path: string, field: string) =>
	listAt(path).filters.find(({ name }) => name === field);

/** Checks that records match the filters: a service may ignore them. A record without the field proves nothing. */
export function filterCheck(path: string, filters: readonly Filter[]) {
	const checks = filters.map((filter) => ({
		field: filter.field,
		verdictOn: verdictBy(path, filter),
		isShown: false,
	}));
	return {
		/** @throws Failure that names the filter and the record that contradicts it */
		page(number: number, records: readonly IDataObject[], recordsRead: number): void {
			for (const check of checks) {
				const verdicts = records.map(check.verdictOn);
				const at = verdicts.indexOf(false);
				if (at !== -1) {
					// Names the record by its ID: n8n logs the error, and a field value may be an email address.
					const found = describeRecord(records[at] ?? {}, at);
					const page = { number, recordsRead };
					throw new Failure('filterIgnored', { subject: check.field, found, page });
				}
				check.isShown ||= verdicts.includes(true);
			}
		},
		/** Returns the fields whose filters no record has confirmed yet. */
		unchecked: () => checks.filter(({ isShown }) => !isShown).map(({ field }) => field),
	};
}

/** Returns a function that checks a record against a filter and returns `undefined` if the record proves nothing. */
function verdictBy(path: string, { field, operator, values }: Filter) {
	const row = catalogFilter(path, field);
	const { shownIn = field, valueType = valueTypeOf(shownIn) } = row ?? {};
	const { read = pathReader(shownIn) } = row ?? {};
	const matches = operatorOf(operator)?.matches;
	const mayMove = operator === 'lt' && MOVING_DATES.includes(field);
	return (record: IDataObject): boolean | undefined => {
		const value = read(record);
		const verdict = matches?.({ values, valueType }, value);
		// A record edited while the list is being read gets a later date.
		const isNew = mayMove && (readServiceTime(value) ?? 0) >= Date.now() - CLOCK_SKEW_MS;
		return verdict === false && isNew ? undefined : verdict;
	};
}

/**
 * Finds records by criteria that the service does not support (docs/engineers/service.md, Filters).
 *
 * @param ownFilters the filters that the node applies; a record without the filtered field does not match
 * @param isWhole true if the whole list is read; otherwise, finding no names proves nothing
 */
export function searchIn(
	path: string,
	nameContains: string,
	ownFilters: readonly Filter[],
	isWhole: boolean,
) {
	const verdicts = ownFilters.map((filter) => verdictBy(path, filter));
	if (nameContains !== '') verdicts.push((record) => isMatch(nameOf(record), nameContains));
	if (verdicts.length === 0) return undefined;
	// If the list's records usually have names, finding no names is not an error.
	let isNamed = nameContains === '' || !isWhole || listAt(path).nameFields !== undefined;
	let hasRecords = false;
	return {
		keep(records: readonly IDataObject[]): IDataObject[] {
			hasRecords ||= records.length > 0;
			isNamed ||= records.some((record) => nameOf(record) !== '');
			return records.filter((record) => verdicts.every((verdict) => verdict(record) === true));
		},
		/** @throws UserFacingError if no record had a name: an empty result would suggest that no name matched */
		finish(): void {
			if (isNamed || !hasRecords) return;
			throw new UserFacingError(
				'Name Contains cannot search this list because its records have no names',
				"Remove Name Contains from Filters. To search a different field, put n8n's Filter node after this one.",
			);
		},
	};
}

/** Separates the service's filters from the node's own. @throws UserFacingError if one of the latter is invalid */
export function splitFilters(path: string, filters: readonly Filter[] = []) {
	const isOwn = ({ field }: Filter) => catalogFilter(path, field)?.isOwn === true;
	const ownFilters = asPublished(path, filters.filter(isOwn));
	for (const { field, operator } of ownFilters) {
		const row = catalogFilter(path, field);
		if (row && !row.operators.includes(operator)) {
			throw new UserFacingError(acceptedOperators(row), 'Choose one of them under Field Filters.');
		}
	}
	const implied = ownFilters.flatMap(({ field }) => catalogFilter(path, field)?.implies ?? []);
	const added = implied
		.filter((name) => ownFilters.every(({ field }) => field !== name))
		.map((field) => ({ field, operator: 'eq', values: ['true'] }));
	const isOff = ({ field, values: [value] }: Filter) =>
		value === 'false' && listAt(path).filters.some(({ implies }) => implies === field);
	return {
		serviceFilters: filters.filter((filter) => !isOwn(filter)),
		ownFilters: [...ownFilters, ...added].filter((filter) => !isOff(filter)),
	};
}

/** Changes values to the platform's documented spelling. @throws UserFacingError for a value that it would reject */
export function asPublished(path: string, filters: readonly Filter[]): Filter[] {
	return filters.map((filter) => {
		const { valueType, values: words = valueType === 'boolean' ? ['true', 'false'] : undefined } =
			catalogFilter(path, filter.field) ?? {};
		if (!words) return filter;
		const values = filter.values.map((entered) => {
			const published = words.find((word) => foldChoice(word) === foldChoice(entered));
			const flag = valueType === 'boolean' ? readBoolean(entered) : undefined;
			const word = published ?? flag?.toString();
			if (word === undefined) throw notTaken(path, filter.field, entered, words);
			return word;
		});
		return { ...filter, values };
	});
}

const acceptedOperators = ({ name, operators }: CatalogFilter) =>
	`The filter on "${name}" accepts only these operators: ${listOf(operators)}`;

function notTaken(path: string, field: string, entered: string, words: readonly string[]) {
	const other = listAt(path).filters.find(({ shownIn = '' }) => shownIn.startsWith(`${field}.`));
	const instead =
		other?.title === undefined ? '' : ` For other values, use the ${other.title} filter.`;
	return new UserFacingError(
		`The filter on "${field}" accepts only ${listOf(words)}, not "${entered}"`,
		`Choose one of them under Field Filters.${instead} If you use an expression, check its result.`,
	);
}

/** Returns sentences that explain the mistakes in a rejected request. @param id a record's ID, or '' for a list */
export function mistakesIn(path: string, filters: readonly Filter[], id: string): string[] {
	const known = listAt(path);
	if (known.path === undefined) return [];
	const parts = known.path.split('/');
	const inPath = path.split('/').filter((_, at) => /^\{\w+Id\}$/.test(parts[at] ?? ''));
	const isNamed = (encoded: string) => isName(decodeURIComponent(encoded));
	const accepted =
		known.filters.length === 0
			? 'This list has no filters'
			: `This list can be filtered only by ${listOf(known.filters.map(({ name }) => name))}`;
	const sentences = filters.flatMap(({ field, operator, values }) => {
		const row = catalogFilter(path, field);
		if (!row)
			return [`${accepted}. To filter it another way, put n8n's Filter node after this one.`];
		if (!row.operators.includes(operator)) return [`${acceptedOperators(row)}.`];
		return row.valueType === 'id' && values.some(isName) ? [noId(`The filter on "${field}"`)] : [];
	});
	if (inPath.some(isNamed)) sentences.push(noId('The address of the list'));
	if (isNamed(id)) sentences.push(noId('The entry for the record'));
	return [...new Set(sentences)];
}

const noId = (what: string) =>
	`${what} contains a name instead of an ID. Choose From List, or enter the ID.`;

/** IDs contain digits but no spaces. */
const isName = (text: string) => !isHexId(text) && /^\D+$|\s/.test(text);

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format([...words].sort());
