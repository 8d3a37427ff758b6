import { knownFieldsOf, knownFiltersOf } from './knownLists';
import { listOfId, nameLists, type NameList } from './names';
import { typedFiltersOf, type TypedFilter } from './typedFilters';

/** A kind of record that the service lists, as the user and the service call it. */
export interface Resource {
	/** Value of the parameter Resource. */
	value: string;
	name: string;
	/** In the user's words. */
	plural: string;
	/** What it stands for, below its name in the list of Resource. */
	description: string;
	/** Path of its list below `/api/v2/` (docs/service.md, Endpoints); none if the user chooses the list. */
	list?: string;
	/** Names its ID as the parameter of Get and as the key of a row. None if single records cannot be read. */
	idName?: string;
	/** The filters with a field of their own. */
	filters: readonly TypedFilter[];
	/** Whose IDs its records have; all that there are where the user chooses the list. */
	namesOf?: readonly NameList[];
	/** A field of its records with a value, as an example of a filter. */
	filterExample: { field: string; value: string };
	/** The fields of the output Simplified, at most ten; empty for the first ten flat ones. */
	simplified: readonly string[];
	/** The fields that a record can have, in the order of a table's columns. */
	knownFields: readonly string[];
}

/** What a row says of a resource; the rest follows from its list. */
type Row = Omit<Resource, 'filters' | 'knownFields' | 'namesOf'>;

const rows: readonly Row[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		description: 'The courses of the platform, published, archived and deleted',
		list: 'courses',
		idName: 'courseId',
		filterExample: { field: 'modifiedAt', value: '2026-01-31T00:00:00.000Z' },
		simplified: [
			...['_id', 'name', 'status', 'type', 'groupId', 'authorId'],
			...['sourceLang', 'createdAt', 'modifiedAt', 'duration'],
		],
	},
	{
		value: 'group',
		name: 'Group',
		plural: 'groups',
		description: 'The groups of the platform, each with the one above it',
		list: 'groups',
		idName: 'groupId',
		filterExample: { field: 'public', value: 'true' },
		simplified: ['_id', 'name', 'public', 'parentId', 'custom', 'subdomain', 'url'],
	},
	{
		value: 'other',
		name: 'Other List',
		plural: 'records',
		description:
			'Users, enrollments, paths, certificates, statistics and all other lists of the platform',
		filterExample: { field: 'name', value: 'Onboarding' },
		simplified: [],
	},
];

/** The one table of resources: operations and trigger are made from its rows. */
export const resources: readonly Resource[] = rows.map((row) => {
	const { list, plural } = row;
	if (list === undefined) return { ...row, filters: [], knownFields: [] };
	const known = knownFieldsOf(list);
	const ids = [...known, ...knownFiltersOf(list)].map(({ name }) => listOfId(name));
	return {
		...row,
		filters: typedFiltersOf({ path: list, plural, idNameOf }),
		namesOf: nameLists.filter((name) => ids.includes(name)),
		knownFields: known.map(({ name }) => name),
	};
});

/** What the record that the ID in a field stands for is chosen by; `undefined` where it cannot be chosen. */
function idNameOf(field: string): string | undefined {
	const list = listOfId(field);
	return list && rows.find((row) => row.list === list)?.idName;
}

/** What n8n calls the search for a record of a list, where one is chosen. */
export function searchMethodOf(list: string): string {
	return `search${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

/** The row of a parameter's value; `undefined` for one that this version does not know. */
export function findResource(value: unknown): Resource | undefined {
	return resources.find((resource) => resource.value === value);
}
