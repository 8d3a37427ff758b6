import type { ListKind } from './lists';

/** A list that only single records are read from: the service has no route for it. */
export const EXTERNAL_COURSES = 'integrations/{integrationId}/courses';

/** Where the records that a path parameter can name are, and what a name too many is answered with. */
interface ParameterFacts {
	list: ListKind | typeof EXTERNAL_COURSES;
	/** Code of the 404 when there is no such record. */
	missing: string;
	/** Code of the 400 when the record is there, but belongs to another one than the path says. */
	elsewhere?: string;
}

/** The parameters of all paths: docs/service.md, Endpoints. `contentType` is none of records. */
export const PARAMETERS: Readonly<Record<string, ParameterFacts>> = {
	attendanceSheetId: {
		list: 'classroom-slots/{classroomSlotId}/attendance-sheets',
		missing: 'attendanceSheetNotFound',
		elsewhere: 'attendanceSheetNotBelongToClassroomSlot',
	},
	bulkOperationId: { list: 'bulk/operations', missing: 'bulkOperationNotFound' },
	certificateId: { list: 'users/{userId}/certificates', missing: 'certificateNotFound' },
	classroomId: { list: 'classrooms', missing: 'classroomNotFound' },
	classroomSlotId: { list: 'classrooms/{classroomId}/slots', missing: 'classroomSlotNotFound' },
	courseId: { list: 'courses', missing: 'courseNotFound' },
	customFieldId: { list: 'custom-fields', missing: 'customFieldNotFound' },
	externalId: {
		list: EXTERNAL_COURSES,
		missing: 'courseNotFound',
		elsewhere: 'courseNotBelongToIntegration',
	},
	groupId: { list: 'groups', missing: 'groupNotFound' },
	integrationId: { list: 'integrations', missing: 'integrationNotFound' },
	pathId: { list: 'paths', missing: 'pathNotFound' },
	sessionId: {
		list: 'paths/{pathId}/sessions',
		missing: 'sessionNotFound',
		elsewhere: 'sessionNotBelongToPath',
	},
	subscriptionId: { list: 'webhooks/subscriptions', missing: 'subscriptionNotFound' },
	tagId: { list: 'tags', missing: 'tagNotFound' },
	userId: { list: 'users', missing: 'userNotFound' },
};
