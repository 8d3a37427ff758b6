import { dateAhead, dateOf, isoTime, missedDate } from './dates';
import { CITIES, groupAt } from './groups';
import { inTurn, isArchived, numbered, picked, when } from './makers';
import { NAME_FIELDS } from './names';
import { hashOf } from './random';
import { authorOf, groupOf, idOf } from './references';
import { courseInPath, courseLanguage, languageOf, pathOfSession } from './titles';
import { courseOf, isStarted, isThrough, learnerOf, outcomeOf, pathOf, statusIn } from './training';
import { USER_FIELDS } from './users';
import type { Words } from './words';
import type { Make, Moment } from './world';

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

const OTHER_ROLES: Words = ['admin', 'analyst', 'editor', 'coach', 'contributor', 'owner'];

const platform = picked(['LinkedIn Learning', 'Coursera', 'Udemy']);

/** Makers by field, or by `list.field` if the field has a different meaning in that list. */
export const FIELDS: Readonly<Record<string, Make | undefined>> = {
	...NAME_FIELDS,
	...USER_FIELDS,
	archivedAt: when(isArchived, dateOf('archivedAt')),
	externalPlatform: platform,
	role: ({ index, random }) => (index % 4 === 1 ? random.pick(OTHER_ROLES) : 'learner'),
	skillId: ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	'bulk/operations/{bulkOperationId}/results.input': ({ index, world }) => ({
		userId: world.id('users', index),
	}),
	'classrooms/{classroomId}/slots.endDate': ({ record, index }) =>
		isoTime(Date.parse(String(record.startDate)) + (2 + (index % 6)) * 3_600_000),
	'classrooms/{classroomId}/slots.location': picked(CITIES),
	'course._id': (moment) => moment.world.id('courses', courseInPath(moment, moment.index)),
	'courses.authorId': (moment) => authorOf(moment, languageOf(moment)),
	'courses.coAuthorIds': ({ random, world }) => {
		const { courseAuthors } = world.settings;
		const [first, length] = [random.below(courseAuthors), random.below(3)];
		return Array.from({ length }, (_, nth) => world.id('users', (first + nth) % courseAuthors));
	},
	'courses.duration': ({ random }) => 5 + 5 * random.below(18),
	'courses.externalPlatform': when(({ record }) => record.type === 'external', platform),
	'courses.groupId': (moment) => groupOf(moment, languageOf(moment)),
	// Out of 20 courses, 3 are archived and 1 is deleted.
	'courses.status': ({ index }) => {
		const place = (index * 7) % 20;
		if (place < 16) return 'published';
		return place < 19 ? 'archived' : 'deleted';
	},
	'courses.type': picked(['native', 'native', 'native', 'external', 'elearning standard']),
	'courses/stats.completedAt': ofAttempt(() => dateOf('completedAt')),
	'courses/stats.courseId': numbered('courses', courseOf),
	'courses/stats.lang': (moment) => courseLanguage(courseOf(moment, moment.index)),
	'courses/stats.progress': ({ index, random }) =>
		outcomeOf(index) === 'open' ? 1 + random.below(99) : 100,
	'courses/stats.score': ofAttempt(score),
	'courses/stats.userId': learner,
	'custom-fields/{customFieldId}/authorized-values.': inTurn(CITIES),
	'external-ids.platform': picked(['Workday', 'SAP SuccessFactors', 'Personio']),
	'external-ids.targetType': () => 'user',
	'external-ids.value': ({ index }) => `E-${10_000 + index}`,
	'groups.parentId': when(
		({ index }) => index > 0,
		({ index, world }) => world.id('groups', groupAt(index).parent ?? 0),
	),
	'groups.subdomain': ({ index }) => `team-${index}`,
	'groups/{groupId}/roles.userId': twice('users'),
	'parents[]._id': ({ random, world }) => `skill-${1 + random.below(world.count('skills'))}`,
	'paths.authorId': (moment) => authorOf(moment, languageOf(moment)),
	'paths.groupId': (moment) => groupOf(moment, languageOf(moment)),
	'paths/sessions.endDate': ofClosedSession(dateOf('endDate')),
	'paths/sessions.pathId': (moment) =>
		moment.parameters.pathId ?? moment.world.id('paths', pathOfSession(moment)),
	'paths/sessions.rootSessionId': ofClosedSession(idOf('paths/sessions', 'rootSessionId', '')),
	'paths/stats.completedAt': when(({ turn }) => isThrough(turn), dateOf('completedAt')),
	'paths/stats.dueDate': (moment) => {
		if (statusIn(moment.turn) === 'late') return missedDate(moment);
		return isThrough(moment.turn) ? dateOf('dueDate')(moment) : dateAhead(moment);
	},
	'paths/stats.pathId': numbered('paths', pathOf),
	'paths/stats.progress': ({ turn, random }) => {
		if (isThrough(turn)) return 100;
		return isStarted(turn) ? 1 + random.below(99) : 0;
	},
	'paths/stats.sessionId': (moment) => {
		const { index, world } = moment;
		// Each path has two sessions.
		const sessions = Math.max(1, world.count('paths/sessions'));
		return world.id('paths/sessions', (pathOf(moment, index) * 2 + (index % 2)) % sessions);
	},
	'paths/stats.startedAt': when(({ turn }) => isStarted(turn), dateOf('startedAt')),
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
