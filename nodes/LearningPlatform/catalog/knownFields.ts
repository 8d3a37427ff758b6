import { findKnownList, type KnownPath } from './knownLists';

/** A field that the records of a list can have. */
export interface KnownField {
	/** As the service spells it. */
	name: string;
	/** What it holds, for people. */
	meaning: string;
}

/** What a field holds in every list that says nothing else about it. */
const meanings: Readonly<Record<string, string>> = {
	_id: 'ID of the record',
	authorId: 'ID of the user who wrote it',
	classroomId: 'ID of the classroom',
	coAuthorIds: 'IDs of the users who also write it',
	completedAt: 'When it was completed, empty as long as it is not',
	courseId: 'ID of the course',
	createdAt: 'When it was created',
	customFieldId: 'ID of the custom field',
	description: 'Description, which can be long',
	endDate: 'When it ends',
	groupId: 'ID of the group that it belongs to',
	hasAttended: 'Whether the user was there',
	lastActivityAt: 'When the user was last active in it',
	modifiedAt: 'When it was last edited',
	name: 'Name',
	pathId: 'ID of the path',
	progress: 'How far the user is, 100 when completed',
	role: 'What the user is in the group, e.g. learner or author',
	sessionId: 'ID of the path session',
	skillId: 'ID of the skill',
	sourceLang: 'Language in which it was written, as a code such as en',
	source: 'Whether the tag was set by a person (manual) or by the platform (automatic)',
	startDate: 'When it begins',
	status: 'Published or archived',
	tagId: 'ID of the tag',
	timeSpent: 'Time that the user has spent on it',
	translations: 'Translations, each with its language (lang) and whether it is published',
	updatedAt: 'When it was last edited',
	userId: 'ID of the user',
};

/** A name, or one with what it holds in this list where that is something else. */
type Entry = string | readonly [name: string, meaning: string];

const customFieldValue: readonly Entry[] = [
	'customFieldId',
	['type', 'Kind of value: string or date'],
	['value', 'The value, as text or as a date'],
];
const registration: readonly Entry[] = [
	...['_id', 'userId', 'status', 'hasAttended', 'createdAt', 'modifiedAt'],
];
const customLink: readonly Entry[] = ['_id', 'name', ['url', 'Where the link leads']];
const session: readonly Entry[] = [
	...['_id', 'name', 'pathId', 'startDate', 'endDate', 'createdAt', 'modifiedAt'],
	['instructorIds', 'IDs of the users who teach it'],
];
const pathStatistics: readonly Entry[] = [
	...['_id', 'userId', 'pathId'],
	['status', 'How the user is doing, in status.type: e.g. onTime, late or successful'],
	'progress',
	['enrolledAt', 'When the user was enrolled'],
	...['completedAt', 'lastActivityAt', 'timeSpent'],
];

/**
 * The fields of the records of each known list, by its path, in the order of a table's columns. A service may leave
 * out some of them and have others.
 */
const fieldsByPath: Readonly<Record<KnownPath, readonly Entry[]>> = {
	'bulk/operations': [
		'_id',
		['type', 'What the operation does, e.g. addUsersToGroups'],
		['status', 'Pending, queued, running, completed or error'],
		'createdAt',
	],
	'bulk/operations/{bulkOperationId}/results': [
		['status', 'Whether it went well: success or error'],
		['resourceId', 'ID of the record that was changed'],
		['errorMessage', 'What went wrong'],
		['input', 'What the operation was given for this record'],
	],
	'certificate-outlines': ['_id', 'name', 'groupId', 'createdAt'],
	'classroom-slots/{classroomSlotId}/attendance-sheets': [
		'_id',
		['type', 'Signed on screen (digital) or uploaded (file)'],
		'createdAt',
		['fileName', 'Name of the uploaded file'],
	],
	'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances': [
		...['_id', 'userId', 'hasAttended'],
	],
	'classroom-slots/{classroomSlotId}/registrations': registration,
	'classroom-slots/{classroomSlotId}/waitlist': [
		'userId',
		['requestedAt', 'When the user asked for a place'],
	],
	classrooms: ['_id', 'name', 'groupId', 'createdAt', 'modifiedAt'],
	'classrooms/{classroomId}/registrations': registration,
	'classrooms/{classroomId}/slots': [
		...['_id', 'classroomId', 'startDate', 'endDate', 'createdAt', 'modifiedAt'],
	],
	courses: [
		...['_id', 'name'],
		['status', 'Published, archived or deleted'],
		['type', 'Native, external or elearning standard'],
		...['groupId', 'authorId', 'sourceLang', 'createdAt'],
		['modifiedAt', 'When it was last edited; archiving, restoring and translating may not count'],
		['duration', 'How long the course takes, in minutes'],
		['defaultLang', 'Language in which it is shown by default, as a code such as en'],
		...['coAuthorIds', 'description'],
		['externalPlatform', 'Platform that an external course comes from'],
		['currentVersionNumber', 'Number of its current version'],
		['collaborativeLearning', 'Whether it uses collaborative learning'],
		'translations',
	],
	'courses/stats': [
		...['_id', 'courseId', 'userId', 'progress'],
		['score', 'Score of the attempt'],
		...['createdAt', 'completedAt', 'lastActivityAt', 'timeSpent'],
	],
	'courses/{courseId}/custom-fields/values': customFieldValue,
	'courses/{courseId}/tags': ['tagId', 'source'],
	'custom-fields': [
		...['_id', 'name'],
		['targetType', 'What has the field: users or contents'],
		['type', 'Kind of its values: string or date'],
	],
	'custom-fields/{customFieldId}/authorized-values': [['_id', 'The value, as text or as a date']],
	'custom-links': customLink,
	'external-ids': [
		'_id',
		['platform', 'The other platform'],
		['value', 'ID on the other platform'],
		['targetId', 'ID of the record here'],
		['targetType', 'Kind of the record here, e.g. user or course'],
	],
	groups: [
		...['_id', 'name'],
		['public', 'Whether the group is public'],
		['parentId', 'ID of the group above it; the topmost group has none'],
		['custom', 'Free text, e.g. Unit 101'],
		['subdomain', 'Beginning of its address'],
		['url', 'Its address'],
		['bannerImageId', 'ID of the banner'],
		['backgroundImageId', 'ID of the background picture'],
		['faviconImageId', 'ID of the icon in the browser'],
		['logoImageId', 'ID of the logo'],
		['privacyPolicy', 'Privacy policy: its address, and whether users have to consent'],
		['moderationCharter', 'Moderation charter: its address'],
		['termsOfUse', 'Terms of use: their address, and whether users have to consent'],
		['imprint', 'Imprint: its address'],
	],
	'groups/{groupId}/catalog/{contentType}-ids': [['_id', 'ID of the course or path session']],
	'groups/{groupId}/library/{contentType}-ids': [['_id', 'ID of the course or path']],
	'groups/{groupId}/roles': ['userId', 'role'],
	integrations: ['_id', 'name', ['externalPlatform', 'The platform that it connects']],
	'learning-needs': ['_id', 'name', 'createdAt'],
	paths: [
		...['_id', 'name', 'status', 'groupId', 'authorId', 'sourceLang', 'createdAt', 'modifiedAt'],
		...['coAuthorIds', 'description'],
		['steps', 'Its steps in order, each with its kind (type) and the ID of its content'],
		'translations',
	],
	'paths/sessions': session,
	'paths/stats': pathStatistics,
	'paths/{pathId}/enrollments': [
		...['_id', 'userId', 'sessionId', 'status', 'createdAt', 'modifiedAt'],
	],
	'paths/{pathId}/sessions': [...session, 'translations'],
	'paths/{pathId}/sessions/{sessionId}/custom-fields/values': customFieldValue,
	'paths/{pathId}/sessions/{sessionId}/user-stats': [...pathStatistics, 'sessionId'],
	'paths/{pathId}/tags': ['tagId', 'source'],
	projects: ['_id', 'name', 'createdAt'],
	skills: ['_id', 'name', 'status', 'updatedAt'],
	'skills/powers': [
		...['_id', 'skillId', 'userId'],
		['status', 'How far it is: toAssess, pendingValidation or validated'],
	],
	tags: ['_id', 'name', ['isMain', 'Whether it is a main tag']],
	users: [
		'_id',
		['firstName', 'First name'],
		['lastName', 'Last name'],
		['mail', 'Email address'],
		['username', 'User name'],
		['status', 'Active, invited or deleted'],
		['lastLoginDate', 'When the user last logged in'],
		['deletedAt', 'When the user was deleted, each time'],
		['reactivatedAt', 'When the user was activated again, each time'],
	],
	'users/{userId}/certificates': [
		...['_id', 'name'],
		['type', 'Of the platform (internal) or uploaded by the user (external)'],
		'pathId',
		['deliveryDate', 'When it was awarded'],
		['expirationDate', 'When it expires'],
	],
	'users/{userId}/custom-fields/values': customFieldValue,
	'users/{userId}/custom-links': customLink,
	'users/{userId}/managers': [['_id', 'ID of the manager']],
	'users/{userId}/roles': [['groupId', 'ID of the group'], 'role'],
	'users/{userId}/subordinates': [['_id', 'ID of the user who answers to this one']],
	'webhooks/subscriptions': [
		...['_id', 'name'],
		['eventType', 'What is told, e.g. group.created'],
		['url', 'Where it is sent'],
		['status', 'Active or inactive'],
		'createdAt',
	],
	'webhooks/subscriptions/{subscriptionId}/events': [
		'_id',
		['status', 'Delivered, failed, pending or sending'],
		'createdAt',
		['payload', 'What was sent'],
	],
};

/** @param path below `/api/v2/`, with IDs or braces; a list that is not known has no fields */
export function knownFieldsOf(path: string): KnownField[] {
	const list = findKnownList(path)?.path as KnownPath | undefined;
	return (list === undefined ? [] : fieldsByPath[list]).map((entry) => {
		const [name, meaning = meanings[name] ?? ''] = typeof entry === 'string' ? [entry] : entry;
		return { name, meaning };
	});
}
