import { SERVICE } from '../../contract';
import { fill } from '../address';
import { hashOf } from './random';
import { courseOf, isThrough, learnerOf, outcomeOf, pathOf } from './training';
import * as words from './words';
import type { Make, Moment } from './world';

const DAY_MS = 86_400_000;

const BEGINNINGS = new Set(['enrolledAt', 'requestedAt', 'deliveryDate']);
const AHEAD = new Set(['dueDate', 'expirationDate', 'toBeDeactivatedAt']);

/** Generates dates, most of them between the record's creation and today. */
export function dateOf(name: string): Make {
	if (name === 'createdAt') return ({ createdMs }) => isoTime(createdMs);
	if (BEGINNINGS.has(name)) return ({ sinceMs }) => isoTime(sinceMs);
	const aheadMs = AHEAD.has(name) ? 60 * DAY_MS : 0;
	return ({ sinceMs, spanMs, random }) => isoTime(sinceMs + random.next() * (spanMs + aheadMs));
}

const isoTime = (ms: number): string => new Date(Math.floor(ms)).toISOString();

/** The lists that ID fields refer to, if not obvious from their names. Braces mark IDs from the record or its path. */
const TARGETS: Readonly<Record<string, string>> = {
	classroomSlotId: 'classrooms/{classroomId}/slots',
	'course._id': 'courses',
	'excludedLearners.ids': 'users',
	'external-ids.targetId': 'users',
	'groups.ids': 'groups',
	'groups/{groupId}/catalog/{contentType}-ids.': '{contentType}s',
	'groups/{groupId}/library/{contentType}-ids.': '{contentType}s',
	'path._id': 'paths',
	pathSessionId: 'paths/sessions',
	'paths.certificateId': 'certificate-outlines',
	'paths/stats.certificateId': 'users/{userId}/certificates',
	primaryGroupId: 'groups',
	rootSessionId: 'paths/sessions',
	sessionId: 'paths/sessions',
	'users.ids': 'users',
};
const OF_USERS = /author|expert|instructor|trainer|translator|volunteer/i;

/** Returns the list that an ID refers to, or undefined if there is none (e.g. for pictures). */
export function targetOf(kind: string, name: string, within: string): string | undefined {
	const target = TARGETS[`${kind}.${name}`] ?? TARGETS[`${within}.${name}`] ?? TARGETS[name];
	if (target !== undefined || !/Ids?$/.test(name)) return target;
	if (OF_USERS.test(name)) return 'users';
	const what = name.replace(/Ids?$/, '').replaceAll(/[A-Z]/g, '-$&');
	const list = `${what.toLowerCase()}s`;
	return list in SERVICE ? list : undefined;
}

/** Uses the ID in the path or the ID of an existing record. */
export function idOf(kind: string, name: string, within: string): Make {
	const list = targetOf(kind, name, within);
	return (moment) => {
		const { parameters, random, record, world } = moment;
		if (parameters[name] !== undefined) return parameters[name];
		if (list === undefined) return random.hex(24);
		const path = fill(list, { ...(record as Record<string, string>), ...parameters });
		return world.id(path, pick(moment, path));
	};
}

/** Picks a record at random, or in turn for records without an `_id`: they differ only in their references. */
function pick({ isTold, path, index, random, world }: Moment, list: string): number {
	const count = Math.max(1, world.count(list));
	return isTold ? (hashOf(path) + index) % count : random.below(count);
}

/** Builds a string from the field's name, such as "check in code 7". */
export function textOf(name: string): Make {
	const label = name
		.replaceAll(/^_|\[\]$/g, '')
		.replaceAll(/[A-Z]/g, ' $&')
		.toLowerCase();
	if (/description|information|message|objective/i.test(name)) return picked(words.SENTENCES);
	if (!/url$/i.test(name)) return ({ turn }) => `${label} ${turn + 1}`.trim();
	return ({ index }) => `https://learning.example/${label.replaceAll(' ', '-')}/${index + 1}`;
}

const picked =
	(choices: words.Words): Make =>
	({ random }) =>
		random.pick(choices);

const isArchived = ({ index }: Moment): boolean => index % 5 === 4;

export const published: Make = (moment) => (isArchived(moment) ? 'archived' : 'published');

/** The user that the record represents or refers to. */
const userOf = ({ record, index, world }: Moment) =>
	record.userId === undefined ? index : world.indexOf('users', record.userId);

const firstName: Make = (moment) =>
	moment.world.randomOf('first names', userOf(moment)).pick(words.FIRST_NAMES);
const lastName: Make = (moment) =>
	moment.world.randomOf('last names', userOf(moment)).pick(words.LAST_NAMES);

const account: Make = (moment) => {
	const name = `${String(firstName(moment))}.${String(lastName(moment))}`.normalize('NFD');
	return `${name.toLowerCase().replaceAll(/[^a-z.]/g, '')}.${moment.index}`;
};

/** Makers that can return undefined. */
export const DECIDING = new Set<Make>();

/** Generates a value for some records only. */
function when(isSo: (moment: Moment) => boolean, make: Make): Make {
	const decide: Make = (moment) => (isSo(moment) ? make(moment) : undefined);
	DECIDING.add(decide);
	return decide;
}

/** Generates a value only for attempts that have ended. */
const ofAttempt = (make: (isPassed: boolean) => Make): Make =>
	when(
		({ index }) => outcomeOf(index) !== 'open',
		(moment) => make(outcomeOf(moment.index) === 'passed')(moment),
	);

const score =
	(isPassed: boolean): Make =>
	({ random }) =>
		isPassed ? 60 + random.below(41) : random.below(50);

/** Returns the ID of the learner or the training in an attempt or enrollment. */
const numbered =
	(list: string, numberOf: (moment: Moment, index: number) => number): Make =>
	(moment) =>
		moment.world.id(list, numberOf(moment, moment.index));

const learner = numbered('users', learnerOf);
const anyLearner = idOf('paths/stats', 'userId', '');

/** The number of people who report to each manager. All users except the first have a manager. */
export const TEAM = 7;

/** Returns the user whose managers or subordinates are listed. */
const userAbove = ({ parameters, world }: Moment) => world.indexOf('users', parameters.userId);

/** Repeats every third user or group to give it a second role. */
const twice =
	(list: string): Make =>
	({ path, index, world }) =>
		world.id(list, (hashOf(path) + Math.floor(index * 0.75)) % Math.max(1, world.count(list)));

/** Generates a value only for every second path session: the others are open and belong to no other session. */
const ofClosedSession =
	(make: Make): Make =>
	(moment) => {
		const made = make(moment);
		return moment.index % 2 === 1 ? made : undefined;
	};

const OTHER_ROLES: words.Words = ['admin', 'analyst', 'editor', 'coach', 'contributor', 'owner'];

/** Names a record after its list: "Learning need 3: fire safety". */
const numberedName: Make = ({ kind, index, random }) => {
	const what = kind.replace(/^.*\//, '').replaceAll('-', ' ').replace(/s$/, '');
	const subject = random.pick(words.SUBJECTS);
	return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${index + 1}: ${subject}`;
};

/** Makers by field, or by `list.field` if the field has a different meaning in that list. */
export const FIELDS: Readonly<Record<string, Make | undefined>> = {
	archivedAt: when(isArchived, dateOf('archivedAt')),
	firstName,
	lastName,
	mail: (moment) => `${String(account(moment))}@learning.example`,
	name: numberedName,
	role: ({ index, random }) => (index % 4 === 1 ? random.pick(OTHER_ROLES) : 'learner'),
	skillId: ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	username: account,

	'bulk/operations/{bulkOperationId}/results.input': ({ index, world }) => ({
		userId: world.id('users', index),
	}),
	'courses.authorId': ({ random, world }) =>
		world.id('users', random.below(world.settings.courseAuthors)),
	'courses.coAuthorIds': ({ random, world }) => {
		const { courseAuthors } = world.settings;
		const [first, length] = [random.below(courseAuthors), random.below(3)];
		return Array.from({ length }, (_, nth) => world.id('users', (first + nth) % courseAuthors));
	},
	'courses.defaultLang': ({ record }) => record.sourceLang,
	'courses.name': ({ random }) =>
		`${random.pick(words.OPENINGS)} ${random.pick(words.SUBJECTS)}${random.pick(words.AUDIENCES)}`,
	// Out of 20 courses, 3 are archived and 1 is deleted.
	'courses.status': ({ index }) => {
		const place = (index * 7) % 20;
		if (place < 16) return 'published';
		return place < 19 ? 'archived' : 'deleted';
	},
	'courses.type': picked(['native', 'native', 'native', 'external', 'elearning standard']),
	'courses/stats.completedAt': ofAttempt(() => dateOf('completedAt')),
	'courses/stats.courseId': numbered('courses', courseOf),
	'courses/stats.score': ofAttempt(score),
	'courses/stats.userId': learner,
	'external-ids.targetType': () => 'user',
	'groups.name': ({ index, random }) =>
		index === 0
			? 'Everyone'
			: `${words.TEAMS[(index - 1) % words.TEAMS.length] ?? ''} – ${random.pick(words.CITIES)}`,
	'groups.parentId': when(
		({ index }) => index > 0,
		({ index, world }) => world.id('groups', Math.floor((index - 1) / words.TEAMS.length)),
	),
	'groups.subdomain': ({ index }) => `team-${index}`,
	'groups/{groupId}/roles.userId': twice('users'),
	'parents[]._id': ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	'paths/sessions.endDate': ofClosedSession(dateOf('endDate')),
	'paths/sessions.pathId': ({ index, world, parameters }) =>
		parameters.pathId ?? world.id('paths', (index >> 1) % Math.max(1, world.count('paths'))),
	'paths/sessions.rootSessionId': ofClosedSession(idOf('paths/sessions', 'rootSessionId', '')),
	'paths/stats.completedAt': when(({ turn }) => isThrough(turn), dateOf('completedAt')),
	'paths/stats.pathId': numbered('paths', pathOf),
	'paths/stats.sessionId': (moment) => {
		const { index, world } = moment;
		// Each path has two sessions.
		const sessions = Math.max(1, world.count('paths/sessions'));
		return world.id('paths/sessions', (pathOf(moment, index) * 2 + (index % 2)) % sessions);
	},
	// Few learners unenroll, but they can do so regardless of their status.
	'paths/stats.unenrolledAt': when(({ index }) => index % 17 === 11, dateOf('unenrolledAt')),
	// Each user has only one enrollment in a session.
	'paths/stats.userId': (moment) => (moment.kind === 'paths/stats' ? learner : anyLearner)(moment),
	'users/{userId}/managers.': (moment) =>
		moment.world.id('users', Math.max(0, Math.floor((userAbove(moment) - 1) / TEAM))),
	'users/{userId}/roles.groupId': twice('groups'),
	'users/{userId}/subordinates.': (moment) =>
		moment.world.id('users', userAbove(moment) * TEAM + 1 + moment.index),
};
