import type { IDataObject } from 'n8n-workflow';

import { enrollmentStatusOf, isCompleted } from '../catalog/completions';
import { idIn } from '../catalog/identity';
import type { Training } from '../form';

/** How somebody stands in a course or path: what is kept of the attempt or enrollment that counts. */
export interface Standing {
	/** `completed`, `inProgress` or `notStarted` for a course; the service's word, or `notEnrolled`, for a path. */
	status: string;
	progress: number;
	score: number | null;
	startedAt: string | null;
	completedAt: string | null;
	dueDate: string | null;
	sessionId: string | null;
}

/** From the best to the worst, of a course or a path. A word that the service has added comes last. */
const STATUSES = [
	...['completed', 'successful', 'awaitingCorrection', 'onTime', 'late', 'toRetake', 'inProgress'],
	...['notYetStarted', 'sessionNotOpened', 'unsuccessful'],
];

/** Whether it is completed, which for a path means with success. */
export function isDone({ status }: Pick<Standing, 'status'>): boolean {
	return status === 'completed' || status === 'successful';
}

/** How somebody stands by one attempt or enrollment. */
export function standingOf(record: IDataObject, of: Training['of']): Standing {
	const { progress, score, completedAt, dueDate, sessionId } = record;
	const status =
		of === 'path'
			? (enrollmentStatusOf(record) ?? (isCompleted(record) ? 'successful' : 'onTime'))
			: isCompleted(record)
				? 'completed'
				: 'inProgress';
	return {
		status,
		progress: numberIn(progress) ?? 0,
		score: numberIn(score),
		startedAt: textIn(of === 'path' ? record.startedAt : record.firstActivityAt),
		completedAt: textIn(completedAt),
		dueDate: textIn(dueDate),
		sessionId: textIn(sessionId),
	};
}

/** How somebody stands who has no attempt or enrollment. */
export function noStanding(of: Training['of']): Standing {
	return {
		status: of === 'path' ? 'notEnrolled' : 'notStarted',
		...{ progress: 0, score: null, startedAt: null },
		...{ completedAt: null, dueDate: null, sessionId: null },
	};
}

/**
 * Whether one standing counts more than another: what is completed, then the higher score. An enrollment that has failed
 * counts less than one that can still be completed.
 */
export function isBetter(one: Standing, other: Standing): boolean {
	const [ranks, others] = [ranksOf(one), ranksOf(other)];
	const at = ranks.findIndex((rank, index) => rank !== others[index]);
	return at !== -1 && (ranks[at] ?? 0) > (others[at] ?? 0);
}

/** The most important first. Of equal ones the latest counts. */
function ranksOf(standing: Standing): number[] {
	const { status, score, progress, completedAt, startedAt } = standing;
	const place = STATUSES.indexOf(status);
	return [
		isDone(standing) ? 2 : Number(status !== 'unsuccessful'),
		score ?? -1,
		place === -1 ? -STATUSES.length : -place,
		progress,
		Date.parse(completedAt ?? startedAt ?? '') || 0,
	];
}

/**
 * Collects how people stand: of each person the best of their attempts or enrollments, and how many there are.
 * An enrollment that has ended by unenrolling does not count, unless it is completed.
 */
export function standings(of: Training['of']) {
	const byUser = new Map<string, { attempts: number; best: Standing }>();
	return {
		add: (record: IDataObject): void => {
			const id = idIn(record, 'userId');
			const standing = standingOf(record, of);
			const isOver = of === 'path' && textIn(record.unenrolledAt) !== null && !isDone(standing);
			if (id === undefined || isOver) return;
			const userId = String(id);
			const known = byUser.get(userId);
			if (!known) {
				byUser.set(userId, { attempts: 1, best: standing });
				return;
			}
			known.attempts += 1;
			if (isBetter(standing, known.best)) known.best = standing;
		},
		/** Who has any, in the order in which they came. */
		userIds: (): string[] => [...byUser.keys()],
		of: (userId: string): Standing & { attempts: number } => {
			const { attempts = 0, best = noStanding(of) } = byUser.get(userId) ?? {};
			return { ...best, attempts };
		},
	};
}

function numberIn(value: unknown): number | null {
	return typeof value === 'number' ? value : null;
}

function textIn(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}
