/** What people look for, and what does it. */
export interface Job {
	/** Words that people type, separated by commas. Each is on the page. */
	words: string;
	/** Other words and spellings, which need not be on the page. */
	also?: string;
	page: string;
	/** The resource and the operation. */
	action?: [resource: string, operation: string];
	/** The resource and the event of the polling trigger. */
	trigger?: [resource: string, event: string];
	/** The event type of the Instant Trigger. */
	instant?: string;
}

export const jobs: readonly Job[] = [
	{
		words: '360Learning, LMS, HR, Training, Learning, Course',
		also: '360 Learning, LXP, E-Learning, E Learning, Learning Management System, L&D, Academy, Catalogue',
		page: 'README.md',
		action: ['course', 'list'],
		trigger: ['course', 'added'],
		instant: 'course.attempt.closed',
	},
	{
		words: 'Courses, Catalog',
		also: 'Course Catalog, Course Catalogue, Catalogue, List Courses',
		page: 'README.md',
		action: ['course', 'list'],
	},
	{
		words: 'Export, CSV, Excel, XLSX, Workbook',
		also: 'Spreadsheet, Export Courses, Export Courses to Excel, Power BI, Data Warehouse',
		page: 'docs/export.md',
		action: ['course', 'export'],
	},
	{
		words: 'Sync, Spreadsheet, Google Sheet, Data Table',
		also: 'Sync Courses',
		page: 'docs/spreadsheets.md',
		action: ['course', 'sync'],
	},
	{
		words:
			'Compliance, Mandatory, Overdue, Late, Training Status, Report, Reminders, Not Completed',
		also: 'Compliance Training, Mandatory Training, Employee Training, Training Records, Not Finished, Who Has Not Completed, Late Learners, Deadline, Due Date, Reminder, Escalation, Assigned, Enrolled, Participants',
		page: 'docs/completions.md',
		action: ['trainingStatus', 'list'],
	},
	{
		words: 'Completion, Completions, Completed, Passed, Quiz, Score, Attempt, Course Completion',
		also: 'Course Completions, Course Completed, Training Completed, Completed Training, Learner Completes a Course, Course Statistics, Course Progress, Course Results, Course Scores, Training Progress, Learner Progress, Quiz Score, Time Spent, Training Hours, Transcript, Learning History',
		page: 'docs/completions.md',
		action: ['courseCompletion', 'list'],
	},
	{
		words: 'Path Completion, Renewal, Enrollment',
		also: 'Path Completed, Learning Path, Learning Paths, Enrollments, New Enrollment, Due Date',
		page: 'docs/completions.md',
		action: ['pathCompletion', 'list'],
	},
	{
		words: 'Certificate, Certificates, Certification',
		also: 'Expiring Certificates, Certificate Expiry, Expired, Recertification, Skills, Classrooms, Attendance, Instructor-Led, Webinar, Waitlist',
		page: 'docs/completions.md',
		action: ['other', 'list'],
	},
	{
		words: 'Learners, Users',
		also: 'List Users, List Learners, Export Learners, Users of the LMS, Participants, Employees, Inactive Users, Last Login',
		page: 'README.md',
		action: ['user', 'list'],
	},
	{
		words:
			'Add User, Create User, Invite, New Hires, Welcome, Onboarding, Provision, HRIS, SCIM, User Management, Manager, Custom Fields, Personnel Number, HR Table',
		also: 'New Hire, Joiners, New User, New Employee, New Learner, Sync Users, User Sync, Import Users, Supervisor, Rehire',
		page: 'docs/people.md',
		action: ['user', 'upsert'],
	},
	{
		words: 'Update User, Deactivate, Offboarding, Last Day',
		also: 'Deprovision, Disable User, Suspend, Termination, Reactivate',
		page: 'docs/people.md',
		action: ['user', 'update'],
	},
	{
		words: 'Leavers',
		also: 'Leaver, Find Leavers',
		page: 'docs/people.md',
		action: ['user', 'notInTable'],
	},
	{
		words: 'Add to Group, Group, Groups',
		also: 'Group Members, Members of a Group',
		page: 'docs/people.md',
		action: ['group', 'addMember'],
	},
	{
		words: 'Remove from Group',
		page: 'docs/people.md',
		action: ['group', 'removeMember'],
	},
	{
		words: 'Move Between Groups, Department',
		also: 'Change Group, Transfer',
		page: 'docs/people.md',
		action: ['group', 'setMembers'],
	},
	{
		words: 'Enroll, Assign, Path Sessions',
		also: 'Training Sessions, List Path Sessions, Auto-Enroll',
		page: 'docs/people.md',
		action: ['pathSession', 'enroll'],
	},
	{
		words: 'Unenroll',
		also: 'Cancel Enrollment',
		page: 'docs/people.md',
		action: ['pathSession', 'unenroll'],
	},
	{
		words: 'Course, Added, Updated, Poll',
		also: 'Courses, New Course, Course Added, Course Changed, Catalog, Course Catalog, Catalogue',
		page: 'docs/trigger.md',
		trigger: ['course', 'added'],
	},
	{
		words: 'Completed, Completion, Passed, Score, Attempt',
		also: 'Course Completed, Course Completion, Completions, Training Completed, Completed Training, Learner Completes a Course, Quiz',
		page: 'docs/trigger.md',
		trigger: ['courseCompletion', 'completed'],
	},
	{
		words: 'Late, Overdue, Failed',
		also: 'Deadline, Due Date, Escalation, Late Learners, Reminder, Reminders, Compliance, Path Completed, Path Completion',
		page: 'docs/trigger.md',
		trigger: ['pathCompletion', 'late'],
	},
	{
		words: 'User',
		also: 'Users, Learners, New User, New Learner, New Employee, New Hire',
		page: 'docs/trigger.md',
		trigger: ['user', 'added'],
	},
	{
		words: 'Enrollment',
		also: 'Enrollments, New Enrollment, Certificates, Group Members, Skills, Classrooms',
		page: 'docs/trigger.md',
		trigger: ['other', 'added'],
	},
	{
		words: 'Instant, Event, Events, Subscription, Webhook, Attempt',
		also: 'Webhooks, Real Time, xAPI, Course Completed, Course Attempt, Learner Finishes a Course, Quiz',
		page: 'docs/instant.md',
		instant: 'course.attempt.closed',
	},
	{
		words: 'Certificate, User, Enrolled',
		also: 'Certificate Awarded, New User, New Learner, User Created, User Deleted, Enrollment, Path Session, Classroom, Attendance, Webinar, Waitlist, Assessment, Graded, Group Created, New Group, Skill',
		page: 'docs/instant.md',
		instant: 'user.certificate.awarded',
	},
];

const split = (words = '') => words.split(', ').filter(Boolean);

const wordsOf = ({ words, also }: Job) => [...split(words), ...split(also)];

/** Returns the aliases of each node, by codex file. n8n's panel merges the action node and the polling trigger and shows the action node's aliases. */
export function aliases(): [file: string, alias: string[]][] {
	const of = (isFor: (job: Job) => boolean) => [...new Set(jobs.filter(isFor).flatMap(wordsOf))];
	return [
		['LearningPlatform.node.json', of(({ action, trigger }) => Boolean(action ?? trigger))],
		['LearningPlatformInstantTrigger.node.json', of(({ instant }) => Boolean(instant))],
		['LearningPlatformTrigger.node.json', of(({ trigger }) => Boolean(trigger))],
	];
}
