import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../values/fieldPath';

/** How an enrollment in a path stands, by the words of the service. */
export const ENROLLMENT_STATUSES = [
	'awaitingCorrection',
	'late',
	'notYetStarted',
	'onTime',
	'sessionNotOpened',
	'successful',
	'toRetake',
	'unsuccessful',
] as const;

/** How the enrollment stands; `undefined` for an attempt of a course, and where the service does not say. */
export function enrollmentStatusOf({ status }: IDataObject): string | undefined {
	const type = isObject(status) ? status.type : undefined;
	return typeof type === 'string' ? type : undefined;
}

/**
 * Whether the learner has completed what the record is about: a path by its status, since a path that was failed can have
 * a date of completion, too; a course by that date.
 */
export function isCompleted(record: IDataObject): boolean {
	const status = enrollmentStatusOf(record);
	if (status !== undefined) return status === 'successful';
	const { completedAt } = record;
	return completedAt !== undefined && completedAt !== null && completedAt !== '';
}

/** What a learner reaches in a course or a path. */
export const MILESTONES = ['completed', 'failed', 'late'] as const;

/** What the learner has reached by now. */
export function milestoneIn(record: IDataObject): (typeof MILESTONES)[number] | undefined {
	if (isCompleted(record)) return 'completed';
	const status = enrollmentStatusOf(record);
	if (status === 'unsuccessful') return 'failed';
	return status === 'late' ? 'late' : undefined;
}
