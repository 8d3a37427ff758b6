import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

/**
 * The event types that the service has documented (docs/service.md, Webhooks), with their names for people and the
 * fields of an event's `data`, if they are known. It sends others as well. n8n's menu looks for a word in the name alone,
 * so the name has other words for the same in brackets.
 */
const ROWS = `
	bulk.operation.created | Bulk Operation: Started | bulkOperationId type createdAt
	bulk.operation.ended | Bulk Operation: Ended | bulkOperationId type createdAt endedAt status
	classroom.slot.attendance.sheet.signed | Classroom: Attendance Sheet Signed
	path.session.classroom.slot.created | Classroom: Slot Added
	path.session.classroom.slot.updated | Classroom: Slot Changed
	path.session.classroom.slot.deleted | Classroom: Slot Removed
	user.classroom.slot.rsvp.going.no | Classroom: User Declines
	user.classroom.slot.rsvp.going.yes | Classroom: User Accepts
	user.classroom.slot.registered | Classroom: User Registered (Enrolled or Booked)
	user.classroom.slot.unregistered | Classroom: User Unregistered
	path.session.classroom.slot.users.unregistered.full | Classroom: Users Unregistered From a Full Slot | classroomSlotId learnerIds pathSessionId leftAt
	path.session.classroom.slot.waitlist.closed | Classroom: Waitlist Closed | classroomSlotId pathSessionId closedAt
	path.session.classroom.slot.waitlist.user.joined | Classroom: Waitlist Joined by a User | classroomSlotId learnerId pathSessionId joinedAt
	path.session.classroom.slot.waitlist.opened | Classroom: Waitlist Opened | classroomSlotId createdBy pathSessionId openedAt
	course.attempt.closed | Course: Finished by a Learner (Completed, Passed or Not) | attemptId closedAt userId courseId reason context
	courses.skills.added | Course: Skill Added
	courses.skills.removed | Course: Skill Removed
	group.created | Group: Added (New Group or Created) | groupId createdAt name
	groups.catalog.courses.added | Group: Course Added to the Catalog
	groups.library.courses.added | Group: Course Added to the Library
	groups.library.courses.removed | Group: Course Removed From the Library
	groups.library.paths.added | Group: Path Added to the Library
	groups.library.paths.removed | Group: Path Removed From the Library
	groups.catalog.path.sessions.added | Group: Path Session Added to the Catalog
	group.updated | Group: Changed (Updated) | groupId updatedAt name public
	group.deleted | Group: Removed (Deleted) | groupId deletedAt name
	xapi | Module: Any xAPI Statement
	xapi.started | Module: Started (xAPI)
	path.created | Path: Added (New Path or Created) | pathId createdAt
	path.archived | Path: Archived | pathId archivedAt name
	path.updated | Path: Changed (Updated) | pathId name changeType updatedAt
	path.session.user.status.updated | Path: Learner's Status Changed (Completed, Successful, Late and So On) | userId pathId sessionId enrollmentId status updatedAt
	path.deleted | Path: Removed (Deleted) | pathId deletedAt name
	path.session.added | Path: Session Added | pathId sessionId name createdAt
	path.session.removed | Path: Session Removed | pathId sessionId name deletedAt
	paths.skills.added | Path: Skill Added
	paths.skills.removed | Path: Skill Removed
	path.session.users.enrolled | Path: Users Enrolled (Assigned) | pathId sessionId enrolledAt
	path.session.users.unenrolled | Path: Users Unenrolled | pathId sessionId unenrolledAt
	skill.created | Skill: Added
	skill.updated | Skill: Changed
	skill.deleted | Skill: Removed
	user.activated | User: Activated | userId firstName lastName mail firstActivatedAt
	user.created | User: Added (New User, New Hire, Hired or Created) | userId firstName lastName mail username createdAt
	user.assessment.corrected | User: Assessment Corrected (Graded) | userId assessmentId name pathId sessionId enrollmentId success score correctedAt
	user.certificate.awarded | User: Certificate Awarded (Certified) | userId certificateId deliveryDate pathId
	user.updated | User: Changed (Updated) | userId firstName lastName mail updatedAt
	user.customfield.created | User: Custom Field Added
	user.customfield.updated | User: Custom Field Changed
	user.customfield.deleted | User: Custom Field Removed
	user.customfield.values.updated | User: Custom Field Values Changed
	user.invited | User: Invited | userId firstName lastName mail invitedAt
	user.reactivated | User: Reactivated | userId firstName lastName mail reactivatedAt
	user.deleted | User: Removed (Deleted) | userId firstName lastName mail deletedAt
`
	.trim()
	.split('\n')
	.map((line) => line.trim().split(' | '));

/** The value of Event with which Event Type is entered. */
export const OTHER_EVENT = 'other';

/** The menu Event, by what people call the events. */
export const eventMenu: INodePropertyOptions[] = [
	...ROWS.map(([value = '', name = '']) => ({ name, value, description: value })).sort((a, b) =>
		a.name.localeCompare(b.name, 'en-US'),
	),
	{
		name: 'Other (Enter Its Type)',
		value: OTHER_EVENT,
		description: 'An event that this version of the node does not know by name',
	},
];

const VALUES: Readonly<Record<string, IDataObject[string]>> = {
	changeType: 'settings',
	context: {},
	firstName: 'Ana',
	lastName: 'Silva',
	learnerIds: ['5e12000000000000000000a1'],
	mail: 'ana.silva@example.com',
	name: 'Fire Safety',
	public: false,
	reason: 'learnerFinished',
	score: 95,
	status: 'successful',
	success: true,
	type: 'createGroups',
	username: 'ana.silva',
};

/** The `data` of an event as the service documents it, where none can be had. @param time ISO 8601 */
export function sampleData(eventType: string, time: string): IDataObject {
	const [, , fields = ''] = ROWS.find(([value]) => value === eventType) ?? [];
	const known = fields.split(' ').filter((field) => field !== '');
	const valueOf = (field: string) =>
		VALUES[field] ?? (/(At|Date)$/.test(field) ? time : '5e12000000000000000000a1');
	const data = Object.fromEntries(known.map((field) => [field, valueOf(field)])) as IDataObject;
	return eventType === 'bulk.operation.ended' ? { ...data, status: 'completed' } : data;
}
