import type { IDataObject } from 'n8n-workflow';

import { hasNameField, nameOf } from '../catalog/identity';
import { knownFiltersOf } from '../catalog/knownLists';
import { resources } from '../catalog/resources';
import { onPage, serviceError, UserFacingError } from '../errors';
import type { Listing, Page } from '../service';
import { readRecordDate } from '../values/dates';
import { isMatch, lettersOf } from '../values/words';

/** Whether a value shows that the service has ignored a filter. */
type Contradicts = (value: unknown) => boolean;

/** The service ignores milliseconds. */
const SECOND_MS = 1_000;

/** How far the clocks of n8n and the service may be apart. */
const CLOCKS_APART_MS = 3_600_000;

const FILTER = /^(.+)\[(eq|in|gte|lt)\](?:\[\d+\])?=(.*)$/;

/**
 * Makes a function that looks at each page of a list for records that its filters leave out: a service that ignores
 * a filter answers as one that has found everything. Only the filters that have a field in the form are checked,
 * and only by what a record has: one without the field, or with a list in it, shows nothing.
 */
export function filterCheck(listing: Pick<Listing, 'path' | 'query'>) {
	const checks = checksFor(listing);
	/** @throws UserFacingError that names the filter and what the record has */
	return ({ number, records }: Page, recordsRead: number): void => {
		for (const [field, contradicts] of checks) {
			const found = records.find((record) => contradicts(record[field]));
			if (found) throw onPage(ignored(field, found[field]), { number, recordsRead });
		}
	};
}

function checksFor({
	path,
	query = '',
}: Pick<Listing, 'path' | 'query'>): [field: string, contradicts: Contradicts][] {
	const filters = resources.some(({ list }) => list === path) ? knownFiltersOf(path) : [];
	const asked = new Map<string, { field: string; operator: string; values: string[] }>();
	for (const parameter of query.split('&')) {
		const [, name = '', operator = '', value = ''] = FILTER.exec(parameter) ?? [];
		const field = decodeURIComponent(name);
		const filter = asked.get(`${field} ${operator}`) ?? { field, operator, values: [] };
		filter.values.push(decodeURIComponent(value));
		asked.set(`${field} ${operator}`, filter);
	}
	return [...asked.values()].flatMap(({ field, operator, values }) => {
		const { kind, operators = [] } = filters.find(({ name }) => name === field) ?? {};
		const isBound = operator === 'gte' || operator === 'lt';
		// Several IDs of a record may be said in other ways than as a list.
		const isShown = isBound ? kind === 'date' : operators.includes('eq');
		if (!isShown) return [];
		return [[field, isBound ? outside(operator, values[0]) : otherThan(values)]];
	});
}

function outside(operator: 'gte' | 'lt', bound: unknown): Contradicts {
	const { ms: end, hasZone } = readRecordDate(bound) ?? {};
	if (end === undefined || !hasZone) return () => false;
	// A record that is edited while the list is read has a later date than the one it was found by.
	const latest = Date.now() - CLOCKS_APART_MS;
	return (value) => {
		const date = readRecordDate(value);
		if (!date?.hasZone) return false;
		return operator === 'gte'
			? date.ms < end - SECOND_MS
			: date.ms > end + SECOND_MS && date.ms < latest;
	};
}

/** Services differ in case, hyphens and what follows the code of a language. */
function otherThan(values: string[]): Contradicts {
	const asked = values.map(lettersOf);
	const isNumber = values.every((value) => /^\d+$/.test(value));
	const isBoolean = values.every((value) => /^(true|false)$/.test(value));
	return (value) => {
		const isSameKind =
			typeof value === 'string' ||
			(typeof value === 'number' && isNumber) ||
			(typeof value === 'boolean' && isBoolean);
		const letters = isSameKind ? lettersOf(String(value)) : '';
		return (
			letters !== '' && !asked.some((one) => one.startsWith(letters) || letters.startsWith(one))
		);
	};
}

function ignored(field: string, value: unknown): UserFacingError {
	const shown = String(value).replace(/\s+/g, ' ').slice(0, 50);
	return serviceError(
		`The service ignored the filter on "${field}": a record has "${shown}"`,
		"It may not know this filter. Remove it and put n8n's Filter node behind this one, or ask the administrators of the platform.",
	);
}

/**
 * Keeps the records of a list whose name contains a text, since the service cannot search (docs/service.md, Filters).
 * A search among records without names would find nothing, like a list without matches, so it is an error.
 *
 * @param isWhole whether the list is read from beginning to end: only then it is known to have no names
 */
export function nameSearch(text: string, isWhole: boolean) {
	let isNamed = !isWhole;
	let last: Parameters<typeof onPage>[1] | undefined;
	const nameless = () =>
		new UserFacingError(
			'Name Contains cannot search this list, because its records have no names',
			"Remove Name Contains from Filters. To search another field, put n8n's Filter node behind this one.",
			{ schedulerCause: 'configuration-invalid', page: last },
		);
	return {
		/** @throws UserFacingError for a list whose first records have no field for a name */
		keep({ number, records }: Page, recordsRead: number): IDataObject[] {
			if (!isNamed && records.length > 0) {
				const isFirst = last === undefined;
				last = { number, recordsRead };
				isNamed = records.some((record) => nameOf(record) !== '');
				if (!isNamed && isFirst && !records.some(hasNameField)) throw nameless();
			}
			return records.filter((record) => isMatch(nameOf(record), text));
		},
		/** @throws UserFacingError when no record of the list had a name */
		finish(): void {
			if (!isNamed && last) throw nameless();
		},
	};
}
