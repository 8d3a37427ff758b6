import type { ListKind } from '../dictionary/lists';
import { EXTERNAL_COURSES } from '../dictionary/parameters';
import * as classrooms from './classrooms';
import * as company from './company';
import * as contents from './contents';
import { courses } from './course';
import { groups } from './group';
import * as machinery from './machinery';
import type { Build } from './source';
import * as users from './users';

/** How the records of each list are made. */
export const BUILDS: Readonly<Record<ListKind | typeof EXTERNAL_COURSES, Build>> = {
	'bulk/operations': machinery.bulkOperations,
	'bulk/operations/{bulkOperationId}/results': machinery.bulkResults,
	'certificate-outlines': company.certificateOutlines,
	'classroom-slots/{classroomSlotId}/attendance-sheets': classrooms.attendanceSheets,
	'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances':
		classrooms.attendances,
	'classroom-slots/{classroomSlotId}/registrations': classrooms.registrations,
	'classroom-slots/{classroomSlotId}/waitlist': classrooms.waitlist,
	classrooms: classrooms.classrooms,
	'classrooms/{classroomId}/registrations': classrooms.registrations,
	'classrooms/{classroomId}/slots': classrooms.slots,
	courses,
	'courses/stats': contents.courseStats,
	'courses/{courseId}/custom-fields/values': company.customFieldValues('contents'),
	'courses/{courseId}/tags': contents.tagsBelow,
	'custom-fields': company.customFields,
	'custom-fields/{customFieldId}/authorized-values': company.authorizedValues,
	'custom-links': users.customLinks,
	'external-ids': company.externalIds,
	groups,
	'groups/{groupId}/catalog/{contentType}-ids': contents.contentIds(true),
	'groups/{groupId}/library/{contentType}-ids': contents.contentIds(false),
	'groups/{groupId}/roles': users.groupRoles,
	integrations: company.integrations,
	[EXTERNAL_COURSES]: company.externalCourses,
	'learning-needs': company.named('Learning need', 6),
	paths: contents.paths,
	'paths/sessions': contents.sessions,
	'paths/stats': contents.pathStats,
	'paths/{pathId}/enrollments': contents.enrollments,
	'paths/{pathId}/sessions': contents.sessionsBelow,
	'paths/{pathId}/sessions/{sessionId}/custom-fields/values': company.customFieldValues('contents'),
	'paths/{pathId}/sessions/{sessionId}/user-stats': contents.pathStats,
	'paths/{pathId}/tags': contents.tagsBelow,
	projects: company.named('Project', 6),
	skills: company.skills,
	'skills/powers': company.powers,
	tags: contents.tags,
	users: users.users,
	'users/{userId}/certificates': users.certificates,
	'users/{userId}/custom-fields/values': company.customFieldValues('users'),
	'users/{userId}/custom-links': users.customLinks,
	'users/{userId}/managers': users.managers,
	'users/{userId}/roles': users.userRoles,
	'users/{userId}/subordinates': users.subordinates,
	'webhooks/subscriptions': machinery.subscriptions,
	'webhooks/subscriptions/{subscriptionId}/events': machinery.events,
};
