import type { IDataObject } from 'n8n-workflow';

import { describeRecord } from '../values/identity';
import {
	findKnownList,
	knownFiltersOf,
	MOVING_DATES,
	type KnownFilter,
} from '../catalog/knownLists';
import { onPage, serviceError } from '../errors';
import type { Filter, ListRequest, Page } from '../service';
import { readRecordDate } from '../values/dates';
import { lettersOf } from '../values/words';

/**
 * By the operator of a filter, of all that filters take: makes a function that says whether a value shows that the service
 * has ignored the filter. A value of another kind shows nothing.
 */
const CONTRADICTIONS: Record<
	string,
	(filter: Filter, known: KnownFilter) => (value: unknown) => boolean
> = {
	eq: otherThan,
	in: otherThan,
	ne: exactly,
	nin: exactly,
	gte: outside,
	lt: outside,
};

/**
 * Makes a function that looks at each page of a list for records that its filters leave out: a service that ignores
 * a filter answers as one that has found everything. A record without the field shows nothing.
 */
export function filterCheck({ path, filters = [] }: Pick<ListRequest, 'path' | 'filters'>) {
	const known = new Map(knownFiltersOf(path).map((filter) => [filter.name, filter]));
	const checks = filters.flatMap((filter) => {
		const row = known.get(filter.field);
		const { shownIn = filter.field } = row ?? {};
		const contradicts = row && shownIn !== '' && CONTRADICTIONS[filter.operator]?.(filter, row);
		return contradicts ? [{ field: filter.field, shownIn, contradicts }] : [];
	});
	/** @throws UserFacingError that names the filter and the record */
	return ({ number, records }: Page, recordsRead: number): void => {
		for (const { field, shownIn, contradicts } of checks) {
			const at = records.findIndex((record) => contradicts(record[shownIn]));
			const found = records[at];
			if (found) throw onPage(ignored(field, found, at), { number, recordsRead });
		}
	};
}

/** The service ignores milliseconds. */
const SECOND_MS = 1_000;

/** How far the clocks of n8n and the service may be apart. */
const CLOCKS_APART_MS = 3_600_000;

function outside({ field, operator, values: [bound] }: Filter) {
	const { ms: end, hasZone } = readRecordDate(bound) ?? {};
	if (end === undefined || !hasZone) return () => false;
	// A record that is edited while the list is read has a later date than the one it was found by.
	const latest = MOVING_DATES.includes(field) ? Date.now() - CLOCKS_APART_MS : Infinity;
	return (value: unknown): boolean => {
		const date = readRecordDate(value);
		if (!date?.hasZone) return false;
		return operator === 'gte'
			? date.ms < end - SECOND_MS
			: date.ms > end + SECOND_MS && date.ms < latest;
	};
}

/** Services differ in case, hyphens and what follows the code of a language. */
function otherThan({ values }: Filter, { operators }: KnownFilter) {
	const asked = values.map(lettersOf);
	const isNumber = values.every((value) => /^\d+$/.test(value));
	const isBoolean = values.every((value) => /^(true|false)$/.test(value));
	const isOther = (value: unknown) => {
		const isSameKind =
			typeof value === 'string' ||
			(typeof value === 'number' && isNumber) ||
			(typeof value === 'boolean' && isBoolean);
		const letters = isSameKind ? lettersOf(String(value)) : '';
		return (
			letters !== '' && !asked.some((one) => one.startsWith(letters) || letters.startsWith(one))
		);
	};
	return (value: unknown): boolean => {
		if (Array.isArray(value)) return value.every(isOther);
		// Several IDs of a record may be said in other ways than as a list.
		return operators.includes('eq') && isOther(value);
	};
}

function exactly({ values }: Filter) {
	return (value: unknown): boolean =>
		(typeof value === 'string' || typeof value === 'number') && values.includes(String(value));
}

/** It names the record by its ID: a value may be a mail address, and n8n's log has the error. */
function ignored(field: string, record: IDataObject, index: number) {
	return serviceError(
		`The service ignored the filter on "${field}": ${describeRecord(record, index)} does not match it`,
		"It may not know this filter. Remove it and put n8n's Filter node behind this one, or ask the administrators of the platform.",
	);
}

/**
 * What is known to be wrong with a request that the service has refused, in whole sentences.
 *
 * @param id of a single record
 */
export function explainRefusal(
	{ path, filters = [] }: Pick<ListRequest, 'path' | 'filters'>,
	id = '',
): string[] {
	const list = findKnownList(path);
	if (list === undefined) return [];
	const known = knownFiltersOf(path);
	const parts = list.path.split('/');
	const inPath = path.split('/').filter((_, at) => /^\{\w+Id\}$/.test(parts[at] ?? ''));
	const ids = [id, ...inPath].map(decodeURIComponent);
	const sentences = filters.flatMap(({ field, operator, values }) => {
		const { kind, operators = [] } = known.find(({ name }) => name === field) ?? {};
		if (kind === undefined) return [takenBy(known.map(({ name }) => name))];
		if (!operators.includes(operator)) {
			return [`The filter on "${field}" takes the operators ${listOf(operators)} only.`];
		}
		return kind === 'id' && values.some(looksLikeName) ? [noId(`The filter on "${field}"`)] : [];
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
			: `This list can filter by ${listOf(names)} only`;
	return `${filters}: use n8n's Filter node behind this one for the rest.`;
}

const noId = (what: string) =>
	`${what} has a name in place of an ID: choose From List, or enter the ID.`;

/** IDs have digits and no spaces. */
function looksLikeName(text: string): boolean {
	return text !== '' && (!/\d/.test(text) || /\s/.test(text));
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format([...words].sort());
