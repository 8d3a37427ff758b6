import type { IDataObject } from 'n8n-workflow';

import { NAME_FIELDS } from '../values/identity';
import { listFacts } from './facts';
import { classrooms } from './lists/classrooms';
import { courses } from './lists/courses';
import { paths } from './lists/paths';
import { people, trainingStatusList } from './lists/people';
import { platform } from './lists/platform';
import { meaningOfId, type CatalogFilter, type CatalogList } from './catalogList';

/** Fields that may hold the date of the last change, in order of preference. */
const CHANGED_BY = ['modifiedAt', 'updatedAt', 'completedAt', 'deliveryDate', 'createdAt'];

/** The dates that change when a record is edited or a learner makes progress. */
export const MOVING_DATES: readonly string[] = ['completedAt', 'modifiedAt', 'updatedAt'];

/** Adds the service's facts about a row's list, and the values derived from them. */
function knownListOf(row: CatalogList) {
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

/** Returns what the catalog knows about the list at a path below `/api/v2/`, which may contain IDs or names in braces. */
export function listAt(path: string) {
	const known = [...knownLists, trainingStatus].find(({ pattern }) => pattern.test(path));
	const { fields = {}, filters = [], ignoreFields = [] } = known ?? {};
	const identity = known && (known.identity ?? ['_id']);
	const pathIds = pathIdsIn(path, known);
	const ofPath = Object.keys(pathIds).map(
		(name) => [name, `${meaningOfId(name)}, from the list's path`] as const,
	);
	const meanings = withIds(fields, Object.fromEntries(ofPath), identity) as typeof fields;
	return {
		/** The properties of a known list; its path has names in braces. */
		...known,
		isKnown: known !== undefined,
		/** The fields that together identify a record; [] if there are none, and `undefined` if the list is unknown. */
		identity,
		/** The known filters, including those applied by the node rather than the service. */
		filters: filters as readonly CatalogFilter[],
		/** The known fields in column order. A service may send other fields as well. */
		catalogFields: Object.keys(meanings),
		/** The meanings of these fields. */
		meanings,
		/** The dates that change when a record changes, and the fields whose changes the trigger ignores. */
		movingFields: [...MOVING_DATES.filter((date) => date in fields), ...ignoreFields],
		/** The IDs that are in the path but not in the records, keyed by field name (e.g. `groupId` for memberships). */
		pathIds,
		/** Adds the IDs in the path to a record unless the service sent those fields. */
		withPathIds: (record: IDataObject) => withIds(record, pathIds, identity),
	};
}

function pathIdsIn(
	path: string,
	known?: Pick<CatalogList, 'fields' | 'path'>,
): Readonly<Record<string, string>> {
	const parts = path.split('/');
	const ids = (known?.path.split('/') ?? []).flatMap((part, index) => {
		const [, name = ''] = /^\{(\w+Id)\}$/.exec(part) ?? [];
		const isMissing = name !== '' && known?.fields[name] === undefined;
		return isMissing ? [[name, decodeURIComponent(parts[index] ?? '')] as const] : [];
	});
	return Object.fromEntries(ids);
}

/** Inserts IDs into a record, after the fields that identify it. */
function withIds(
	record: IDataObject,
	ids: IDataObject,
	identity: readonly string[] = [],
): IDataObject {
	const added = Object.entries(ids).filter(([name]) => !Object.hasOwn(record, name));
	if (added.length === 0) return record;
	const [names, fields] = [Object.keys(record), Object.entries(record)];
	const after = 1 + Math.max(-1, ...identity.map((name) => names.indexOf(name)));
	return Object.fromEntries([...fields.slice(0, after), ...added, ...fields.slice(after)]);
}

/** Returns the scopes that reading these lists requires. */
export function scopesOf(paths: readonly string[]): string[] {
	return [...new Set(paths.flatMap((path) => listAt(path).scope ?? []))];
}
