import type { IDataObject } from 'n8n-workflow';

import { NAME_FIELDS } from '../values/identity';
import { listFacts } from './facts';
import { classrooms } from './lists/classrooms';
import { courses } from './lists/courses';
import { paths } from './lists/paths';
import { people, trainingStatusList } from './lists/people';
import { platform } from './lists/platform';
import { meaningOfId, type CatalogFilter, type ListRow } from './row';

/** Fields that may hold the date of the last change, in order of preference. */
const CHANGED_BY = ['modifiedAt', 'updatedAt', 'completedAt', 'deliveryDate', 'createdAt'];

/** The dates that change when a record is edited or a learner makes progress. */
export const MOVING_DATES: readonly string[] = ['completedAt', 'modifiedAt', 'updatedAt'];

/** Adds the service's facts about a row's list, and the values derived from them. */
function knownListOf(row: ListRow) {
	const { path, fields } = row;
	const { scope = '', filters: facts = {} } = listFacts[path] ?? row;
	const filters = Object.keys({ ...facts, ...row.filters }).map((name): CatalogFilter => {
		// A filter without operators has words, but no facts: a test rejects it.
		const usual = { operators: [], meaning: fields[name] ?? '' };
		return { ...usual, ...facts[name], ...row.filters?.[name], name };
	});
	const changedBy = CHANGED_BY.find((date) => filters.some(({ name }) => name === date));
	return {
		...row,
		scope,
		filters,
		/** Matches the list's path with either actual IDs or names in braces. */
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
		/** The fields that make up a record's name; `undefined` if the records have no names. */
		nameFields: NAME_FIELDS.find((names) => names.every((name) => name in fields)),
		/** The field that holds the date when a record was added or last edited, if the service can filter by that field. */
		...(changedBy !== undefined && { changedBy }),
	};
}

/** All lists in docs/engineers/service.md (Endpoints), sorted by name. A service may offer only some of them. */
export const knownLists = [...classrooms, ...courses, ...paths, ...people, ...platform]
	.map(knownListOf)
	.sort((a, b) => a.name.localeCompare(b.name));

const trainingStatus = knownListOf(trainingStatusList);

/** Finds a list by its path below `/api/v2/`, which may contain IDs or names in braces. */
export function findKnownList(path: string) {
	return [...knownLists, trainingStatus].find(({ pattern }) => pattern.test(path));
}

/** Returns the scopes that reading these lists requires. */
export function scopesOf(paths: readonly string[]): string[] {
	return [...new Set(paths.flatMap((path) => findKnownList(path)?.scope ?? []))];
}

/** Returns the fields that together identify a record, [] if there are none, or `undefined` if the list is unknown. */
export function identityOf(path: string): readonly string[] | undefined {
	const list = findKnownList(path);
	return list && (list.identity ?? ['_id']);
}

/** Returns the dates that change when a record changes, and the fields whose changes the trigger ignores. */
export function movingFieldsOf(path: string): readonly string[] {
	const { fields = {}, ignoreFields = [] } = findKnownList(path) ?? {};
	return [...MOVING_DATES.filter((date) => date in fields), ...ignoreFields];
}

/** Returns the IDs that are in a path but not in the records, keyed by field name (e.g. `groupId` for memberships). */
export function pathIdsOf(path: string): Readonly<Record<string, string>> {
	const list = findKnownList(path);
	const parts = path.split('/');
	const ids = (list?.path.split('/') ?? []).flatMap((part, index) => {
		const [, name = ''] = /^\{(\w+Id)\}$/.exec(part) ?? [];
		const isMissing = name !== '' && list?.fields[name] === undefined;
		return isMissing ? [[name, decodeURIComponent(parts[index] ?? '')] as const] : [];
	});
	return Object.fromEntries(ids);
}

/** Returns a function that adds the IDs in a list's path to a record unless the service sent those fields. */
export function pathIdsAdder(path: string, ids: IDataObject = pathIdsOf(path)) {
	const identity = identityOf(path) ?? [];
	return (record: IDataObject): IDataObject => {
		const added = Object.entries(ids).filter(([name]) => !Object.hasOwn(record, name));
		if (added.length === 0) return record;
		const [names, fields] = [Object.keys(record), Object.entries(record)];
		const after = 1 + Math.max(-1, ...identity.map((name) => names.indexOf(name)));
		return Object.fromEntries([...fields.slice(0, after), ...added, ...fields.slice(after)]);
	};
}

/** Returns a list's known fields in column order. A service may send other fields as well. */
export function catalogFieldsOf(path: string): { name: string; meaning: string }[] {
	const { fields = {} } = findKnownList(path) ?? {};
	const ofPath = Object.keys(pathIdsOf(path)).map(
		(name) => [name, `${meaningOfId(name)}, from the list's path`] as const,
	);
	const all = pathIdsAdder(path, Object.fromEntries(ofPath))(fields) as typeof fields;
	return Object.entries(all).map(([name, meaning]) => ({ name, meaning }));
}

/** Returns a list's known filters, including those applied by the node rather than the service. */
export const allFiltersOf = (path: string): readonly CatalogFilter[] =>
	findKnownList(path)?.filters ?? [];

const LEARNER = [
	['userId', 'Learner ID'],
	['userMail', 'Learner Email'],
	['userName', 'Learner Name'],
] as const;

/** Returns labels for fields whose paths make poor labels. */
export function fieldTitlesOf(path: string): ReadonlyMap<string, string> {
	// The form appends text such as "After" to the label of a date.
	const ofFilters = allFiltersOf(path).flatMap(({ valueType, title, name, shownIn = name }) =>
		valueType === 'date' || title === undefined ? [] : [[shownIn, title] as const],
	);
	return new Map([...LEARNER, ...ofFilters]);
}
