import { courseFilters, type TypedFilter } from './courseFilters';

/** A kind of record that the service lists, as the user and the service call it. */
export interface Resource {
	/** Value of the parameter Resource. */
	value: string;
	name: string;
	/** In the user's words. */
	plural: string;
	/** Path of its list below `/api/v2/` (docs/service.md, Endpoints); none where the user chooses the list. */
	list?: string;
	/**
	 * What its ID is called where a name has to say whose it is: the parameter of Get, and the key of a row. None
	 * where single records cannot be read.
	 */
	idName?: 'courseId' | 'groupId';
	/** The filters with a field of their own. */
	filters: readonly TypedFilter[];
	/** The dates by which its list can be split (docs/design.md, Parts of a list); `any` where the user names one. */
	splitBy?: readonly { name: string; value: string }[] | 'any';
	/** A field of its records with a value, as an example of a filter. */
	filterExample?: { field: string; value: string };
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

/** The one table of resources: operations and trigger are made from its rows. */
export const resources: readonly Resource[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		list: 'courses',
		idName: 'courseId',
		filters: courseFilters,
		splitBy: [{ name: 'Creation Date', value: 'createdAt' }],
		filterExample: { field: 'modifiedAt', value: '2026-01-31T00:00:00.000Z' },
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
		list: 'groups',
		idName: 'groupId',
		filters: [],
		filterExample: { field: 'public', value: 'true' },
		simplified: groupBasics,
		knownFields: [
			...groupBasics,
			...['bannerImageId', 'backgroundImageId', 'faviconImageId', 'logoImageId'],
			...['privacyPolicy', 'moderationCharter', 'termsOfUse', 'imprint'],
		],
	},
	{
		value: 'other',
		name: 'Other List',
		plural: 'records',
		filters: [],
		splitBy: 'any',
		simplified: [],
		knownFields: [],
	},
];

/** The row of a parameter's value; `undefined` for one that this version does not know. */
export function findResource(value: unknown): Resource | undefined {
	return resources.find((resource) => resource.value === value);
}
