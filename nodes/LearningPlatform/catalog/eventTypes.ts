import type { INodePropertyOptions } from 'n8n-workflow';

/** The documented event types (docs/engineers/service.md, Webhooks), with synonyms for n8n's search in their names. */
const ROWS = `
	bulk.operation.created | Bulk Operation: Started
	bulk.operation.ended | Bulk Operation: Ended
	classroom.slot.attendance.sheet.signed | Classroom: Attendance Sheet Signed
	path.session.classroom.slot.created | Classroom: Slot Added
	path.session.classroom.slot.updated | Classroom: Slot Changed
	path.session.classroom.slot.deleted | Classroom: Slot Removed
	user.classroom.slot.rsvp.going.no | Classroom: User Declines
	user.classroom.slot.rsvp.going.yes | Classroom: User Accepts
	user.classroom.slot.registered | Classroom: User Registered (Enrolled or Booked)
	user.classroom.slot.unregistered | Classroom: User Unregistered
	path.session.classroom.slot.users.unregistered.full | Classroom: Users Unregistered From a Full Slot
	path.session.classroom.slot.waitlist.closed | Classroom: Waitlist Closed
	path.session.classroom.slot.waitlist.user.joined | Classroom: User Joined Waitlist
	path.session.classroom.slot.waitlist.opened | Classroom: Waitlist Opened
	course.attempt.closed | Course: Attempt Ended (Finished, Completed, Passed, or Failed)
	courses.skills.added | Course: Skill Added
	courses.skills.removed | Course: Skill Removed
	group.created | Group: Added (Created, New Group)
	groups.catalog.courses.added | Group: Course Added to the Catalog
	groups.library.courses.added | Group: Course Added to the Library
	groups.library.courses.removed | Group: Course Removed From the Library
	groups.library.paths.added | Group: Path Added to the Library
	groups.library.paths.removed | Group: Path Removed From the Library
	groups.catalog.path.sessions.added | Group: Path Session Added to the Catalog
	group.updated | Group: Changed (Updated)
	group.deleted | Group: Removed (Deleted)
	xapi | Module: Any xAPI Statement
	xapi.started | Module: Started (xAPI)
	path.created | Path: Added (Created, New Path)
	path.archived | Path: Archived
	path.updated | Path: Changed (Updated)
	path.session.user.status.updated | Path: Learner's Status Changed (Completed, Successful, Late, etc.)
	path.deleted | Path: Removed (Deleted)
	path.session.added | Path: Session Added
	path.session.removed | Path: Session Removed
	paths.skills.added | Path: Skill Added
	paths.skills.removed | Path: Skill Removed
	path.session.users.enrolled | Path: Users Enrolled (Assigned)
	path.session.users.unenrolled | Path: Users Unenrolled
	skill.created | Skill: Added
	skill.updated | Skill: Changed
	skill.deleted | Skill: Removed
	user.activated | User: Activated
	user.created | User: Added (Created, Hired, New User, New Hire)
	user.assessment.corrected | User: Assessment Corrected (Graded)
	user.certificate.awarded | User: Certificate Awarded (Certified)
	user.updated | User: Changed (Updated)
	user.customfield.created | User: Custom Field Added
	user.customfield.updated | User: Custom Field Changed
	user.customfield.deleted | User: Custom Field Removed
	user.customfield.values.updated | User: Custom Field Values Changed
	user.invited | User: Invited
	user.reactivated | User: Reactivated
	user.deleted | User: Removed (Deleted)
`
	.trim()
	.split('\n')
	.map((line) => line.trim().split(' | '));

/** Choosing this menu value shows the Event Type field. */
export const OTHER_EVENT = 'other';

/** The Event menu, sorted by name. */
export const eventMenu: INodePropertyOptions[] = [
	...ROWS.map(([value = '', name = '']) => ({ name, value, description: value })).sort((a, b) =>
		a.name.localeCompare(b.name, 'en-US'),
	),
	{
		name: 'Other (Enter Event Type)',
		value: OTHER_EVENT,
		description: 'An event that is not in this list',
	},
];
