import { courseFilters, type TypedFilter } from './courseFilters';

/** A kind of record that the service lists, as the user and the service call it. */
export interface Resource {
	/** Value of the parameter Resource. */
	value: string;
	name: string;
	/** In the user's words, and the last segment of the list's path (docs/service.md, Endpoints). */
	plural: string;
	/** The permission that reading the list takes. */
	scope: string;
	/** The filters with a field of their own. */
	filters: readonly TypedFilter[];
	/** A field of its records with a value, as an example of a filter. */
	filterExample?: { field: string; value: string };
}

/** The one table of resources: operations, trigger and credential advice are made from its rows. */
export const resources: readonly Resource[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		scope: 'courses:read',
		filters: courseFilters,
		filterExample: { field: 'modifiedAt', value: '2026-01-31T00:00:00.000Z' },
	},
	{
		value: 'group',
		name: 'Group',
		plural: 'groups',
		scope: 'groups:read',
		filters: [],
		filterExample: { field: 'public', value: 'true' },
	},
];

/** Path of the resource's list below the base URL. */
export function listPath({ plural }: Resource): string {
	return `/api/v2/${plural}`;
}

/** The row of a parameter's value; `undefined` for one that this version does not know. */
export function findResource(value: unknown): Resource | undefined {
	return resources.find((resource) => resource.value === value);
}
