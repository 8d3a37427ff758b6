import type { IDataObject } from 'n8n-workflow';

import { knownLists } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import { oneOf } from '../form';
import type { Since } from '../list';
import { readRecordDate } from '../values/dates';
import { countMissing } from './changes';
import { PERIODS, type Period } from './form';
import type { State } from './state';

/** How far back a poll asks again, since a service may list an edit late, even after a later one. */
const OVERLAP_S = 600;

/** @throws UserFacingError for a list that cannot be asked for changes */
export function checkReadWholeList(
	period: Period,
	{ path, changedBy }: { path: string; changedBy?: string },
): void {
	if (period === 'poll' || changedBy !== undefined) return;
	const others = knownLists.filter((list) => list.changedBy !== undefined);
	throw new UserFacingError(
		`The list ${path} cannot be asked for changes, so every poll has to read all of it`,
		`Set Read the Whole List, under Options, to Every Poll. Another choice is possible for ${oneOf(others.map(({ name }) => name))}.`,
	);
}

/**
 * From when on a poll asks for changes; `undefined` when it has to read the whole list.
 *
 * @param hasFailed whether the last poll could not read the whole list: then this one does not try
 */
export function sinceFor(
	settings: { findsColumns: boolean; readWholeList: Period; target: { changedBy?: string } },
	before: State | undefined,
	hasFailed: boolean,
): Since | undefined {
	const { findsColumns, readWholeList: period, target } = settings;
	const { changedBy: field } = target;
	if (period === 'poll' || field === undefined || before?.latest === undefined) return undefined;
	if (findsColumns && before.columns === undefined) return undefined;
	const age = Date.now() - Date.parse(before.wholeAt ?? '');
	// A clock that was set back makes it due, too, and so does a missing record.
	const isDue = !(age >= 0 && age < PERIODS[period]) || countMissing(before.remembered) > 0;
	return isDue && !hasFailed ? undefined : { field, from: before.latest - OVERLAP_S };
}

/** The second of a record's date of change; `undefined` when it has none that can be compared. */
function secondOfChange(record: IDataObject, field: string): number | undefined {
	const date = readRecordDate(record[field]);
	return date?.hasZone ? Math.floor(date.ms / 1_000) : undefined;
}

/** Whether all records were asked for: a service may ignore the filter. */
export function areSince(records: readonly IDataObject[], { field, from }: Since): boolean {
	return records.every((record) => (secondOfChange(record, field) ?? -Infinity) >= from);
}

/** Collects the dates of change of a list while it is read; `changedBy` is the field, '' for none. */
export function datesOf(changedBy: string) {
	let beganAt = Infinity;
	let latest: number | undefined;
	let ahead: { record: IDataObject; now: number } | undefined;
	return {
		/** @param now when the page was sent, in s since the epoch by the service's clock */
		note(records: readonly IDataObject[], now: number): void {
			beganAt = Math.min(beganAt, Math.floor(now));
			for (const record of records) {
				const changedAt = secondOfChange(record, changedBy);
				if (changedAt === undefined) continue;
				// An edit during the reading may be on a page that was read before.
				if (changedAt <= beganAt) latest = Math.max(latest ?? changedAt, changedAt);
				else if (changedAt > now + OVERLAP_S) ahead ??= { record, now };
			}
		},
		finish: () => ({
			/** A record with a date in the future, which does not count for `latest`. */
			ahead,
			/** Up to when all changes are known. */
			latest: latest && Math.min(latest, beganAt),
		}),
	};
}

/**
 * Up to when all changes are known after a poll that has asked for them.
 *
 * @param isSame whether it has found nothing new
 */
export function latestAfter(
	{ from }: Since,
	{ latest: seen, pages }: { latest: number | undefined; pages: number },
	isSame: boolean,
): number {
	const latest = from + OVERLAP_S;
	const moved = (seen ?? latest) - latest;
	// The next poll asks from the same moment again after several pages, since an edit meanwhile may have moved a record to
	// a page that was read before. Edits that nobody asked for need not be stored at every poll.
	const isMoved = isSame ? moved > OVERLAP_S : moved > 0 && pages === 1;
	return isMoved ? latest + moved : latest;
}

/**
 * The error of a poll with Read the Whole List: what is not known until the whole list can be read, or that changes cannot
 * be asked for.
 */
export function inWordsOfReadWholeList(
	error: unknown,
	period: Period,
	before: State | undefined,
	since: Since | undefined,
): unknown {
	const isPeriodic = period !== 'poll' && before?.latest !== undefined;
	if (!(error instanceof UserFacingError) || !isPeriodic) return error;
	const { message, description, ...facts } = error;
	const unknown =
		'The polls in between go on reporting what moves the date of a record; until the whole list can be read, all else is not known, such as removals.';
	if (!since) return new UserFacingError(message, `${description} ${unknown}`, facts);
	if (error.reason !== '400') return error;
	return new UserFacingError(
		`The service cannot list changes by "${since.field}"`,
		`Set Read the Whole List, under Options, to Every Poll. ${description}`,
		facts,
	);
}
