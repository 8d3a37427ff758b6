import type { IDataObject } from 'n8n-workflow';

import { readServiceTime, utcText } from '../values/dates';
import { isObject } from '../values/json';

/** Returns an enrollment's status, or `undefined` for a course attempt. */
export function enrollmentStatusOf({ status }: IDataObject): string | undefined {
	const type = isObject(status) ? status.type : undefined;
	return typeof type === 'string' ? type : undefined;
}

/** Returns true if the training is completed. Checks status first because a failed path can have a completion date. */
export function isCompleted(record: IDataObject): boolean {
	const status = enrollmentStatusOf(record);
	if (status !== undefined) return status === 'successful';
	return readDateText(record.completedAt) !== undefined;
}

/** Returns true for an enrollment that ended before the training was completed. */
export const isOverEarly = (record: IDataObject) =>
	readDateText(record.unenrolledAt) !== undefined && !isCompleted(record);

/** Returns Unix time as ISO 8601, other dates unchanged, and `undefined` for invalid dates and placeholders (1970, 9999). */
export function readDateText(value: unknown): string | undefined {
	const ms = readServiceTime(value);
	if (ms === undefined || ms >= Date.UTC(9999, 0)) return undefined;
	return typeof value === 'string' && Number.isNaN(Number(value)) ? value : utcText(ms);
}

/** A learner's milestones in a course or path. */
export const MILESTONES = ['completed', 'failed', 'late'] as const;

export function milestoneIn(record: IDataObject): (typeof MILESTONES)[number] | undefined {
	if (isCompleted(record)) return 'completed';
	if (isOverEarly(record)) return undefined;
	const status = enrollmentStatusOf(record);
	if (status === 'unsuccessful') return 'failed';
	return status === 'late' ? 'late' : undefined;
}

/** Reads a number, or text such as `85.00` or `85 %`. Returns `undefined` for anything else. */
export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^[+-]?\d+(?:[.,]\d+)?\s*%?$/.test(value.trim());
	const number = isText ? Number.parseFloat(value.replace(',', '.')) : value;
	return typeof number === 'number' ? number : undefined;
}
