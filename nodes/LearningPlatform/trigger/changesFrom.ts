import { knownLists } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import { oneOf } from '../form';
import { OVERLAP_S, type ChangesFrom } from '../list';
import { countMissing } from './changes';
import { PERIODS, type Period } from './form';
import type { State } from './state';

/** @throws UserFacingError for a list that cannot be asked for changes */
export function checkReadWholeList(
	period: Period,
	{ path, changedBy }: { path: string; changedBy?: string },
): void {
	if (period === 'poll' || changedBy !== undefined) return;
	const others = knownLists.filter((list) => list.changedBy !== undefined);
	throw new UserFacingError(
		`The list ${path} has no date of change, so every poll has to read the whole list`,
		`Set Read the Whole List, under Options, to Every Poll. Another choice is possible for ${oneOf(others.map(({ name }) => name))}.`,
	);
}

/**
 * Returns the changes to ask for; `undefined` for the whole list.
 *
 * @param hasFailed whether the last poll could not read the whole list: then this one asks for changes
 */
export function changesToAskFor(
	settings: { changedBy: string | undefined; readWholeList: Period; findsColumns: boolean },
	before: State | undefined,
	hasFailed: boolean,
): ChangesFrom | undefined {
	const { changedBy: field, readWholeList: period, findsColumns } = settings;
	if (period === 'poll' || field === undefined || before?.latest === undefined) return undefined;
	if (findsColumns && before.columns === undefined) return undefined;
	const age = Date.now() - Date.parse(before.wholeAt ?? '');
	// Also due after a clock was set back, and while a record is missing.
	const isDue = !(age >= 0 && age < PERIODS[period]) || countMissing(before.remembered) > 0;
	return isDue && !hasFailed ? undefined : { field, from: before.latest - OVERLAP_S };
}

/** Returns the date up to which all changes are known after a poll for changes. @param isSame whether nothing is new */
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

/** Adds to an error its effect on events until the whole list can be read, or that the list has no changes to ask for. */
export function inWordsOfReadWholeList(
	error: unknown,
	period: Period,
	before: State | undefined,
	changesFrom: ChangesFrom | undefined,
): unknown {
	const isPeriodic = period !== 'poll' && before?.latest !== undefined;
	if (!(error instanceof UserFacingError) || !isPeriodic) return error;
	const { message, description, ...facts } = error;
	const unknown =
		'The polls in between still report changes that move the date of a record. All others, such as removals, wait until the whole list can be read.';
	if (!changesFrom) return new UserFacingError(message, `${description} ${unknown}`, facts);
	// The service linked to this later page, so the filter is not the cause.
	if (error.reason !== '400' || (error.page?.number ?? 1) > 1) return error;
	return new UserFacingError(
		`The service cannot list changes by "${changesFrom.field}"`,
		`Set Read the Whole List, under Options, to Every Poll. ${description}`,
		facts,
	);
}
