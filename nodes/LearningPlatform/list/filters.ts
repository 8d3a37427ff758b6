import type { IDataObject } from 'n8n-workflow';

import { describeRecord } from '../values/identity';
import {
	allFiltersOf,
	findKnownList,
	knownFiltersOf,
	MOVING_DATES,
	type KnownFilter,
} from '../catalog/knownLists';
import { serviceError, UserFacingError } from '../errors';
import type { Page } from '../service';
import { readRecordDate } from '../values/dates';
import { pathReader } from '../values/fieldPath';
import { kindOfField, operatorOf, type Filter } from '../values/filter';
import { booleanOf } from '../values/boolean';
import { lettersOf } from '../values/words';

interface Filtered {
	path: string;
	filters?: readonly Filter[];
}

/** The service ignores milliseconds. */
const SLACK_MS = 1_000;

/** How far the clocks of n8n and the service may be apart. */
const CLOCKS_APART_MS = 3_600_000;

/**
 * Compares the records of a list with its filters: a service that ignores a filter answers like a service that has found
 * everything. A record without the field shows nothing.
 */
export function filterCheck({ path, filters = [] }: Filtered) {
	const known = new Map(knownFiltersOf(path).map((filter) => [filter.name, filter]));
	const checks = filters.map((filter) => ({
		field: filter.field,
		verdictOn: verdictBy(filter, known.get(filter.field)),
		isShown: false,
	}));
	return {
		/** @throws UserFacingError that names the filter and the record that contradicts it */
		page({ number, records }: Page, recordsRead: number): void {
			for (const check of checks) {
				for (const [at, record] of records.entries()) {
					const verdict = check.verdictOn(record);
					if (verdict === false) {
						throw ignored(check.field, record, at).with({ page: { number, recordsRead } });
					}
					check.isShown ||= verdict === true;
				}
			}
		},
		/** Returns the fields of the filters that no record has confirmed so far. */
		unchecked: () => checks.filter(({ isShown }) => !isShown).map(({ field }) => field),
	};
}

function verdictBy({ field, operator, values }: Filter, row: KnownFilter | undefined) {
	const { shownIn = field } = row ?? {};
	const kind = row && row.kind !== 'value' ? row.kind : kindOfField(shownIn);
	const asked = { values, kind, slackMs: SLACK_MS };
	const read = pathReader(shownIn);
	const matches = operatorOf(operator)?.matches;
	const mayMove = operator === 'lt' && MOVING_DATES.includes(field);
	return (record: IDataObject): boolean | undefined => {
		if (shownIn === '') return undefined;
		const value = read(record);
		const verdict = matches?.(asked, value);
		// A record that is edited while the list is read gets a later date.
		const isNew = mayMove && (readRecordDate(value)?.ms ?? 0) >= Date.now() - CLOCKS_APART_MS;
		return verdict === false && isNew ? undefined : verdict;
	};
}

/** Splits filters into those for the service and those for the node itself. @throws UserFacingError as `asPublished` */
export function splitFilters(path: string, filters: readonly Filter[] = []) {
	const known = allFiltersOf(path);
	const sent: Filter[] = [];
	const own: Filter[] = [];
	for (const filter of filters) {
		const row = known.find(({ name, isOwn }) => isOwn && name === filter.field);
		if (!row) {
			sent.push(filter);
			continue;
		}
		if (!row.operators.includes(filter.operator)) {
			throw new UserFacingError(operatorsOf(row), 'Choose one of them under Field Filters.');
		}
		own.push({ ...inItsWords(path, filter, row), field: row.shownIn ?? row.name });
	}
	return { sent, own };
}

/**
 * Spells words as published, for a platform with published filters.
 *
 * @throws UserFacingError for a word that a filter does not take, which the platform would refuse
 */
export function asPublished(path: string, filters: readonly Filter[]): Filter[] {
	const known = new Map(knownFiltersOf(path).map((filter) => [filter.name, filter]));
	return filters.map((filter) => inItsWords(path, filter, known.get(filter.field)));
}

function inItsWords(path: string, filter: Filter, row: KnownFilter | undefined): Filter {
	const { kind, values: words = kind === 'boolean' ? ['true', 'false'] : undefined } = row ?? {};
	if (!words) return filter;
	const values = filter.values.map((entered) => {
		const found = words.find((word) => lettersOf(word) === lettersOf(entered));
		if (found !== undefined) return found;
		const flag = kind === 'boolean' ? booleanOf(entered) : undefined;
		if (flag !== undefined) return String(flag);
		throw notTaken(path, filter.field, entered, words);
	});
	return { ...filter, values };
}

const operatorsOf = ({ name, operators }: KnownFilter) =>
	`The filter on "${name}" accepts only the operators ${listOf(operators)}`;

function notTaken(path: string, field: string, entered: string, words: readonly string[]) {
	const other = allFiltersOf(path).find(
		({ isOwn, shownIn = '' }) => isOwn && shownIn.startsWith(`${field}.`),
	);
	const instead =
		other?.label === undefined ? '' : ` The filter ${other.label} accepts other words.`;
	return new UserFacingError(
		`The filter on "${field}" accepts only ${listOf(words)}, not "${entered}"`,
		`Choose one of them under Field Filters.${instead} If it is an expression, check what it returns.`,
		{ schedulerCause: 'configuration-invalid' },
	);
}

/** Names the record by its ID: a value may be a mail address, and n8n's log has the error. */
function ignored(field: string, record: IDataObject, index: number) {
	return serviceError(
		`The service ignored the filter on "${field}": ${describeRecord(record, index)} does not match it`,
		"It may not know this filter. Remove it and put n8n's Filter node after this one, or ask the administrators of the platform.",
	);
}

/** Returns sentences about mistakes in a request that the service has refused. @param id of a single record */
export function explainRefusal({ path, filters = [] }: Filtered, id = ''): string[] {
	const list = findKnownList(path);
	if (list === undefined) return [];
	const known = knownFiltersOf(path);
	const parts = list.path.split('/');
	const inPath = path.split('/').filter((_, at) => /^\{\w+Id\}$/.test(parts[at] ?? ''));
	const ids = [id, ...inPath].map(decodeURIComponent);
	const { sent } = splitFilters(path, filters);
	const sentences = sent.flatMap(({ field, operator, values }) => {
		const row = known.find(({ name }) => name === field);
		if (!row) return [takenBy(known.map(({ name }) => name))];
		if (!row.operators.includes(operator)) return [`${operatorsOf(row)}.`];
		return row.kind === 'id' && values.some(looksLikeName)
			? [noId(`The filter on "${field}"`)]
			: [];
	});
	const ofRecord = ids.some(looksLikeName)
		? [noId(id === '' ? 'The address of the list' : 'The ID')]
		: [];
	return [...new Set([...sentences, ...ofRecord])];
}

function takenBy(names: readonly string[]): string {
	const filters =
		names.length === 0
			? 'This list has no filters'
			: `This list can be filtered only by ${listOf(names)}`;
	return `${filters}: use n8n's Filter node after this one for the rest.`;
}

const noId = (what: string) =>
	`${what} has a name instead of an ID: choose From List, or enter the ID.`;

/** IDs have digits and no spaces. */
function looksLikeName(text: string): boolean {
	return text !== '' && (!/\d/.test(text) || /\s/.test(text));
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format([...words].sort());
