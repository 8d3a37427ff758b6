type Codex = 'LearningPlatform' | 'LearningPlatformInstantTrigger' | 'LearningPlatformTrigger';

/** The words that people type in n8n's search. */
interface Subject {
	page: string;
	nodes: Codex[];
	/** Each of these words is on the page. */
	words: string[];
	/** Other words and spellings. */
	also: string[];
}

const split = (text: string) => text.split(',').map((words) => words.trim().replace(/\s+/g, ' '));

export const subjects: readonly Subject[] = [
	{
		page: 'README.md',
		nodes: ['LearningPlatform', 'LearningPlatformInstantTrigger', 'LearningPlatformTrigger'],
		words: split('360Learning, LMS, HR, Training, Learning, Course'),
		also: split(`360 Learning, LXP, E-Learning, E Learning, Learning Management System, L&D, Academy,
			Catalogue`),
	},
	{
		page: 'README.md',
		nodes: ['LearningPlatform'],
		words: split('Courses, Catalog, Learners, Users'),
		also: split(`Course Catalog, Course Catalogue, List Courses, List Users, List Learners, Export
			Learners, Users of the LMS, Participants, Employees, Inactive Users, Last Login`),
	},
	{
		page: 'docs/export.md',
		nodes: ['LearningPlatform'],
		words: split('Export, CSV, Excel, XLSX, Workbook'),
		also: split('Export Courses, Export Courses to Excel, Power BI, Data Warehouse'),
	},
	{
		page: 'docs/spreadsheets.md',
		nodes: ['LearningPlatform'],
		words: split('Sync, Spreadsheet, Google Sheet, Data Table'),
		also: split('Sync Courses'),
	},
	{
		page: 'docs/completions.md',
		nodes: ['LearningPlatform'],
		words: split(`Compliance, Mandatory, Overdue, Late, Training Status, Report, Reminders, Not
			Completed, Completion, Completions, Completed, Passed, Quiz, Score, Attempt, Course Completion,
			Path Completion, Renewal, Enrollment, Certificate, Certificates, Certification`),
		also: split(`Compliance Training, Mandatory Training, Employee Training, Training Records, Not
			Finished, Who Has Not Completed, Late Learners, Deadline, Due Date, Reminder, Escalation,
			Assigned, Enrolled, Course Completions, Course Completed, Training Completed, Completed Training,
			Learner Completes a Course, Course Statistics, Course Progress, Course Results, Course Scores,
			Training Progress, Learner Progress, Quiz Score, Time Spent, Training Hours, Transcript, Learning
			History, Path Completed, Learning Path, Learning Paths, Enrollments, New Enrollment, Expiring
			Certificates, Certificate Expiry, Expired, Recertification, Skills, Classrooms, Attendance,
			Instructor-Led, Webinar, Waitlist`),
	},
	{
		page: 'docs/people.md',
		nodes: ['LearningPlatform'],
		words:
			split(`Add User, Create User, Invite, New Hires, Welcome, Onboarding, Provision, HRIS, SCIM,
			User Management, Manager, Custom Fields, Personnel Number, HR Table, Update User, Deactivate,
			Offboarding, Last Day, Leavers, Add to Group, Group, Groups, Remove from Group, Move Between
			Groups, Department, Enroll, Assign, Path Sessions, Unenroll`),
		also: split(`New Hire, Joiners, New User, New Employee, New Learner, Sync Users, User Sync, Import
			Users, Supervisor, Rehire, Deprovision, Disable User, Suspend, Termination, Reactivate, Leaver,
			Find Leavers, Group Members, Members of a Group, Change Group, Transfer, Training Sessions, List
			Path Sessions, Auto-Enroll, Cancel Enrollment`),
	},
	{
		page: 'docs/trigger.md',
		// n8n's panel shows the polling trigger as part of the action node, with the action node's aliases.
		nodes: ['LearningPlatform', 'LearningPlatformTrigger'],
		words: split(`Course, Added, Updated, Poll, Completed, Completion, Passed, Score, Attempt, Late,
			Overdue, Failed, User, Enrollment`),
		also: split(`Courses, New Course, Course Added, Course Changed, Catalog, Course Catalog, Course
			Completed, Course Completion, Completions, Training Completed, Completed Training, Learner
			Completes a Course, Quiz, Deadline, Due Date, Escalation, Late Learners, Reminder, Reminders,
			Compliance, Path Completed, Path Completion, Users, Learners, New User, New Learner, New
			Employee, New Hire, Enrollments, New Enrollment, Certificates, Group Members, Skills,
			Classrooms`),
	},
	{
		page: 'docs/instant.md',
		nodes: ['LearningPlatformInstantTrigger'],
		words: split(
			`Instant, Event, Events, Subscription, Webhook, Attempt, Certificate, User, Enrolled`,
		),
		also: split(`Webhooks, Real Time, xAPI, Course Completed, Course Attempt, Learner Finishes a Course,
			Quiz, Certificate Awarded, New User, New Learner, User Created, User Deleted, Enrollment, Path
			Session, Classroom, Attendance, Webinar, Waitlist, Assessment, Graded, Group Created, New Group,
			Skill`),
	},
];

/** Returns the aliases of each node, by codex file. */
export function aliases(): [file: string, alias: string[]][] {
	return [...new Set(subjects.flatMap(({ nodes }) => nodes))].map((node) => {
		const own = subjects.filter(({ nodes }) => nodes.includes(node));
		const words = own.flatMap((subject) => [...subject.words, ...subject.also]);
		return [`${node}.node.json`, [...new Set(words)]];
	});
}
