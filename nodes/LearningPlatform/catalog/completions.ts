import type { IDataObject } from 'n8n-workflow';

import { parseIsoDate, readRecordDate, utcText } from '../values/dates';
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
	return dateIn(record.completedAt) !== undefined;
}

/** Returns true for an enrollment that ended before the training was completed. */
export const isOverEarly = (record: IDataObject) =>
	dateIn(record.unenrolledAt) !== undefined && !isCompleted(record);

/** Some databases use BC dates, or dates in 1970 or 9999, as placeholders for missing dates. */
const [EARLIEST, LATEST] = [Date.UTC(1971, 0), Date.UTC(9999, 0)];

/** Timestamps at or above this value are in milliseconds; smaller ones are in seconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Returns Unix time (s or ms) as ISO 8601, other dates unchanged, and `undefined` for invalid or placeholder dates. */
export function dateIn(value: unknown): string | undefined {
	if (typeof value === 'number' || (typeof value === 'string' && /^\d{10,}$/.test(value))) {
		const number = Number(value);
		const ms = number < FIRST_MILLISECONDS ? number * 1_000 : number;
		return isDateOfRecord(ms) ? utcText(ms) : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const ms = readRecordDate(value)?.ms ?? parseIsoDate(value, 'UTC');
	return ms !== undefined && isDateOfRecord(ms) ? value : undefined;
}

const isDateOfRecord = (ms: number) => ms >= EARLIEST && ms < LATEST;

/** A learner's milestones in a course or path. */
export const MILESTONES = ['completed', 'failed', 'late'] as const;

export function milestoneIn(record: IDataObject): (typeof MILESTONES)[number] | undefined {
	if (isCompleted(record)) return 'completed';
	const status = enrollmentStatusOf(record);
	if (status === 'unsuccessful') return 'failed';
	return status === 'late' ? 'late' : undefined;
}
