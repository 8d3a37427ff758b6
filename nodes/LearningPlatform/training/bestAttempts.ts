import type { IDataObject } from 'n8n-workflow';

import {
	enrollmentStatusOf,
	isCompleted,
	isOverEarly,
	readDateText,
	readNumber,
} from '../catalog/completions';
import { readServiceTime } from '../values/dates';
import { idIn } from '../values/identity';
import type { Training } from '../form';

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

/** A person's best attempt or enrollment in a session, with the times that rank it. */
interface RankedAttempt {
	attempt: ReturnType<typeof attemptOf>;
	/** When the person was enrolled, and last enrolled in this session, in ms; 0 if unknown. */
	enrolledAt: number;
	lastEnrolledAt: number;
}

const timeOf = (date: unknown) => readServiceTime(readDateText(date)) ?? 0;

/** The rules that decide between two attempts or enrollments of a person, most important first. docs/completions.md shows them. */
export const RANKS: Readonly<Record<string, (ranked: RankedAttempt) => number>> = {
	// A failed attempt ranks below an attempt that can still be completed.
	'Completed, then open, then failed': ({ attempt }) =>
		isDone(attempt) ? 2 : Number(attempt.status !== 'unsuccessful'),
	'The session in which the person was enrolled last (paths)': (ranked) => ranked.lastEnrolledAt,
	'The higher score': ({ attempt }) => attempt.score ?? -1,
	[`The better status: ${STATUSES.map((status) => `\`${status}\``).join(', ')}`]: ({ attempt }) => {
		const position = STATUSES.indexOf(attempt.status);
		return position === -1 ? -STATUSES.length : -position;
	},
	'The greater progress': ({ attempt }) => attempt.progress,
	'The later enrollment': ({ enrolledAt }) => enrolledAt,
	'The later completion': ({ attempt }) => timeOf(attempt.completedAt),
	'The later start': ({ attempt }) => timeOf(attempt.startedAt),
};

function better(one: RankedAttempt, other: RankedAttempt): RankedAttempt {
	const [first = 0] = Object.values(RANKS)
		.map((rank) => rank(one) - rank(other))
		.filter((difference) => difference !== 0);
	return first < 0 ? other : one;
}

/** Keeps each person's best attempt or enrollment and counts them all. Ignores enrollments that ended early. */
export function bestAttempts(kind: Training['kind'], show: Training['show'] = 'all') {
	const byUser = new Map<string, { best: RankedAttempt[]; attempts: number }>();
	const none = attemptOf({}, kind);
	none.status = kind === 'path' ? 'notEnrolled' : 'notStarted';
	return {
		add: (record: IDataObject): void => {
			const userId = String(idIn(record, 'userId') ?? '');
			if (userId === '' || (kind === 'path' && isOverEarly(record))) return;
			const attempt = attemptOf(record, kind);
			const enrolledAt = timeOf(record.enrolledAt);
			const { best, attempts } = byUser.get(userId) ?? { best: [], attempts: 0 };
			const { sessionId } = attempt;
			// A path enrollment without a session belongs to a session of its own.
			const isShared = kind === 'course' || sessionId !== null;
			const at = best.findIndex((other) => isShared && other.attempt.sessionId === sessionId);
			const before = best[at];
			const lastEnrolledAt = Math.max(enrolledAt, before?.lastEnrolledAt ?? 0);
			const ranked = { attempt, enrolledAt, lastEnrolledAt };
			if (before) best[at] = better({ ...before, lastEnrolledAt }, ranked);
			else best.push(ranked);
			byUser.set(userId, { best, attempts: attempts + 1 });
		},
		userIds: (): string[] => [...byUser.keys()],
		/** Returns a person's best attempt or enrollment, or `undefined` if Show excludes it. */
		bestOf: (userId: string) => {
			const { best = [], attempts = 0 } = byUser.get(userId) ?? {};
			const { attempt = none } = best.length > 0 ? best.reduce(better) : {};
			return SHOWN[show](attempt) ? { ...attempt, attempts } : undefined;
		},
	};
}

function attemptOf(record: IDataObject, kind: Training['kind']) {
	const isPath = kind === 'path';
	const [done, open] = isPath ? ['successful', 'onTime'] : ['completed', 'inProgress'];
	const sent = isPath ? enrollmentStatusOf(record) : undefined;
	return {
		/** `completed`, `inProgress`, or `notStarted` for a course; the service's status or `notEnrolled` for a path. */
		status: sent ?? (isCompleted(record) ? done : open),
		dueDate: readDateText(record.dueDate) ?? null,
		completedAt: readDateText(record.completedAt) ?? null,
		progress: readNumber(record.progress) ?? 0,
		score: readNumber(record.score) ?? null,
		attempts: 1,
		startedAt: readDateText(isPath ? record.startedAt : record.firstActivityAt) ?? null,
		sessionId: idIn(record, 'sessionId') ?? null,
	};
}
