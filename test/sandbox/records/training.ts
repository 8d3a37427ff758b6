import { SERVICE } from '../../contract';
import type { Place } from './world';

/*
 * Attempts and enrollments come in pairs with the same learner and the same course or path: some learners fail before
 * they pass, and enrollments are renewed after a year. One user in five never starts any training.
 */

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const RECENT_MS = 10 * DAY_MS;

/** The outcomes of four pairs of attempts, all at the same course. */
const OUTCOMES = ['passed', 'open', 'failed', 'passed', 'passed', 'failed', 'failed', 'failed'];

/** Returns the outcome of a course attempt. */
export const outcomeOf = (index: number) => OUTCOMES[index % OUTCOMES.length];

/** The enrollment statuses, used in turn in the contract's order. */
const STATUSES = (SERVICE['paths/stats']?.record?.fields?.status?.oneOf ?? []).map(
	({ fields }) => fields?.type?.enum?.[0],
);

/** Returns an enrollment's status. */
export const statusIn = (turn: number): string => STATUSES[turn % STATUSES.length] ?? '';

/** True if the learner has started a path. */
export const isStarted = (turn: number): boolean =>
	!['notYetStarted', 'sessionNotOpened'].includes(statusIn(turn));

/** True if the learner has finished every step of a path. Some of these learners failed or were late. */
export function isThrough(turn: number): boolean {
	const isEven = Math.floor(turn / STATUSES.length) % 2 === 0;
	return ['successful', isEven ? 'unsuccessful' : 'late'].includes(statusIn(turn));
}

/** Returns the pair's number and whether the record is the second of the pair, which has the next status. */
function pairOf({ kind }: Pick<Place, 'kind'>, index: number) {
	if (kind === 'courses/stats') return { pair: index >> 1, isSecond: index % 2 === 1 };
	const count = STATUSES.length;
	const place = index % (2 * count);
	const isSecond = place >= count;
	const learner = isSecond ? (place + 1) % count : place;
	return { pair: Math.floor(index / (2 * count)) * count + learner, isSecond };
}

/** Returns the number of an enrollment's path. */
export function pathOf({ kind, world }: Place, index: number): number {
	const number = Math.floor(pairOf({ kind }, index).pair / STATUSES.length);
	return number % Math.max(1, world.count('paths'));
}

/** Returns the number of an attempt's course. */
export function courseOf({ world }: Place, index: number): number {
	return Math.floor(index / OUTCOMES.length) % Math.max(1, world.count('courses'));
}

/** Returns the number of the user in an attempt or enrollment, skipping users who never start any training. */
export function learnerOf({ kind, world }: Place, index: number): number {
	const users = world.count('users');
	const learners = Math.max(1, users - Math.floor(users / 5));
	const number = pairOf({ kind }, index).pair % learners;
	return number + Math.floor(number / 4);
}

/** Returns the start and duration of an attempt or enrollment, or undefined for all other records. */
export function timeOf(
	{ kind, path, world }: Place,
	index: number,
): { sinceMs: number; spanMs: number } | undefined {
	const { todayMs } = world;
	const { pair, isSecond } = pairOf({ kind }, index);
	if (kind === 'courses/stats') {
		const block = Math.floor(index / OUTCOMES.length);
		const isRecent = block % 5 === 0;
		const sinceMs = isRecent ? todayMs - RECENT_MS : world.createdMs(path, pair * 2);
		const days = 20 + world.randomOf(`${path} times`, block).below(180);
		const halfMs = Math.max(0, Math.min(days * DAY_MS, todayMs - sinceMs)) / 2;
		return { sinceMs: isSecond ? sinceMs + halfMs : sinceMs, spanMs: halfMs };
	}
	if (kind !== 'paths/stats') return undefined;
	const firstMs = Math.min(world.createdMs(path, pair), todayMs - YEAR_MS - RECENT_MS);
	const secondMs = isThrough(index) ? firstMs + YEAR_MS : todayMs - 3 * RECENT_MS;
	const sinceMs = isSecond ? secondMs : firstMs;
	return { sinceMs, spanMs: Math.min(60 * DAY_MS, todayMs - sinceMs) };
}
