import { isOverEarly } from '../completions';
import { TEXT_OPERATORS, common, customFieldValues, type CatalogList } from '../catalogList';

const session = {
	...common('_id', 'name', 'pathId', 'groupId', 'startDate', 'endDate'),
	mainInstructorId: 'ID of the main instructor',
	instructorIds: 'IDs of the instructors',
	...common('createdAt', 'modifiedAt'),
	userLimit: 'Maximum number of users; empty if unlimited',
	registrationRequestValidation: 'Who approves registration requests, e.g. instructors or managers',
	automaticReenrollment:
		'Automatic reenrollment: the event that triggers it (type) and the delay in days (delayDays)',
	isAudienceBuilder: 'Whether rules determine who is enrolled',
	ipFiltering:
		'Whether IP addresses are checked, and the addresses from which users can take the path',
	...common('additionalInformation'),
	rootSessionId: "ID of the parent path's session",
};

const ENROLLMENT_STATUSES =
	'awaitingCorrection, late, notYetStarted, onTime, sessionNotOpened, successful, toRetake, unsuccessful';

const userStatistics = {
	...common('_id', 'userId'),
	status: `The user's status, in status.type: ${ENROLLMENT_STATUSES}`,
	...common('progress', 'score'),
	enrolledAt: 'When the user was enrolled',
	startedAt: 'When the user started',
	dueDate: 'When the path is due',
	...common('completedAt', 'timeSpent'),
	certificateId: 'ID of the certificate awarded to the user',
	selfEnrolled: 'Whether the user self-enrolled',
	unenrolledAt: 'When the user was unenrolled',
};

const READ_WHOLE = 'The service cannot filter by this value, so the node reads the whole list';

export const paths: readonly CatalogList[] = [
	{
		name: 'Paths',
		aliases: 'learning paths, programs, curricula, journeys, trainings',
		path: 'paths',
		fields: {
			...common('_id', 'name', 'status', 'groupId', 'authorId', 'sourceLang'),
			...common('createdAt', 'modifiedAt', 'defaultLang', 'coAuthorIds', 'description'),
			estimatedDuration: 'Duration: a number (value) and its unit',
			estimatedWeeklyCommitment: 'Minimum (min) and maximum (max) time per week',
			...common('certificateId', 'additionalInformation'),
			coverPicture: 'ID of the cover picture',
			options: 'Settings, each on or off, e.g. options.linearProgression',
			steps: 'Steps in order, each with its type and content ID',
			...common('translations'),
		},
	},
	{
		name: 'Path Sessions',
		aliases: 'classes, cohorts, runs, trainings, calendar, instructors, teachers',
		path: 'paths/sessions',
		fields: session,
		filters: {
			sessionId: {
				shownIn: '_id',
				meaning: 'ID of the path session (_id)',
				description: 'List only the path sessions with these IDs',
				example: '5f0c1a2b3c4d5e6f70819203, 5f0c1a2b3c4d5e6f70819204',
			},
		},
	},
	{
		name: 'Path Statistics',
		about: 'one record per path enrollment',
		aliases:
			'completions, completed paths, progress, scores, results, learners, participants, overdue, late, due date, training records, training status, not completed, not finished, mandatory, compliance',
		path: 'paths/stats',
		completionIdentity: ['userId', 'pathId'],
		ignoreFields: ['timeSpent'],
		fields: { ...userStatistics, ...common('pathId', 'sessionId') },
		filters: {
			status: {
				shownIn: '',
				meaning: 'Published or archived; the field with the same name has a different meaning',
				title: 'Enrollment Status',
			},
			dueDate: {
				valueType: 'date',
				operators: ['gte', 'lt'],
				isOwn: true,
				meaning: 'When the path is due',
				title: 'Due',
				description: 'List only the path completions that are due',
				caveat: READ_WHOLE,
			},
			learnerStatus: {
				operators: TEXT_OPERATORS,
				values: ENROLLMENT_STATUSES.split(', '),
				isOwn: true,
				shownIn: 'status.type',
				meaning: "The user's status (status.type)",
				title: 'Learner Status',
				description: `List only the path completions with this status. To include people who were unenrolled, add Enrolled Only and turn it off. ${READ_WHOLE}.`,
				implies: 'enrolledOnly',
			},
			enrolledOnly: {
				valueType: 'boolean',
				operators: ['eq'],
				isOwn: true,
				read: (record) => !isOverEarly(record),
				meaning:
					'Whether the user is still enrolled, or completed the path before being unenrolled',
				title: 'Enrolled Only',
				description: `Whether to leave out people who were unenrolled before they completed the path. ${READ_WHOLE}.`,
			},
		},
	},
	{
		name: 'Enrollments of a Path',
		aliases:
			'enrolments, enrolled, assigned, assignments, registrations, participants, learners of a path',
		path: 'paths/{pathId}/enrollments',
		fields: {
			...common('_id', 'userId', 'sessionId', 'status'),
			isSelfEnrolled: 'Whether the user self-enrolled',
			...common('createdAt', 'modifiedAt', 'archivedAt'),
		},
	},
	{
		name: 'Sessions of a Path',
		aliases: 'classes, cohorts, runs, calendar',
		path: 'paths/{pathId}/sessions',
		fields: { ...session, ...common('translations') },
	},
	{
		name: 'User Statistics of a Path Session',
		about: 'one record per enrollment',
		aliases: 'completions, progress, scores, results, learners, participants, overdue, due date',
		path: 'paths/{pathId}/sessions/{sessionId}/user-stats',
		completionIdentity: ['userId'],
		ignoreFields: ['timeSpent'],
		fields: userStatistics,
	},
	{
		name: 'Custom Field Values of a Path Session',
		aliases: 'attributes, properties, metadata',
		path: 'paths/{pathId}/sessions/{sessionId}/custom-fields/values',
		...customFieldValues,
	},
	{
		name: 'Tags of a Path',
		aliases: 'topics, labels, keywords',
		path: 'paths/{pathId}/tags',
		identity: ['tagId'],
		fields: common('tagId', 'source'),
	},
];
