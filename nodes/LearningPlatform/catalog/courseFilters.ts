/** A filter with a field of its own in the form, for `field[operator]=value` (docs/service.md, Filters). */
export interface TypedFilter {
	/** Name of the parameter under Filters. */
	name: string;
	/** Names the filter in the form and in errors. */
	label: string;
	field: string;
	/** With `texts`, `eq` is for one value only: several are sent with `in`. */
	operator: 'eq' | 'gte' | 'in' | 'lt';
	/** What can be entered and how it is sent (form/typedFilter.ts), and how it is checked (list/ignoredFilter.ts). */
	encoding: 'boolean' | 'choice' | 'date' | 'group' | 'id' | 'ids' | 'texts';
	/** Which records are listed, as a sentence; the form adds how dates and several values are entered. */
	description: string;
	/** With `choice`: what there is to choose from, one of them as the default. */
	choices?: readonly { name: string; value: string; isDefault?: true }[];
	/** With `texts`. */
	placeholder?: string;
}

/** The filters for courses, in the order of their labels. Field Filters offer their fields, too (knownFilters.ts). */
export const courseFilters: readonly TypedFilter[] = [
	{
		name: 'authorId',
		label: 'Author ID',
		field: 'authorId',
		operator: 'eq',
		encoding: 'id',
		description: 'Only list the courses of the author with this ID',
	},
	{
		name: 'coAuthorIds',
		label: 'Co-Author IDs',
		field: 'coAuthorIds',
		operator: 'in',
		encoding: 'ids',
		description: 'Only list the courses that have one of these co-authors',
	},
	{
		name: 'collaborativeLearning',
		label: 'Collaborative Learning',
		field: 'collaborativeLearning',
		operator: 'eq',
		encoding: 'boolean',
		description: 'Whether to only list the courses with collaborative learning, or those without',
	},
	{
		name: 'createdAfter',
		label: 'Created After',
		field: 'createdAt',
		operator: 'gte',
		encoding: 'date',
		description: 'Only list the courses created at this time or later',
	},
	{
		name: 'createdBefore',
		label: 'Created Before',
		field: 'createdAt',
		operator: 'lt',
		encoding: 'date',
		description: 'Only list the courses created before this time',
	},
	{
		name: 'groupId',
		label: 'Group',
		field: 'groupId',
		operator: 'eq',
		encoding: 'group',
		description: 'Only list the courses of this group',
	},
	{
		name: 'modifiedAfter',
		label: 'Modified After',
		field: 'modifiedAt',
		operator: 'gte',
		encoding: 'date',
		description:
			'Only list the courses modified at this time or later (archiving, restoring and translating may not count)',
	},
	{
		name: 'modifiedBefore',
		label: 'Modified Before',
		field: 'modifiedAt',
		operator: 'lt',
		encoding: 'date',
		description: 'Only list the courses last modified before this time',
	},
	{
		name: 'originalAuthorId',
		label: 'Original Author ID',
		field: 'originalAuthorId',
		operator: 'eq',
		encoding: 'id',
		description: 'Only list the courses first written by the author with this ID',
	},
	{
		name: 'sourceLang',
		label: 'Source Language',
		field: 'sourceLang',
		operator: 'eq',
		encoding: 'texts',
		description: 'Only list the courses written in one of these languages, by their codes',
		placeholder: 'e.g. en, fr',
	},
	{
		name: 'status',
		label: 'Status',
		field: 'status',
		operator: 'eq',
		encoding: 'choice',
		description: 'Only list the courses with this status',
		choices: [
			{ name: 'Archived', value: 'archived' },
			{ name: 'Deleted', value: 'deleted' },
			{ name: 'Published', value: 'published', isDefault: true },
		],
	},
	{
		name: 'tagIds',
		label: 'Tag IDs',
		field: 'tagIds',
		operator: 'in',
		encoding: 'ids',
		description: 'Only list the courses that have one of these tags',
	},
	{
		name: 'type',
		label: 'Type',
		field: 'type',
		operator: 'eq',
		encoding: 'choice',
		description: 'Only list the courses of this type',
		choices: [
			{ name: 'E-Learning Standard', value: 'elearning standard' },
			{ name: 'External', value: 'external' },
			{ name: 'Native', value: 'native', isDefault: true },
		],
	},
];
