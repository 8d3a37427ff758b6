import { listAt } from './knownLists';
import { listOfId, labelKinds, type LabelKind } from './labels';
import { trainingStatusList } from './lists/people';

/** A kind of record. */
export interface Resource {
	value: string;
	name: string;
	/** The plural name, in the user's words. */
	plural: string;
	/** Replaces `plural` in the action names in n8n's node panel, where users search by task. */
	inActions?: string;
	description: string;
	/** Path below `/api/v2/` (docs/engineers/service.md, Endpoints); omitted if the user chooses the list. */
	list?: string;
	/** For AI models: replaces the description of List. Only for computed records, which can only be listed and exported. */
	toolDescription?: string;
	/** True if the node itself joins the records from several lists. */
	isComputed: boolean;
	/** The name of the ID as a Get parameter and as a column; omitted if records cannot be read individually. */
	keyColumn?: string;
	/** True if the records have searchable names. */
	isNamed: boolean;
	/** The kinds of names that can be added to the records; omitted if the user chooses the list. */
	labelKinds?: readonly LabelKind[];
	/** An example of a field filter; omitted if there are no field filters. */
	filterExample?: { field: string; value: string };
	/** The fields in Simplified output (at most ten). If empty, the output includes the first ten flat fields. */
	simplified: readonly string[];
	/** The known fields, in column order. */
	catalogFields: readonly string[];
}

/** The resources without the properties that are derived from their lists. */
const rows: readonly (Omit<
	Resource,
	'isComputed' | 'isNamed' | 'catalogFields' | 'labelKinds' | 'simplified'
> & {
	/** The field names, separated by spaces. */
	simplified: string;
})[] = [
	{
		value: 'course',
		name: 'Course',
		plural: 'courses',
		description: 'All courses on the platform: published, archived, and deleted',
		list: 'courses',
		keyColumn: 'courseId',
		filterExample: { field: 'modifiedAt', value: '2026-01-31T00:00:00.000Z' },
		simplified: '_id name status type groupId authorId sourceLang createdAt modifiedAt duration',
	},
	{
		value: 'courseCompletion',
		name: 'Course Completion',
		plural: 'course completions',
		description: 'One record per course attempt: progress, score, and completion date',
		list: 'courses/stats',
		filterExample: { field: 'completedAt', value: '2026-01-31T00:00:00.000Z' },
		simplified:
			'_id courseId userId progress score completedAt firstActivityAt lastActivityAt timeSpent',
	},
	{
		value: 'group',
		name: 'Group',
		plural: 'groups',
		description: 'All groups on the platform, each with its parent group',
		list: 'groups',
		keyColumn: 'groupId',
		filterExample: { field: 'public', value: 'true' },
		simplified: '_id name public parentId custom subdomain url',
	},
	{
		value: 'other',
		name: 'Other List',
		plural: 'records',
		inActions: 'certificates, enrollments, and other lists',
		description:
			'Enrollments, group members, certificates, classrooms, skills, tags, and all other lists',
		filterExample: { field: 'name', value: 'Onboarding' },
		simplified: '',
	},
	{
		value: 'path',
		name: 'Path',
		plural: 'paths',
		description: 'All learning paths on the platform, published and archived, with their steps',
		list: 'paths',
		keyColumn: 'pathId',
		filterExample: { field: 'modifiedAt', value: '2026-01-31T00:00:00.000Z' },
		simplified: '_id name status groupId authorId sourceLang createdAt modifiedAt',
	},
	{
		value: 'pathCompletion',
		name: 'Path Completion',
		plural: 'path completions',
		description: 'One record per path enrollment: status, score, due date, and completion date',
		list: 'paths/stats',
		filterExample: { field: 'completedAt', value: '2026-01-31T00:00:00.000Z' },
		simplified: '_id pathId sessionId userId status progress score enrolledAt dueDate completedAt',
	},
	{
		value: 'pathSession',
		name: 'Path Session',
		plural: 'path sessions',
		description: 'All path sessions, each with its dates and instructors',
		list: 'paths/sessions',
		filterExample: { field: 'startDate', value: '2026-01-31T00:00:00.000Z' },
		simplified:
			'_id name pathId groupId startDate endDate mainInstructorId userLimit createdAt modifiedAt',
	},
	{
		value: 'trainingStatus',
		name: 'Training Status',
		plural: 'training statuses',
		inActions: 'people who have not completed training',
		description: 'One record per person: who has, or has not, completed a course or path',
		toolDescription:
			'List who has, or has not, completed one course or path on the learning platform, and who is late on a path. There is one record per person, including people who never started; each record has "userName", "userMail", and "status". If the last entry is a note, more people may match than are listed.',
		list: trainingStatusList.path,
		simplified:
			'userId userName userMail status dueDate completedAt progress score attempts startedAt',
	},
	{
		value: 'user',
		name: 'User',
		plural: 'users',
		description: 'Everyone on the platform: learners, authors, and administrators',
		list: 'users',
		keyColumn: 'userId',
		filterExample: { field: 'mail', value: 'ana.silva@example.com' },
		simplified:
			'_id firstName lastName mail username status job organization primaryGroupId lastLoginDate',
	},
];

/** The node's resources, sorted by name. */
export const allResources: readonly Resource[] = rows.map(resourceOf);

/** The resources that the trigger can watch. */
export const resources = allResources.filter(({ isComputed }) => !isComputed);

/** The kinds of records that users choose from a list. Tags are not a resource because they cannot be read individually. */
export const choosable = [
	...rows,
	{ name: 'Session', list: 'paths/{pathId}/sessions', keyColumn: 'sessionId' },
	{ name: 'Tag', list: 'tags', keyColumn: 'tagId' },
].flatMap(({ name, list, keyColumn: idName }) => {
	if (list === undefined || idName === undefined) return [];
	const word = list.slice(list.lastIndexOf('/') + 1);
	const searchMethod = `search${word.charAt(0).toUpperCase()}${word.slice(1)}`;
	return [{ name, list, idName, searchMethod }];
});

function resourceOf(row: (typeof rows)[number]): Resource {
	const { list } = row;
	const isComputed = list === trainingStatusList.path;
	const simplified = row.simplified.split(' ').filter(Boolean);
	if (list === undefined)
		return { ...row, simplified, isComputed, isNamed: true, catalogFields: [] };
	const { catalogFields, nameFields } = listAt(list);
	const kinds = new Set<LabelKind | undefined>(catalogFields.map(listOfId));
	// Manager details can be added to users and to records that refer to a user.
	if (list === 'users' || catalogFields.includes('userId')) kinds.add('managers');
	// Training Status always includes user names.
	if (isComputed) kinds.delete('users');
	return {
		...row,
		simplified,
		isComputed,
		isNamed: isComputed || nameFields !== undefined,
		labelKinds: labelKinds.filter((kind) => kinds.has(kind)),
		catalogFields,
	};
}

export const findResource = (value: unknown, among: readonly Resource[] = resources) =>
	among.find((resource) => resource.value === value);
