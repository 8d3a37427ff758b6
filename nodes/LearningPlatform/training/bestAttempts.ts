import type { IDataObject } from 'n8n-workflow';

import { dateIn, enrollmentStatusOf, isCompleted } from '../catalog/completions';
import { idIn } from '../values/identity';
import type { Training } from '../form';

type BestAttempt = ReturnType<typeof attemptOf>;

/** The statuses of courses and paths, best first. Unknown statuses come last. */
const STATUSES = [
	'completed',
	'successful',
	'awaitingCorrection',
	'onTime',
	'late',
	'toRetake',
	'inProgress',
	'notYetStarted',
	'sessionNotOpened',
	'unsuccessful',
];

function isDone({ status }: { status: string }): boolean {
	return status === 'completed' || status === 'successful';
}

/** The statuses that each Show option includes. */
const SHOWN: Record<Training['show'], (attempt: { status: string }) => boolean> = {
	all: () => true,
	completed: isDone,
	late: ({ status }) => status === 'late',
	notCompleted: (attempt) => !isDone(attempt),
};

const PERSON = {
	active: 'active user',
	enrolled: 'person enrolled in the path',
	group: 'member of the group',
};

/** Explains to an AI model why the list is empty. */
export function explainNobody({ people, show }: Training): string {
	const others = `Show was "${show}", so people with other statuses are not listed. If the Show field is available, set it to "all" to list everyone. `;
	const never = people === 'active' ? 'Invited and deleted users' : 'Deleted users';
	return `No ${PERSON[people]} matches. ${show === 'all' ? '' : others}${never} are never listed.`;
}

/** Keeps each person's best attempt or enrollment and counts them all. Ignores enrollments that ended early. */
export function bestAttempts(of: Training['of'], show: Training['show'] = 'all') {
	const byUser = new Map<string, { best: BestAttempt; ranks: number[]; attempts: number }>();
	const none = attemptOf({}, of);
	none.status = of === 'path' ? 'notEnrolled' : 'notStarted';
	return {
		add: (record: IDataObject): void => {
			const userId = String(idIn(record, 'userId') ?? '');
			const best = attemptOf(record, of);
			const isOver = of === 'path' && dateIn(record.unenrolledAt) !== undefined && !isDone(best);
			if (userId === '' || isOver) return;
			const ranks = ranksOf(best, record);
			const before = byUser.get(userId);
			const isBest = before === undefined || isHigher(ranks, before.ranks);
			const attempts = (before?.attempts ?? 0) + 1;
			byUser.set(userId, { ...(isBest ? { best, ranks } : before), attempts });
		},
		userIds: (): string[] => [...byUser.keys()],
		/** Returns a person's standing, or `undefined` if Show excludes it. */
		of: (userId: string): BestAttempt | undefined => {
			const { best = none, attempts = 0 } = byUser.get(userId) ?? {};
			return SHOWN[show](best) ? { ...best, attempts } : undefined;
		},
	};
}

/** Reads one attempt or enrollment. */
function attemptOf(record: IDataObject, of: Training['of']) {
	const isPath = of === 'path';
	const [done, open] = isPath ? ['successful', 'onTime'] : ['completed', 'inProgress'];
	const sent = isPath ? enrollmentStatusOf(record) : undefined;
	return {
		/** `completed`, `inProgress`, or `notStarted` for a course; the service's status or `notEnrolled` for a path. */
		status: sent ?? (isCompleted(record) ? done : open),
		dueDate: dateIn(record.dueDate) ?? null,
		completedAt: dateIn(record.completedAt) ?? null,
		progress: numberIn(record.progress) ?? 0,
		score: numberIn(record.score) ?? null,
		attempts: 1,
		startedAt: dateIn(isPath ? record.startedAt : record.firstActivityAt) ?? null,
		sessionId: idIn(record, 'sessionId') ?? null,
	};
}

/** Compares the first ranks that differ. */
function isHigher(ranks: readonly number[], others: readonly number[]): boolean {
	const at = ranks.findIndex((rank, index) => rank !== others[index]);
	return at !== -1 && (ranks[at] ?? 0) > (others[at] ?? 0);
}

/** Returns the ranks that decide between attempts or enrollments, most important first. */
function ranksOf(attempt: BestAttempt, { enrolledAt }: IDataObject): number[] {
	const { status, score, progress, completedAt, startedAt } = attempt;
	const position = STATUSES.indexOf(status);
	return [
		// A failed attempt ranks below an attempt that can still be completed.
		isDone(attempt) ? 2 : Number(status !== 'unsuccessful'),
		score ?? -1,
		position === -1 ? -STATUSES.length : -position,
		progress,
		...[dateIn(enrolledAt), completedAt, startedAt].map((date) => Date.parse(date ?? '') || 0),
	];
}

/** Reads a number or numeric text such as `85.00`. */
function numberIn(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^[+-]?\d+(?:[.,]\d+)?\s*%?$/.test(value.trim());
	const number = isText ? Number.parseFloat(value.replace(',', '.')) : value;
	return typeof number === 'number' ? number : undefined;
}
