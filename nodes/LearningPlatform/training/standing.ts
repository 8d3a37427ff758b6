import type { IDataObject } from 'n8n-workflow';

import { enrollmentStatusOf, isCompleted } from '../catalog/completions';
import { idIn } from '../values/identity';
import type { Training } from '../form';

type Standing = ReturnType<typeof standingOf>;

/** From the best to the worst, of a course or a path. A word that the service has added comes last. */
const STATUSES = [
	...['completed', 'successful', 'awaitingCorrection', 'onTime', 'late', 'toRetake', 'inProgress'],
	...['notYetStarted', 'sessionNotOpened', 'unsuccessful'],
];

/** Whether it is completed, which for a path means with success. */
export function isDone({ status }: { status: string }): boolean {
	return status === 'completed' || status === 'successful';
}

/**
 * Collects how people stand: of each person the best of their attempts or enrollments, and how many there are.
 * An enrollment that has ended by unenrolling does not count, unless it is completed.
 */
export function standings(of: Training['of']) {
	const byUser = new Map<string, Standing>();
	const none = {
		...standingOf({}, of),
		status: of === 'path' ? 'notEnrolled' : 'notStarted',
		attempts: 0,
	};
	return {
		add: (record: IDataObject): void => {
			const userId = String(idIn(record, 'userId') ?? '');
			const standing = standingOf(record, of);
			const isOver = of === 'path' && textIn(record.unenrolledAt) !== null && !isDone(standing);
			if (userId === '' || isOver) return;
			const before = byUser.get(userId) ?? none;
			const isBest = before.attempts === 0 || isBetter(standing, before);
			byUser.set(userId, { ...(isBest ? standing : before), attempts: before.attempts + 1 });
		},
		/** Who has any, in the order in which they came. */
		userIds: (): string[] => [...byUser.keys()],
		of: (userId: string): Standing => byUser.get(userId) ?? none,
	};
}

/** How somebody stands in a course or path, by one attempt or enrollment, in the order of a record. */
function standingOf(record: IDataObject, of: Training['of']) {
	const { progress, score } = record;
	const isPath = of === 'path';
	const [done, open] = isPath ? ['successful', 'onTime'] : ['completed', 'inProgress'];
	const said = isPath ? enrollmentStatusOf(record) : undefined;
	return {
		/** `completed`, `inProgress` or `notStarted` for a course; the service's word, or `notEnrolled`, for a path. */
		status: said ?? (isCompleted(record) ? done : open),
		dueDate: textIn(record.dueDate),
		completedAt: textIn(record.completedAt),
		progress: typeof progress === 'number' ? progress : 0,
		score: typeof score === 'number' ? score : null,
		/** How many attempts or enrollments there are. */
		attempts: 1,
		startedAt: textIn(isPath ? record.startedAt : record.firstActivityAt),
		sessionId: textIn(record.sessionId),
	};
}

/** Whether one standing counts more than another: the first of their ranks that differ decides. */
function isBetter(one: Standing, other: Standing): boolean {
	const [ranks, others] = [ranksOf(one), ranksOf(other)];
	const at = ranks.findIndex((rank, index) => rank !== others[index]);
	return at !== -1 && (ranks[at] ?? 0) > (others[at] ?? 0);
}

/** The most important first. Of equal ones the latest counts. */
function ranksOf(standing: Standing): number[] {
	const { status, score, progress, completedAt, startedAt } = standing;
	const place = STATUSES.indexOf(status);
	return [
		// What has failed counts less than what can still be completed.
		isDone(standing) ? 2 : Number(status !== 'unsuccessful'),
		score ?? -1,
		place === -1 ? -STATUSES.length : -place,
		progress,
		Date.parse(completedAt ?? startedAt ?? '') || 0,
	];
}

function textIn(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}
