import { SERVICE } from '../../contract';
import type { Make, Moment } from './moment';
import { hashOf } from './random';
import {
	ANSWERS,
	AUDIENCES,
	CERTIFICATES,
	CITIES,
	CUSTOM_FIELDS,
	FIRST_NAMES,
	JOBS,
	LANGUAGES,
	LAST_NAMES,
	LINKS,
	NEEDS,
	OPENINGS,
	ORGANIZATIONS,
	PLACES,
	PLATFORMS,
	QUESTIONS,
	SENTENCES,
	SUBJECTS,
	TEAMS,
	type Words,
} from './words';
import type { World } from './world';

const DAY_MS = 86_400_000;

/** In the order in which they happen to a record. */
const DATES = [
	...['queuedAt', 'cutoffDate', 'startedAt', 'firstActivityAt', 'startDate', 'lastActivityAt'],
	...['completedAt', 'endDate', 'endedAt', 'lastUpdatedAt', 'updatedAt', 'modifiedAt'],
	...['lastLoginDate', 'archivedAt', 'unenrolledAt', 'deletedAt', 'reactivatedAt'],
];
const BEGINNINGS = new Set(['createdAt', 'enrolledAt', 'requestedAt', 'deliveryDate']);
const AHEAD = new Set(['dueDate', 'expirationDate', 'toBeDeactivatedAt']);

/** What makes a date: not before those that come before it, and some ahead of today. */
export function dateOf(name: string): Make {
	if (BEGINNINGS.has(name)) {
		return ({ kind, createdMs, sinceMs }) =>
			isoTime(kind === 'courses' || name === 'createdAt' ? createdMs : sinceMs);
	}
	if (AHEAD.has(name)) {
		return ({ sinceMs, spanMs, random }) => isoTime(sinceMs + spanMs + random.below(60) * DAY_MS);
	}
	const rank = Math.max(0, DATES.indexOf(name));
	return ({ sinceMs, spanMs, random }) =>
		isoTime(sinceMs + ((rank + random.next()) / DATES.length) * spanMs);
}

const isoTime = (ms: number): string => new Date(Math.floor(ms)).toISOString();

/** The lists to which IDs lead, by the names of their fields. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
	'certificate-outlines': ['certificateOutlineId', 'paths.certificateId'],
	classrooms: ['classroomId'],
	courses: ['courseId', 'course._id'],
	'custom-links': ['customLinkId'],
	groups: ['groupId', 'primaryGroupId', 'groups.ids'],
	paths: ['pathId', 'path._id'],
	tags: ['tagId'],
	users: [
		...['userId', 'authorId', 'coAuthorIds', 'translatorIds', 'trainerIds', 'instructorIds'],
		...['mainInstructorId', 'suggestedExpertIds', 'volunteerIds'],
		...['users.ids', 'excludedLearners.ids'],
		'users/{userId}/managers.',
		'users/{userId}/subordinates.',
	],
};
const TARGET_OF = new Map(
	Object.entries(TARGETS).flatMap(([list, names]) => names.map((name) => [name, list] as const)),
);

/** The list to which an ID leads; undefined for what no list has, such as pictures. */
export function targetOf(kind: string, name: string, within: string): string | undefined {
	return (
		TARGET_OF.get(`${kind}.${name}`) ?? TARGET_OF.get(`${within}.${name}`) ?? TARGET_OF.get(name)
	);
}

/** What makes an ID: the one in the path, or that of a record that there is. */
export function idOf(kind: string, name: string, within: string): Make {
	const list = targetOf(kind, name, within);
	return (moment) => {
		const { parameters, random, world } = moment;
		if (parameters[name] !== undefined) return parameters[name];
		return list === undefined ? random.hex(24) : world.id(list, pick(moment, list));
	};
}

/** Which record of a list: in a list without `_id` a record has to be told by what it refers to. */
function pick({ isTold, path, index, random, world }: Moment, list: string): number {
	const count = Math.max(1, world.count(list));
	return isTold ? (hashOf(path) + index) % count : random.below(count);
}

/** What makes a text that nobody has a word for. */
export function textOf(name: string): Make {
	if (/url$/i.test(name)) {
		const page = name.replace(/Url$/, '').toLowerCase();
		return ({ index }) => `https://learning.example/${page}/${index + 1}`;
	}
	if (/ids?(\[\])?$/i.test(name)) {
		const what = name.replace(/^_|Ids?(\[\])?$/g, '').toLowerCase();
		return ({ turn }) => `${what}-${turn + 1}`;
	}
	return picked(SENTENCES);
}

const picked =
	(words: Words): Make =>
	({ random }) =>
		random.pick(words);

const numbered =
	(words: Words): Make =>
	({ index }) => {
		const round = Math.floor(index / words.length);
		return `${words[index % words.length] ?? ''}${round === 0 ? '' : ` ${round + 1}`}`;
	};

const below =
	(bound: number, least = 0): Make =>
	({ random }) =>
		least + random.below(bound);

/** Fields that few records have. */
export const RARE = new Set([
	...['privacyPolicy', 'moderationCharter', 'termsOfUse', 'imprint', 'ipFiltering'],
	...['bannerImageId', 'backgroundImageId', 'faviconImageId', 'logoImageId'],
]);

const isArchived = ({ index }: Moment): boolean => index % 5 === 4;

/** The status of what is archived or published. */
export const published: Make = (moment) => (isArchived(moment) ? 'archived' : 'published');

const firstName = (world: World, user: number) =>
	world.randomOf('first names', user).pick(FIRST_NAMES);
const lastName = (world: World, user: number) =>
	world.randomOf('last names', user).pick(LAST_NAMES);

/** The user that the record is, or is about. */
const userOf = ({ record, index, world }: Moment) =>
	record.userId === undefined ? index : world.indexOf('users', record.userId);

function account({ world, index }: Moment): string {
	const names = [firstName(world, index), lastName(world, index)].map((name) =>
		name
			.normalize('NFD')
			.toLowerCase()
			.replaceAll(/[^a-z]/g, ''),
	);
	return [...names.filter((name) => name !== ''), index].join('.');
}

const isInvited = ({ index }: Moment) => index % 10 === 4;
const isDeleted = ({ index }: Moment) => index % 25 === 8;

/** How a learner stands on a path, by the place of the variant in the contract. */
const isOver = ({ kind, turn, index }: Moment) =>
	kind === 'courses/stats' ? index % 3 > 0 : [5, 7].includes(turn % 8);
const hasBegun = ({ kind, turn }: Moment) => kind === 'courses/stats' || ![2, 4].includes(turn % 8);

/** What decides by the rest of the record whether the record has a value. */
export const DECIDING = new Set<Make>();

/** The value if the record is so, else none. */
function when(isSo: (moment: Moment) => boolean, make: Make): Make {
	const decide: Make = (moment) => (isSo(moment) ? make(moment) : undefined);
	DECIDING.add(decide);
	return decide;
}

const progress: Make = (moment) => {
	if (isOver(moment)) return 100;
	return hasBegun(moment) ? moment.random.below(100) : 0;
};

/** One of the two sessions of the path that the record is about. */
const sessionOfPath: Make = ({ record, parameters, random, world }) => {
	const path = world.indexOf('paths', record.pathId ?? parameters.pathId);
	return path < 0 ? undefined : world.id('paths/sessions', path * 2 + random.below(2));
};

const courseAuthor = ({ random, world }: Moment): number =>
	random.below(world.measures.courseAuthors);

const TARGET_TYPES = SERVICE['external-ids']?.record?.fields?.targetType?.enum ?? [];
const LISTS_OF_TYPES: Readonly<Record<string, string>> = {
	classroom: 'classrooms',
	course: 'courses',
	group: 'groups',
	learningNeed: 'learning-needs',
	path: 'paths',
	pathSession: 'paths/sessions',
	user: 'users',
};
const targetType = (index: number) => TARGET_TYPES[index % TARGET_TYPES.length] ?? '';

/** A field of users or of contents, and of texts or dates, by its index. */
const fieldTarget = (index: number) => (index % 2 === 0 ? 'users' : 'contents');
const fieldType = (index: number) => ((index >> 1) % 2 === 0 ? 'string' : 'date');
const fieldIndex = ({ kind, index }: Moment) => index * 2 + (kind.startsWith('users/') ? 0 : 1);

const groupName: Make = ({ index, random }) =>
	index === 0 ? 'Everyone' : `${TEAMS[(index - 1) % TEAMS.length] ?? ''} – ${random.pick(PLACES)}`;

const courseName: Make = ({ random }) =>
	`${random.pick(OPENINGS)} ${random.pick(SUBJECTS)}${random.pick(AUDIENCES)}`;

const pathName = (world: World, index: number) =>
	`Path ${index + 1}: ${world.randomOf('names of paths', index).pick(SUBJECTS)}`;

/** One in three has a second role: user and group name an entry only together with the role. */
const twice =
	(list: string): Make =>
	({ path, index, world }) =>
		world.id(list, (hashOf(path) + Math.floor(index * 0.75)) % Math.max(1, world.count(list)));

const OTHER_ROLES: Words = [
	'admin',
	'analyst',
	'editor',
	'coach',
	'contributor',
	'owner',
	'userAdmin',
];

const translatedName: Make = ({ record, random }) =>
	`${String(record.name)} (${random.pick(LANGUAGES)})`;

/** What people would write into a field; `list.field` where it means something else there. */
export const FIELDS: Readonly<Record<string, Make | undefined>> = {
	additionalInformation: picked(SENTENCES),
	answer: picked(ANSWERS),
	archivedAt: when(isArchived, dateOf('archivedAt')),
	'authorizedAddresses[]': ({ random }) => `192.0.2.${1 + random.below(254)}`,
	checkInCode: ({ random }) => `${100_000 + random.below(900_000)}`,
	completedAt: when(isOver, dateOf('completedAt')),
	custom: ({ random }) => `Unit ${100 + random.below(900)}`,
	deletedAt: (moment) => (isDeleted(moment) ? [dateOf('deletedAt')(moment)] : []),
	description: ({ random }) => `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`,
	duration: below(200, 5),
	errorMessage: () => 'userNotFound',
	externalPlatform: picked(PLATFORMS),
	firstName: (moment) => firstName(moment.world, userOf(moment)),
	job: picked(JOBS),
	lastLoginDate: when((moment) => !isInvited(moment), dateOf('lastLoginDate')),
	lastName: (moment) => lastName(moment.world, userOf(moment)),
	location: picked(CITIES),
	mail: (moment) => `${account(moment)}@learning.example`,
	organization: picked(ORGANIZATIONS),
	organizationName: picked(ORGANIZATIONS),
	phone: ({ index }) => `+33 1 99 00 ${String(index % 10_000).padStart(4, '0')}`,
	platform: picked(PLATFORMS),
	reactivatedAt: () => [],
	resourceId: ({ random }) => random.hex(24),
	role: ({ index, random }) => (index % 4 === 1 ? random.pick(OTHER_ROLES) : 'learner'),
	score: when(isOver, below(101)),
	secret: () => 'sandbox-hooks',
	pathSessionId: sessionOfPath,
	sessionId: (moment) => moment.parameters.sessionId ?? sessionOfPath(moment),
	skillId: ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	startedAt: when(hasBegun, dateOf('startedAt')),
	'subjects[]': picked(SUBJECTS),
	timezone: picked(['Europe/Paris', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo']),
	toBeDeactivatedAt: when(({ index }) => index % 10 === 6, dateOf('toBeDeactivatedAt')),
	trainingObjective: picked(SENTENCES),
	username: account,
	webinarProvider: picked(['Zoom', 'Microsoft Teams', 'Webex']),

	'bulk/operations.startedAt': dateOf('startedAt'),
	'bulk/operations/{bulkOperationId}/results.input': (moment) => ({
		userId: idOf('', 'userId', '')(moment),
		groupId: moment.world.id('groups', 0),
	}),
	'certificate-outlines.title': numbered(CERTIFICATES),
	'classroom-slots/{classroomSlotId}/attendance-sheets.name': ({ index }) => `Sheet ${index + 1}`,
	'classrooms.name': ({ random }) => `${random.pick(SUBJECTS)}, ${random.pick(CITIES)}`,
	'classrooms/{classroomId}/registrations.classroomSlotId': ({ parameters, random, world }) => {
		const slots = `classrooms/${parameters.classroomId ?? ''}/slots`;
		return world.id(slots, random.below(world.count(slots)));
	},
	'classrooms/{classroomId}/slots.name': ({ index }) =>
		`${index % 2 === 0 ? 'Morning' : 'Afternoon'} of day ${1 + (index >> 1)}`,
	'courses.authorId': (moment) => moment.world.id('users', courseAuthor(moment)),
	'courses.coAuthorIds': (moment) => {
		const { random, world } = moment;
		const [first, length] = [courseAuthor(moment), random.below(3)];
		const { courseAuthors } = world.measures;
		return Array.from({ length }, (_, nth) => world.id('users', (first + nth) % courseAuthors));
	},
	'courses.defaultLang': ({ record }) => record.sourceLang,
	'courses.externalPlatform': when(({ record }) => record.type === 'external', picked(PLATFORMS)),
	'courses.name': courseName,
	// Of twenty, one is deleted and three are archived.
	'courses.status': ({ index }) => {
		const place = (index * 7) % 20;
		if (place < 16) return 'published';
		return place < 19 ? 'archived' : 'deleted';
	},
	'courses.type': picked(['native', 'native', 'native', 'external', 'elearning standard']),
	'courses/stats.progress': progress,
	'custom-fields.name': numbered(CUSTOM_FIELDS),
	'custom-fields.targetType': ({ index }) => fieldTarget(index),
	'custom-fields.type': ({ index }) => fieldType(index),
	'custom-fields/{customFieldId}/authorized-values.': ({ index, parameters, world }) =>
		fieldType(world.indexOf('custom-fields', parameters.customFieldId)) === 'date'
			? `2026-01-0${index + 1}`
			: (ANSWERS[index % ANSWERS.length] ?? ''),
	'custom-links.name': numbered(LINKS),
	'custom-links.order': ({ index }) => index,
	'custom-links.type': picked(['url', 'sso']),
	'external-ids.targetId': ({ index, random, world }) => {
		const list = LISTS_OF_TYPES[targetType(index)];
		return list === undefined
			? random.hex(24)
			: world.id(list, index % Math.max(1, world.count(list)));
	},
	'external-ids.targetType': ({ index }) => targetType(index),
	'external-ids.value': ({ index }) => `EXT-${1000 + index}`,
	'groups.name': groupName,
	'groups.parentId': when(
		({ index }) => index > 0,
		({ index, world }) => world.id('groups', Math.floor((index - 1) / TEAMS.length)),
	),
	'groups.subdomain': ({ index }) => `team-${index}`,
	'groups.url': ({ index }) => `https://team-${index}.learning.example`,
	'groups/{groupId}/roles.userId': twice('users'),
	'integrations/{integrationId}/courses.externalId': ({ record }) => record._id,
	'integrations/{integrationId}/courses.name': courseName,
	'learning-needs.name': numbered(NEEDS),
	'questions[].title': picked(QUESTIONS),
	'paths.description': picked(SENTENCES),
	'paths.name': ({ world, index }) => pathName(world, index),
	'paths/sessions.name': ({ index }) =>
		`${['Spring', 'Summer', 'Autumn', 'Winter'][index % 4] ?? ''} session ${1 + (index >> 1)}`,
	'paths/sessions.pathId': ({ index, world, parameters }) =>
		parameters.pathId ?? world.id('paths', (index >> 1) % Math.max(1, world.count('paths'))),
	'paths/sessions.rootSessionId': when(
		({ index }) => index % 2 === 1,
		({ index, world }) => world.id('paths/sessions', index - 1),
	),
	'paths/stats.certificateId': ({ record, world, parameters }) =>
		world.id(`users/${(record.userId ?? parameters.userId) as string}/certificates`, 0),
	'paths/stats.progress': progress,
	'projects.name': ({ index, random }) => `Project ${index + 1}: ${random.pick(SUBJECTS)}`,
	'parents[]._id': ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	'skills.name': numbered(SUBJECTS),
	'sources[].name': picked(PLATFORMS),
	'tags.name': numbered(SUBJECTS),
	'translatedFields.name': translatedName,
	'users.status': (moment) =>
		isInvited(moment) ? 'invited' : isDeleted(moment) ? 'deleted' : 'active',
	'users/{userId}/certificates.title': picked(CERTIFICATES),
	'users/{userId}/certificates.pathName': ({ record, world }) =>
		pathName(world, world.indexOf('paths', record.pathId)),
	'users/{userId}/custom-links.url': ({ index }) => `https://links.example/${index + 1}`,
	'users/{userId}/roles.groupId': twice('groups'),
	'webhooks/subscriptions.name': ({ index }) => `Subscription ${index + 1}`,
	'webhooks/subscriptions.url': ({ index }) => `https://hooks.example/${index + 1}`,
	'webhooks/subscriptions/{subscriptionId}/events.payload': ({ index, createdMs, world }) => ({
		type: 'group.updated',
		timestamp: createdMs,
		data: { groupId: world.id('groups', index % Math.max(1, world.count('groups'))) },
	}),
	'custom-fields/values.customFieldId': (moment) =>
		moment.world.id('custom-fields', fieldIndex(moment) % moment.world.count('custom-fields')),
	'custom-fields/values.type': (moment) => fieldType(fieldIndex(moment)),
	'custom-fields/values.value': (moment) =>
		moment.record.type === 'date' ? dateOf('startDate')(moment) : moment.random.pick(ANSWERS),
};
