import { UserFacingError } from '../errors';
import { OVERLAP_S, type ChangesFrom } from '../list';
import { countMissing } from './changes';
import { PERIODS } from './form';
import type { TriggerSettings } from './settings';
import type { State } from './state';

/**
 * Returns the changes to ask for; `undefined` for the whole list.
 *
 * @param hasFailed true if the last poll could not read the whole list: then this one asks for changes
 */
export function changesToAskFor(
	{ changedBy: field, readWholeList: period, findsColumns }: TriggerSettings['schedule'],
	before: State | undefined,
	hasFailed: boolean,
): ChangesFrom | undefined {
	if (period === 'poll' || field === undefined || before?.latest === undefined) return undefined;
	if (findsColumns && before.columns === undefined) return undefined;
	const age = Date.now() - Date.parse(before.wholeAt ?? '');
	// Also due after a clock was set back, and while a record is missing.
	const isDue = !(age >= 0 && age < PERIODS[period]) || countMissing(before.remembered) > 0;
	return isDue && !hasFailed ? undefined : { field, from: before.latest - OVERLAP_S };
}

/** Returns the date up to which all changes are known after a poll for changes. @param isSame true if nothing is new */
export function latestAfter(
	{ from }: ChangesFrom,
	{ latest: seen, pages }: { latest: number | undefined; pages: number },
	isSame: boolean,
): number {
	const latest = from + OVERLAP_S;
	const moved = (seen ?? latest) - latest;
	// After several pages the next poll asks from the same moment again: an edit may have moved a record to a page that was
	// already read. Edits outside Trigger On are not worth a new state with every poll.
	const isMoved = isSame ? moved > OVERLAP_S : moved > 0 && pages === 1;
	return isMoved ? latest + moved : latest;
}

/** Explains that the service refuses to filter a list by its date of change. */
export function explainRefusedFilter(
	error: unknown,
	changesFrom: ChangesFrom | undefined,
): unknown {
	if (!changesFrom || !(error instanceof UserFacingError) || error.reason !== '400') return error;
	// The service linked to a later page, so the filter is not the cause.
	if ((error.page?.number ?? 1) > 1) return error;
	return new UserFacingError(
		`The service cannot list changes by "${changesFrom.field}"`,
		`Set Read the Whole List, under Options, to Every Poll. ${error.description}`,
		error,
	);
}
