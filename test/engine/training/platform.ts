import type { ListRecord, Sandbox } from '../../sandbox';
import { startService } from '../service';

const WORDS = [
	...['awaitingCorrection', 'late', 'notYetStarted', 'onTime'],
	...['sessionNotOpened', 'successful', 'toRetake', 'unsuccessful'],
];

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

const completed = (score: number, on: number) => ({ progress: 100, score, completedAt: day(on) });
const open = { progress: 30, score: undefined, completedAt: undefined };

/** A person's attempts at a course, in list order. */
const KINDS = [
	[],
	[open],
	[completed(20, 3), completed(95, 9)],
	[completed(90, 3), completed(30, 9), open],
	[open, completed(70, 9)],
];

export interface TrainingPlatform {
	sandbox: Sandbox;
	courseId: string;
	pathId: string;
	groupId: string;
}

/**
 * Starts a platform with 100 people, some of them deleted or invited. One of its three courses has attempts of all
 * KINDS; one of its paths has 64 enrollments with all WORDS, some for the same people; and one of its groups has 30
 * people with 40 roles.
 */
export async function startPlatform(): Promise<TrainingPlatform> {
	const sandbox = await startService({ users: 100, courses: 3, groups: 3, courseStatistics: 40 });
	const { catalogue } = sandbox;
	const idIn = (list: string, at: number) => catalogue.records(list).at(at)._id;
	const [courseId, pathId, groupId] = [idIn('courses', 1), idIn('paths', 2), idIn('groups', 1)];
	const users = catalogue.list('users').map(({ _id }) => _id);
	const roles = `groups/${groupId}/roles`;
	for (const list of ['courses/stats', 'paths/stats', roles]) catalogue.clear(list);
	const rounds = Math.max(...KINDS.map(({ length }) => length));
	for (let round = 0; round < rounds; round += 1) {
		for (const [at, userId] of users.entries()) {
			const attempt = KINDS[at % KINDS.length]?.[round];
			if (attempt) catalogue.add('courses/stats', { courseId, userId, ...attempt });
			if (at % 7 === 0) catalogue.add('courses/stats', { courseId: idIn('courses', 2), userId });
		}
	}
	for (let nth = 0; nth < 64; nth += 1) {
		const type = WORDS[nth % WORDS.length] ?? '';
		const isOver = ['successful', 'unsuccessful'].includes(type);
		const userId = users[(nth * 11) % 50];
		const record = { pathId, userId, status: { type }, unenrolledAt: undefined };
		const dates = { completedAt: isOver ? day(nth) : undefined, dueDate: day(nth + 30) };
		catalogue.add('paths/stats', { ...record, ...dates, score: isOver ? nth % 101 : undefined });
	}
	for (const [at, userId] of users.slice(35, 65).entries()) {
		catalogue.add(roles, { userId, role: 'learner' });
		if (at % 3 === 0) catalogue.add(roles, { userId, role: 'coach' });
	}
	return { sandbox, courseId, pathId, groupId };
}

export type People = 'active' | 'enrolled' | 'group';

/** The people to check, derived only from the platform's records. */
export function peopleOf(
	{ sandbox: { catalogue }, pathId, groupId }: TrainingPlatform,
	people: People,
): ListRecord[] {
	const users = catalogue.list('users');
	if (people === 'active') return users.filter(({ status }) => status === 'active');
	const list = people === 'group' ? `groups/${groupId}/roles` : 'paths/stats';
	const asked = catalogue.list(list).filter((one) => people === 'group' || one.pathId === pathId);
	const ids = asked.map(({ userId }) => userId);
	return users.filter(({ _id, status }) => status !== 'deleted' && ids.includes(_id));
}

/** The users who have completed the course or path at any time. */
export function haveCompleted(
	{ sandbox: { catalogue }, courseId, pathId }: TrainingPlatform,
	training: string,
): Set<unknown> {
	const attempts = catalogue
		.list('courses/stats')
		.filter((one) => one.courseId === courseId && one.completedAt !== undefined);
	const enrollments = catalogue
		.list('paths/stats')
		.filter(
			(one) => one.pathId === pathId && (one.status as { type: string }).type === 'successful',
		);
	return new Set((training === 'course' ? attempts : enrollments).map(({ userId }) => userId));
}
