/** A list of the public service that speaks this interface. */
export interface KnownList {
	/** For people. */
	name: string;
	/** Path below `/api/v2/`; braces stand for an ID that the user gives. */
	path: string;
	/** The permission that reading it takes. */
	scope: string;
	/** The fields that together identify a record, where that is not `_id`. */
	idFields?: readonly string[];
	/** Fields that change without anyone having edited the record. */
	ignoreFields?: readonly string[];
	/** The date that moves when a record is added or edited, where the service filters by it. */
	changedBy?: string;
	/** The date that every record has and keeps, where the service filters by it: ranges of it make up the list. */
	splitBy?: string;
}

const STATISTICS = ['lastActivityAt', 'timeSpent'];

const lists = [
	{
		name: 'Attendance Sheets of a Classroom Slot',
		path: 'classroom-slots/{classroomSlotId}/attendance-sheets',
		scope: 'attendanceSheets:read',
	},
	{
		name: 'Attendances of an Attendance Sheet',
		path: 'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances',
		scope: 'attendanceSheets:read',
	},
	{
		name: 'Authorized Values of a Custom Field',
		path: 'custom-fields/{customFieldId}/authorized-values',
		scope: 'customFields:read',
	},
	{
		name: 'Bulk Operations',
		path: 'bulk/operations',
		scope: 'bulkOperations:read',
		changedBy: 'createdAt',
		splitBy: 'createdAt',
	},
	{
		name: 'Catalog Content IDs of a Group',
		path: 'groups/{groupId}/catalog/{contentType}-ids',
		scope: 'groups:read',
	},
	{
		name: 'Certificate Outlines',
		path: 'certificate-outlines',
		scope: 'certificateOutlines:read',
		changedBy: 'createdAt',
	},
	{
		name: 'Certificates of a User',
		path: 'users/{userId}/certificates',
		scope: 'users:read',
		changedBy: 'deliveryDate',
		splitBy: 'deliveryDate',
	},
	{ name: 'Classrooms', path: 'classrooms', scope: 'classrooms:read', changedBy: 'modifiedAt' },
	{
		name: 'Course Statistics',
		path: 'courses/stats',
		scope: 'courseStats:read',
		changedBy: 'completedAt',
		ignoreFields: STATISTICS,
	},
	{
		name: 'Courses',
		path: 'courses',
		scope: 'courses:read',
		changedBy: 'modifiedAt',
		splitBy: 'createdAt',
	},
	{
		name: 'Custom Field Values of a Course',
		path: 'courses/{courseId}/custom-fields/values',
		scope: 'courses:read',
		idFields: ['customFieldId'],
	},
	{
		name: 'Custom Field Values of a Path Session',
		path: 'paths/{pathId}/sessions/{sessionId}/custom-fields/values',
		scope: 'paths:read',
		idFields: ['customFieldId'],
	},
	{
		name: 'Custom Field Values of a User',
		path: 'users/{userId}/custom-fields/values',
		scope: 'users:read',
		idFields: ['customFieldId'],
	},
	{ name: 'Custom Fields', path: 'custom-fields', scope: 'customFields:read' },
	{ name: 'Custom Links', path: 'custom-links', scope: 'customLinks:read' },
	{ name: 'Custom Links of a User', path: 'users/{userId}/custom-links', scope: 'users:read' },
	{
		name: 'Enrollments of a Path',
		path: 'paths/{pathId}/enrollments',
		scope: 'paths:read',
		changedBy: 'modifiedAt',
		splitBy: 'createdAt',
	},
	{
		name: 'Events of a Webhook Subscription',
		path: 'webhooks/subscriptions/{subscriptionId}/events',
		scope: 'webhooks:read',
		changedBy: 'createdAt',
		splitBy: 'createdAt',
	},
	{ name: 'External IDs', path: 'external-ids', scope: 'externalIds:read' },
	{ name: 'Groups', path: 'groups', scope: 'groups:read' },
	{ name: 'Integrations', path: 'integrations', scope: 'integrations:read' },
	{ name: 'Learning Needs', path: 'learning-needs', scope: 'learningNeeds:read' },
	{
		name: 'Library Content IDs of a Group',
		path: 'groups/{groupId}/library/{contentType}-ids',
		scope: 'groups:read',
	},
	{ name: 'Managers of a User', path: 'users/{userId}/managers', scope: 'users:read' },
	{
		name: 'Memberships in a Group',
		path: 'groups/{groupId}/roles',
		scope: 'groups:read',
		idFields: ['userId', 'role'],
	},
	{
		name: 'Memberships of a User',
		path: 'users/{userId}/roles',
		scope: 'users:read',
		idFields: ['groupId', 'role'],
	},
	{
		name: 'Path Sessions',
		path: 'paths/sessions',
		scope: 'paths:read',
		changedBy: 'modifiedAt',
		splitBy: 'createdAt',
	},
	{
		name: 'Path Statistics',
		path: 'paths/stats',
		scope: 'pathStats:read',
		changedBy: 'completedAt',
		ignoreFields: STATISTICS,
	},
	{
		name: 'Paths',
		path: 'paths',
		scope: 'paths:read',
		changedBy: 'modifiedAt',
		splitBy: 'createdAt',
	},
	{ name: 'Projects', path: 'projects', scope: 'projects:read' },
	{
		name: 'Registrations in a Classroom',
		path: 'classrooms/{classroomId}/registrations',
		scope: 'classrooms:read',
	},
	{
		name: 'Registrations in a Classroom Slot',
		path: 'classroom-slots/{classroomSlotId}/registrations',
		scope: 'classrooms:read',
		changedBy: 'modifiedAt',
	},
	{
		name: 'Results of a Bulk Operation',
		path: 'bulk/operations/{bulkOperationId}/results',
		scope: 'bulkOperations:read',
	},
	{
		name: 'Sessions of a Path',
		path: 'paths/{pathId}/sessions',
		scope: 'paths:read',
		changedBy: 'modifiedAt',
		splitBy: 'createdAt',
	},
	{ name: 'Skill Powers', path: 'skills/powers', scope: 'skillsPowers:read' },
	{ name: 'Skills', path: 'skills', scope: 'skills:read', changedBy: 'updatedAt' },
	{
		name: 'Slots of a Classroom',
		path: 'classrooms/{classroomId}/slots',
		scope: 'classrooms:read',
		changedBy: 'modifiedAt',
	},
	{ name: 'Subordinates of a User', path: 'users/{userId}/subordinates', scope: 'users:read' },
	{ name: 'Tags', path: 'tags', scope: 'tags:read' },
	{
		name: 'Tags of a Course',
		path: 'courses/{courseId}/tags',
		scope: 'tags:read',
		idFields: ['tagId'],
	},
	{ name: 'Tags of a Path', path: 'paths/{pathId}/tags', scope: 'tags:read', idFields: ['tagId'] },
	{
		name: 'User Statistics of a Path Session',
		path: 'paths/{pathId}/sessions/{sessionId}/user-stats',
		scope: 'pathStats:read',
		changedBy: 'completedAt',
		ignoreFields: STATISTICS,
	},
	{ name: 'Users', path: 'users', scope: 'users:read', ignoreFields: ['lastLoginDate'] },
	{
		name: 'Waitlist of a Classroom Slot',
		path: 'classroom-slots/{classroomSlotId}/waitlist',
		scope: 'classrooms:read',
		idFields: ['userId'],
	},
	{ name: 'Webhook Subscriptions', path: 'webhooks/subscriptions', scope: 'webhooks:read' },
] as const satisfies readonly KnownList[];

/** The paths of all known lists. */
export type KnownPath = (typeof lists)[number]['path'];

/**
 * All lists of docs/service.md, Endpoints, by name. A service that lacks some of them says so when they are
 * read. The results of a bulk operation are the only ones in which nothing identifies a record.
 */
export const knownLists: readonly KnownList[] = lists;

/** @param path below `/api/v2/`, with IDs in place of the braces */
export function findKnownList(path: string): KnownList | undefined {
	return knownLists.find((list) => {
		const pattern = list.path.replace(/\{\w+\}/g, '[^/]+');
		return new RegExp(`^${pattern}$`).test(path);
	});
}

/** What stands for the date of a known list that its records can be split by. */
export const AUTOMATIC = 'auto';

/**
 * The date by which a list is read in parts.
 *
 * @param chosen AUTOMATIC, the name of a date, or '' for none
 * @returns '' to read it whole, as a list that is not known to have such a date
 */
export function splitDateOf(path: string, chosen: string): string {
	return chosen === AUTOMATIC ? (findKnownList(path)?.splitBy ?? '') : chosen;
}
