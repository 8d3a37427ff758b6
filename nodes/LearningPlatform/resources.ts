/** A kind of record that the service lists, as the user and the service call it. */
export interface Resource {
	/** Value of the parameter Resource. */
	value: string;
	name: string;
	/** In the user's words. */
	plural: string;
	/** Path of its list below `/api/v2/` (docs/service.md, Endpoints); none where the user chooses the list. */
	list?: string;
	/** What one of its records is chosen by; none where single records cannot be read. */
	idName?: 'courseId' | 'groupId';
	/** What Filters > Status offers; nothing for records without a status. */
	statuses: readonly string[];
}

/** The one table of resources: operations and trigger are made from its rows. */
export const resources: readonly Resource[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		list: 'courses',
		idName: 'courseId',
		statuses: ['archived', 'deleted', 'published'],
	},
	{
		value: 'group',
		name: 'Group',
		plural: 'groups',
		list: 'groups',
		idName: 'groupId',
		statuses: [],
	},
	{ value: 'other', name: 'Other List', plural: 'records', statuses: [] },
];

/** The row of a parameter's value; `undefined` for one that this version does not know. */
export function findResource(value: unknown): Resource | undefined {
	return resources.find((resource) => resource.value === value);
}
