import type { IDataObject } from 'n8n-workflow';

import { NAME_FIELDS } from '../values/identity';
import { classrooms } from './lists/classrooms';
import { courses } from './lists/courses';
import { paths } from './lists/paths';
import { people, trainingStatusList } from './lists/people';
import { platform } from './lists/platform';
import { meaningOfId, type ListFilter, type ListRow } from './row';

/** The fields with the date of a change, best first. Records that are never edited have only one of them. */
const CHANGED_BY = ['modifiedAt', 'updatedAt', 'completedAt', 'deliveryDate', 'createdAt'];

/** The dates that change when a record is edited or a learner progresses. */
export const MOVING_DATES: readonly string[] = ['completedAt', 'modifiedAt', 'updatedAt'];

type KnownList = ReturnType<typeof knownListOf>;

/** Adds the values derived from a row's path, fields and filters. */
function knownListOf(row: ListRow) {
	const { path, fields, filters = {}, scope = `${path.replace(/\/.*/, '')}:read` } = row;
	const changedBy = CHANGED_BY.find((date) => date in filters);
	return {
		...row,
		scope,
		/** Matches the list's path, with IDs or with braces. */
		pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
		/** The fields that form a record's name; `undefined` if records have no names. */
		called: NAME_FIELDS.find((names) => names.every((name) => name in fields)),
		/** The date that changes when a record is added or edited, if the service can filter by it. */
		...(changedBy !== undefined && { changedBy }),
	};
}

/** All lists in docs/engineers/service.md (Endpoints), sorted by name. A service may offer fewer. */
export const knownLists: readonly KnownList[] = [
	...classrooms,
	...courses,
	...paths,
	...people,
	...platform,
]
	.map(knownListOf)
	.sort((a, b) => a.name.localeCompare(b.name));

const trainingStatus = knownListOf(trainingStatusList);

/** Finds a list by its path below `/api/v2/`, with IDs or braces. */
export function findKnownList(path: string): KnownList | undefined {
	return [...knownLists, trainingStatus].find(({ pattern }) => pattern.test(path));
}

/** Returns the fields that together identify a record: empty if none do, `undefined` for an unknown list. */
export function identityOf(path: string): readonly string[] | undefined {
	const list = findKnownList(path);
	return list && (list.identity ?? ['_id']);
}

/** Returns the fields that change when a record is edited: its dates, and the fields that the trigger ignores. */
export function movingFieldsOf(path: string): readonly string[] {
	const { fields = {}, ignoreFields = [] } = findKnownList(path) ?? {};
	return [...MOVING_DATES.filter((date) => date in fields), ...ignoreFields];
}

/** Returns the IDs that are in a path but not in its records, by name in braces, e.g. `groupId` for memberships. */
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

/** Returns a function that adds the IDs in a list's path to a record. Never replaces a field that the service sent. */
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

/** Returns a list's fields in column order; none for an unknown list. A service may send more. */
export function knownFieldsOf(path: string): { name: string; meaning: string }[] {
	const { fields = {} } = findKnownList(path) ?? {};
	const ofPath = Object.keys(pathIdsOf(path)).map(
		(name) => [name, `${meaningOfId(name)} in the list's path`] as const,
	);
	const all = pathIdsAdder(path, Object.fromEntries(ofPath))(fields) as typeof fields;
	return Object.entries(all).map(([name, meaning]) => ({ name, meaning }));
}

/** A field that a list can be filtered by. */
export interface KnownFilter extends ListFilter {
	/** As the service spells it. */
	name: string;
	meaning: string;
}

/** Returns a list's filters, both the service's and the node's own; none for an unknown list. */
export function allFiltersOf(path: string): KnownFilter[] {
	const { fields = {}, filters = {} } = findKnownList(path) ?? {};
	return Object.entries(filters).map(([name, filter]) => ({
		...filter,
		name,
		meaning: filter.meaning ?? fields[name] ?? '',
	}));
}

const LEARNER = [
	['userId', 'Learner ID'],
	['userMail', 'Learner Email'],
	['userName', 'Learner Name'],
] as const;

/** Returns labels for fields whose paths make poor labels. */
export function fieldLabelsOf(path: string): ReadonlyMap<string, string> {
	// The form appends text such as "After" to a date's label.
	const ofFilters = allFiltersOf(path).flatMap(({ kind, label, name, shownIn = name }) =>
		kind === 'date' || label === undefined ? [] : [[shownIn, label] as const],
	);
	return new Map([...LEARNER, ...ofFilters]);
}
