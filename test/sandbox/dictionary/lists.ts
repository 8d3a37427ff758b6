import {
	allFour,
	BOOLEAN,
	eq,
	eqIn,
	eqNe,
	type FilterField,
	ID,
	oneOf,
	TEXT,
	times,
	within,
} from './filterFields';
import { LANGUAGE_CODES } from './languages';

/** What the service says about one list. */
export interface ListFacts {
	/** Entries on a page; without one, the list comes whole. */
	pageSize?: number;
	/** What the API credentials need. */
	scope: string;
	/** Records that have an `_id`, records that have none, or bare strings. */
	entries: 'records' | 'recordsWithoutId' | 'texts';
	/** By field; records/unlisted.ts has those that are no field of the records. */
	filters: Readonly<Record<string, FilterField>>;
}

type Filters = ListFacts['filters'];

const published = oneOf('archived', 'published');

const paged = (pageSize: number, scope: string, filters: Filters = {}): ListFacts => ({
	...{ pageSize, scope, entries: 'records', filters },
});
const pagedWithoutId = (pageSize: number, scope: string): ListFacts => ({
	...{ pageSize, scope, entries: 'recordsWithoutId', filters: {} },
});
const pagedTexts = (pageSize: number, scope: string): ListFacts => ({
	...{ pageSize, scope, entries: 'texts', filters: {} },
});
const whole = (
	scope: string,
	entries: ListFacts['entries'] = 'recordsWithoutId',
	filters: Filters = {},
): ListFacts => ({ scope, entries, filters });

/** Every list of the public service by its path below `/api/v2/`: docs/service.md, Endpoints. */
export const LISTS = {
	'bulk/operations': paged(20, 'bulkOperations:read', {
		...times('createdAt'),
		status: eq(oneOf('pending', 'queued', 'running', 'completed', 'error')),
		// An enumeration of 21 names, of which the sandbox does not know all.
		type: eq(TEXT),
	}),
	'bulk/operations/{bulkOperationId}/results': whole('bulkOperations:read'),
	'certificate-outlines': whole('certificateOutlines:read', 'records', {
		...times('createdAt'),
		groupId: allFour(ID),
	}),
	'classroom-slots/{classroomSlotId}/attendance-sheets': paged(3000, 'attendanceSheets:read'),
	'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances': paged(
		3000,
		'attendanceSheets:read',
	),
	'classroom-slots/{classroomSlotId}/registrations': paged(2000, 'classrooms:read', {
		...times('createdAt', 'modifiedAt'),
		hasAttended: eq(BOOLEAN),
		status: eq(published),
		userId: allFour(ID),
	}),
	'classroom-slots/{classroomSlotId}/waitlist': whole('classrooms:read'),
	classrooms: paged(500, 'classrooms:read', {
		...times('createdAt', 'modifiedAt'),
		groupId: allFour(ID),
	}),
	'classrooms/{classroomId}/registrations': paged(2000, 'classrooms:read'),
	'classrooms/{classroomId}/slots': paged(100, 'classrooms:read', times('createdAt', 'modifiedAt')),
	courses: paged(500, 'courses:read', {
		...times('createdAt', 'modifiedAt'),
		status: eq(oneOf('archived', 'deleted', 'published')),
		type: eq(oneOf('elearning standard', 'external', 'native')),
		authorId: eq(ID),
		groupId: eq(ID),
		originalAuthorId: eq(ID),
		collaborativeLearning: eq(BOOLEAN),
		tagIds: within(ID),
		coAuthorIds: within(ID),
		sourceLang: eqIn(oneOf(...LANGUAGE_CODES)),
	}),
	'courses/stats': paged(500, 'courseStats:read', {
		...times('completedAt'),
		courseId: allFour(ID),
		userId: allFour(ID),
	}),
	'courses/{courseId}/custom-fields/values': whole('courses:read'),
	'courses/{courseId}/tags': pagedWithoutId(500, 'tags:read'),
	'custom-fields': paged(1000, 'customFields:read', {
		name: allFour(TEXT),
		targetType: allFour(oneOf('users', 'contents')),
		type: allFour(oneOf('string', 'date')),
	}),
	'custom-fields/{customFieldId}/authorized-values': whole('customFields:read', 'texts'),
	'custom-links': paged(1000, 'customLinks:read'),
	'external-ids': paged(5000, 'externalIds:read', {
		platform: allFour(TEXT),
		value: allFour(TEXT),
		targetId: allFour(ID),
		type: allFour(
			oneOf(
				...['attempt', 'classroom', 'classroomAttendance', 'classroomAttendanceSheet'],
				...['classroomSlot', 'classroomSlotRegistration', 'course', 'group', 'learningNeed'],
				...['path', 'pathEnrollment', 'pathSession', 'pathTracking', 'registrationRequest', 'user'],
			),
		),
	}),
	groups: paged(500, 'groups:read'),
	'groups/{groupId}/catalog/{contentType}-ids': pagedTexts(10_000, 'groups:read'),
	'groups/{groupId}/library/{contentType}-ids': pagedTexts(10_000, 'groups:read'),
	'groups/{groupId}/roles': pagedWithoutId(1000, 'groups:read'),
	integrations: paged(100, 'integrations:read', { externalPlatform: allFour(TEXT) }),
	'learning-needs': paged(500, 'learningNeeds:read'),
	paths: paged(200, 'paths:read', {
		...times('createdAt', 'modifiedAt'),
		status: eq(published),
	}),
	'paths/sessions': paged(500, 'paths:read', {
		...times('createdAt', 'modifiedAt', 'startDate', 'endDate'),
		sessionId: allFour(ID),
		pathId: allFour(ID),
	}),
	'paths/stats': paged(2000, 'pathStats:read', {
		...times('completedAt'),
		status: eq(published),
		pathId: allFour(ID),
		userId: allFour(ID),
	}),
	'paths/{pathId}/enrollments': paged(5000, 'paths:read', {
		...times('createdAt', 'modifiedAt'),
		status: eq(published),
		sessionId: allFour(ID),
	}),
	'paths/{pathId}/sessions': paged(
		100,
		'paths:read',
		times('createdAt', 'modifiedAt', 'startDate', 'endDate'),
	),
	'paths/{pathId}/sessions/{sessionId}/custom-fields/values': whole('paths:read'),
	'paths/{pathId}/sessions/{sessionId}/user-stats': paged(2000, 'pathStats:read', {
		...times('completedAt'),
		userId: allFour(ID),
	}),
	'paths/{pathId}/tags': pagedWithoutId(500, 'tags:read'),
	projects: paged(500, 'projects:read'),
	skills: paged(500, 'skills:read', { ...times('updatedAt'), status: allFour(published) }),
	'skills/powers': paged(500, 'skillsPowers:read', {
		skillId: eqIn(TEXT),
		userId: eqIn(ID),
		status: eqNe(oneOf('toAssess', 'pendingValidation', 'validated')),
	}),
	tags: paged(5000, 'tags:read', { isMain: eq(BOOLEAN) }),
	users: paged(500, 'users:read', {
		mail: allFour(TEXT),
		username: allFour(TEXT),
		status: eqNe(oneOf('active', 'invited', 'deleted')),
	}),
	'users/{userId}/certificates': paged(1000, 'users:read', times('deliveryDate', 'expirationDate')),
	'users/{userId}/custom-fields/values': whole('users:read'),
	'users/{userId}/custom-links': paged(1000, 'users:read'),
	'users/{userId}/managers': pagedTexts(1000, 'users:read'),
	'users/{userId}/roles': pagedWithoutId(1000, 'users:read'),
	'users/{userId}/subordinates': pagedTexts(1000, 'users:read'),
	// An enumeration of 29 names; text is close enough.
	'webhooks/subscriptions': paged(2000, 'webhooks:read', { eventType: allFour(TEXT) }),
	'webhooks/subscriptions/{subscriptionId}/events': paged(250, 'webhooks:read', {
		...times('createdAt'),
		status: eq(oneOf('delivered', 'failed', 'pending', 'sending')),
	}),
} as const satisfies Record<string, ListFacts>;

/** The path of a list below `/api/v2/`, with its parameters in braces. */
export type ListKind = keyof typeof LISTS;

export const LIST_KINDS = Object.keys(LISTS) as ListKind[];

/** What the service says about a list. */
export const factsOf = (kind: ListKind): ListFacts => LISTS[kind];
