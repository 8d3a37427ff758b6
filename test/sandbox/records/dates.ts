import type { Make } from './world';

const DAY_MS = 86_400_000;

/** The part of a record's period that contains a date, from 0 (its start) to 1 (its end). */
const PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
	deliveryDate: [0, 0],
	enrolledAt: [0, 0],
	queuedAt: [0, 0],
	requestedAt: [0, 0],
	cutoffDate: [0, 0.2],
	firstActivityAt: [0, 0.3],
	startDate: [0, 0.3],
	startedAt: [0, 0.3],
	completedAt: [0.4, 0.7],
	endDate: [0.4, 0.7],
	updatedAt: [0.4, 0.7],
};
const LAST = [0.7, 1] as const;

const AHEAD = new Set(['dueDate', 'expirationDate', 'toBeDeactivatedAt']);

/** Generates dates in the order of their names' meaning: a record is created before it is changed or completed. */
export function dateOf(name: string): Make {
	if (name === 'createdAt') return ({ createdMs }) => isoTime(createdMs);
	if (AHEAD.has(name)) {
		return ({ sinceMs, spanMs, random }) => isoTime(sinceMs + spanMs + random.next() * 60 * DAY_MS);
	}
	return dateIn(PARTS[name] ?? LAST);
}

const dateIn =
	([from, to]: readonly [from: number, to: number]): Make =>
	({ sinceMs, spanMs, random }) =>
		isoTime(sinceMs + spanMs * (from + (to - from) * random.next()));

/** Generates the due date of a late enrollment: after its start and before its completion, if any. */
export const missedDate = dateIn([0.3, 0.4]);

/** Generates a date in the 60 days before today. */
export const recentDate: Make = ({ random, world }) =>
	isoTime(world.todayMs - random.next() * 60 * DAY_MS);

/** Generates a date in the 60 days after tomorrow. */
export const dateAhead: Make = ({ random, world }) =>
	isoTime(world.todayMs + (2 + random.next() * 60) * DAY_MS);

export const isoTime = (ms: number): string => new Date(Math.floor(ms)).toISOString();
