import { SERVICE } from '../../contract';
import type { Place, World } from './world';

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

/** True if the learner has finished every step of a path. Some of these learners failed or were late. */
export function isThrough(turn: number): boolean {
	const status = STATUSES[turn % STATUSES.length] ?? '';
	const isEven = Math.floor(turn / STATUSES.length) % 2 === 0;
	return ['successful', isEven ? 'unsuccessful' : 'late'].includes(status);
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
export function pathOf(place: Place, index: number): number {
	return nth(place, 'paths', Math.floor(pairOf(place, index).pair / STATUSES.length));
}

/** Returns the number of an attempt's course. */
export function courseOf(place: Place, index: number): number {
	return nth(place, 'courses', Math.floor(index / OUTCOMES.length));
}

/** Returns the number of the user in an attempt or enrollment, skipping users who never start any training. */
export function learnerOf(place: Place, index: number): number {
	const users = place.world.count('users');
	const learners = Math.max(1, users - Math.floor(users / 5));
	const start = place.world.randomOf(`${place.path} learners`, 0).below(learners);
	const number = (start + pairOf(place, index).pair) % learners;
	return number + Math.floor(number / 4);
}

/** Assigns a different record to each number if the list has enough records. */
function nth({ path, world }: { path: string; world: World }, list: string, number: number) {
	const count = Math.max(1, world.count(list));
	return (world.randomOf(`${path} ${list}`, 0).below(count) + number) % count;
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
		const isRecent = block % 5 === 2;
		const sinceMs = isRecent ? todayMs - RECENT_MS : world.createdMs(path, pair * 2);
		const days = 20 + world.randomOf(`${path} times`, block).below(180);
		const halfMs = Math.max(0, Math.min(days * DAY_MS, todayMs - sinceMs)) / 2;
		return { sinceMs: isSecond ? sinceMs + halfMs : sinceMs, spanMs: halfMs };
	}
	if (kind !== 'paths/stats') return undefined;
	const firstMs = Math.min(world.createdMs(path, pair), todayMs - YEAR_MS - RECENT_MS);
	const sinceMs = isSecond ? firstMs + YEAR_MS : firstMs;
	return { sinceMs, spanMs: Math.min(60 * DAY_MS, todayMs - sinceMs) };
}
