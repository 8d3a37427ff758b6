import type { IDataObject } from 'n8n-workflow';

import type { Since } from '../list';
import { readRecordDate } from '../values/dates';

/** How far back a poll asks again, since a service may list an edit late, even after a later one. */
export const OVERLAP_S = 600;

/** The second of a record's date of change; `undefined` when it has none that can be compared. */
export function secondOfChange(record: IDataObject, field: string): number | undefined {
	const date = readRecordDate(record[field]);
	return date?.hasZone ? Math.floor(date.ms / 1_000) : undefined;
}

/** @returns a record that was not asked for, from a service that ignores the filter */
export function findOlder(records: IDataObject[], { field, from }: Since): IDataObject | undefined {
	return records.find((record) => !((secondOfChange(record, field) ?? -Infinity) >= from));
}

/** Collects the dates of change of a list while it is read; `changedBy` is the field, '' for none. */
export function datesOf(changedBy: string) {
	const startedAt = performance.now();
	let beganAt = Infinity;
	let latest: number | undefined;
	let ahead: { record: IDataObject; date: string; now: number } | undefined;
	return {
		/** @param now when the page was sent, in s since the epoch by the service's clock */
		note(records: readonly IDataObject[], now: number): void {
			beganAt = Math.min(beganAt, Math.floor(now));
			for (const record of records) {
				const changedAt = secondOfChange(record, changedBy);
				if (changedAt === undefined) continue;
				if (changedAt <= beganAt) latest = Math.max(latest ?? changedAt, changedAt);
				else if (changedAt > now + OVERLAP_S) {
					ahead ??= { record, date: record[changedBy] as string, now };
				}
			}
		},
		finish: () => ({
			/** A record with a date in the future, which does not count for `latest`. */
			ahead,
			/** Up to when all changes are known. An edit during the reading may be on a page that was read before. */
			latest:
				latest && Math.min(latest, beganAt) - Math.ceil((performance.now() - startedAt) / 1_000),
		}),
	};
}
