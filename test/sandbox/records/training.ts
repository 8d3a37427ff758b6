import { SERVICE } from '../../contract';
import type { Place, World } from './world';

/*
 * What people do in courses and paths, a record after the other: some fail before they pass, or pass before they fail,
 * enrollments are renewed year after year, and one in five never begins anything.
 */

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const RECENT_MS = 10 * DAY_MS;

/** Who makes which attempt at the course that eight attempts in a row are about; a second one comes later. */
const ATTEMPTS: readonly [
	learner: number,
	outcome: 'failed' | 'open' | 'passed',
	isSecond?: true,
][] = [
	[0, 'passed'],
	[1, 'failed'],
	[2, 'passed'],
	[3, 'open'],
	[1, 'passed', true],
	[2, 'failed', true],
	[4, 'failed'],
	[4, 'failed', true],
];
const LEARNERS = 5;

const attemptAt = (index: number) => ATTEMPTS[index % ATTEMPTS.length] ?? [0, 'open'];
const blockOf = (index: number, length: number) => Math.floor(index / length);

/** How an attempt at a course ends. */
export const outcomeOf = (index: number) => attemptAt(index)[1];

/** How enrollments stand, in the order of the contract, in which they take turns. */
const STATUSES = (SERVICE['paths/stats']?.record?.fields?.status?.oneOf ?? []).map(
	({ fields }) => fields?.type?.enum?.[0],
);

/** How the enrollment of a turn stands. */
export function statusOf(turn: number) {
	const status = STATUSES[turn % STATUSES.length];
	const isEven = blockOf(turn, STATUSES.length) % 2 === 0;
	return {
		isSuccessful: status === 'successful',
		hasBegun: status !== 'notYetStarted' && status !== 'sessionNotOpened',
		// Who fails or is late can have been through all of it.
		isThrough:
			status === 'successful' ||
			(status === 'unsuccessful' && isEven) ||
			(status === 'late' && !isEven),
		isOpen: status !== 'successful' && status !== 'unsuccessful' && status !== 'late',
	};
}

/** Three rounds of all statuses are about one path. */
const ROUNDS = 3;

/**
 * Whose enrollment it is, and in which year where the learner has others. Who is successful in the first round is so again
 * a year later, and late in the year after; who fails in the second round is successful in the third.
 */
function enrollmentAt(index: number): { learner: number; years?: number } {
	const at = (status: string, round: number) => STATUSES.indexOf(status) + round * STATUSES.length;
	const place = index % (ROUNDS * STATUSES.length);
	const first = index - place;
	const [renewed, retried] = [at('successful', 0), at('unsuccessful', 1)];
	if (place === at('successful', 1)) return { learner: first + renewed, years: 1 };
	if (place === at('late', 2)) return { learner: first + renewed, years: 2 };
	if (place === at('successful', 2)) return { learner: first + retried, years: 1 };
	return [renewed, retried].includes(place) ? { learner: index, years: 0 } : { learner: index };
}

/** The number of the path that an enrollment is in. */
export function pathOf({ path, world }: Place, index: number): number {
	return nth(world, path, 'paths', blockOf(index, ROUNDS * STATUSES.length));
}

/** The number of the course that an attempt is at. */
export function courseOf({ path, world }: Place, index: number): number {
	return nth(world, path, 'courses', blockOf(index, ATTEMPTS.length));
}

/** The number of the user whose attempt or enrollment it is; never one of those who begin nothing. */
export function learnerOf({ kind, path, world }: Place, index: number): number {
	const learner =
		kind === 'courses/stats'
			? blockOf(index, ATTEMPTS.length) * LEARNERS + attemptAt(index)[0]
			: enrollmentAt(index).learner;
	const users = world.count('users');
	const those = Math.max(1, users - Math.floor(users / 5));
	const number = (world.randomOf(`${path} learners`, 0).below(those) + learner) % those;
	return number + Math.floor(number / 4);
}

/** One of a list, another one for each number as long as there are any. */
const nth = (world: World, path: string, list: string, number: number) => {
	const count = Math.max(1, world.count(list));
	return (world.randomOf(`${path} ${list}`, 0).below(count) + number) % count;
};

/** When an attempt or enrollment begins, and how long it takes; undefined where none comes before or after it. */
export function timeOf(
	{ kind, path, world }: Place,
	index: number,
): { sinceMs: number; spanMs: number } | undefined {
	const { todayMs } = world;
	if (kind === 'courses/stats') {
		const block = blockOf(index, ATTEMPTS.length);
		const sinceMs =
			block % 5 === 2 ? todayMs - RECENT_MS : world.createdMs(path, block * ATTEMPTS.length);
		const days = 20 + world.randomOf(`${path} times`, block).below(180);
		const halfMs = Math.max(0, Math.min(days * DAY_MS, todayMs - sinceMs)) / 2;
		return { sinceMs: attemptAt(index)[2] ? sinceMs + halfMs : sinceMs, spanMs: halfMs };
	}
	const { years } = enrollmentAt(index);
	if (kind !== 'paths/stats' || years === undefined) return undefined;
	const group = blockOf(index, ROUNDS * STATUSES.length);
	const latestMs = todayMs - 2 * YEAR_MS - RECENT_MS;
	const createdMs = world.createdMs(path, group * ROUNDS * STATUSES.length);
	const sinceMs = (group % 2 === 1 ? latestMs : Math.min(createdMs, latestMs)) + years * YEAR_MS;
	return { sinceMs, spanMs: Math.min(60 * DAY_MS, todayMs - sinceMs) };
}
