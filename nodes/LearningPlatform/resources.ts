/** A kind of record that the service lists, as the user and the service call it. */
export interface Resource {
	/** Value of the parameter Resource. */
	value: string;
	name: string;
	/** In the user's words, and the last segment of the list's path (docs/service.md, Endpoints). */
	plural: string;
	/** The permission that reading the list takes. */
	scope: string;
	/** What Filters > Status offers; nothing for records without a status. */
	statuses: readonly string[];
	/** What the ID is called where a name has to say whose it is. */
	idName?: string;
	/** What the output Simplified has of a record, at most ten fields; nothing for the first ten flat ones. */
	simplified: readonly string[];
	/** The fields that a record can have, in the order in which a table has them. */
	knownFields: readonly string[];
}

const courseBasics = [
	...['_id', 'name', 'status', 'type', 'groupId', 'authorId'],
	...['sourceLang', 'createdAt', 'modifiedAt', 'duration'],
];

const groupBasics = ['_id', 'name', 'public', 'parentId', 'custom', 'subdomain', 'url'];

/** The one table of resources: operations, trigger and credential advice are made from its rows. */
export const resources: readonly Resource[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		scope: 'courses:read',
		statuses: ['archived', 'deleted', 'published'],
		idName: 'courseId',
		simplified: courseBasics,
		knownFields: [
			...courseBasics,
			...['defaultLang', 'coAuthorIds', 'description', 'externalPlatform'],
			...['currentVersionNumber', 'collaborativeLearning', 'translations'],
		],
	},
	{
		value: 'group',
		name: 'Group',
		plural: 'groups',
		scope: 'groups:read',
		statuses: [],
		idName: 'groupId',
		simplified: groupBasics,
		knownFields: [
			...groupBasics,
			...['bannerImageId', 'backgroundImageId', 'faviconImageId', 'logoImageId'],
			...['privacyPolicy', 'moderationCharter', 'termsOfUse', 'imprint'],
		],
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
