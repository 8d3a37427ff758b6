import type { Resource } from '../catalog/resources';
import { findKnownList, knownLists } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import { menuField, type Field } from '../form';
import type { Since } from '../list';
import type { Reporting } from './changes';
import { OVERLAP_S } from './dates';
import type { State } from './state';

const HOUR_MS = 3_600_000;

/** How long the whole list need not be read again, in ms; polls in between ask for changes. */
const PERIODS = { poll: 0, hour: HOUR_MS, sixHours: 6 * HOUR_MS, day: 24 * HOUR_MS };

type WholeListPeriod = keyof typeof PERIODS;

const readWholeList = menuField<WholeListPeriod>(
	{
		displayName: 'Read the Whole List',
		name: 'readWholeList',
		type: 'options',
		default: 'poll',
		description:
			'How often a poll reads the whole list. The polls in between ask only for the records that were changed since, which takes one request if there are none. They report additions, edits and completions; removals, and edits that do not move the date of modification (archiving, restoring, translating, or no longer matching Filters), are reported when the whole list is read.',
		options: [
			{ name: 'Every Poll', value: 'poll' },
			{ name: 'Every Hour', value: 'hour' },
			{ name: 'Every Six Hours', value: 'sixHours' },
			{ name: 'Every Day', value: 'day' },
		],
	},
	'poll',
);

/** The option Read the Whole List, for resources whose lists can have a date of change. */
export function readWholeListOf({ list }: Resource): Field<WholeListPeriod> {
	const isOffered = list === undefined || findKnownList(list)?.changedBy !== undefined;
	return isOffered ? readWholeList : { properties: [], read: () => 'poll' };
}

interface WholeListSettings {
	readWholeList: WholeListPeriod;
	target: { path: string; changedBy?: string };
}

/** @throws UserFacingError for a list that cannot be asked for changes */
export function checkReadWholeList({ readWholeList: period, target }: WholeListSettings): void {
	if (period === 'poll' || target.changedBy !== undefined) return;
	const names = knownLists.filter(({ changedBy }) => changedBy !== undefined);
	throw new UserFacingError(
		`The list ${target.path} cannot be asked for changes, so every poll has to read all of it`,
		`Set Read the Whole List, under Options, to Every Poll. Another choice is possible for ${new Intl.ListFormat('en-US').format(names.map(({ name }) => name))}.`,
	);
}

/** The triggers whose last whole reading has failed, in this process. */
const failing = new Set<string>();

/**
 * The moment since which a poll asks for changes; `undefined` for the whole list. After a whole reading has failed, every
 * second poll tries it again, and the polls in between go on reporting changes.
 */
export function sinceFor(
	trigger: string,
	{ readWholeList: period, target, shape }: WholeListSettings & { shape: string | undefined },
	before: State | undefined,
	{ refresh }: Pick<Reporting, 'refresh'>,
): Since | undefined {
	const hasFailed = failing.delete(trigger);
	const field = target.changedBy;
	if (period === 'poll' || field === undefined || before?.latest === undefined) return undefined;
	// A table has the columns of the whole list, so another output needs all of it.
	if (before.shape !== shape) return undefined;
	const age = Date.now() - Date.parse(before.wholeAt ?? '');
	// A clock that was set back makes it due, too.
	const isFresh = age >= 0 && age < PERIODS[period];
	const isAsked = isFresh && !isLookedFor(before, refresh);
	return isAsked || hasFailed ? { field, from: before.latest - OVERLAP_S } : undefined;
}

/** Whether the next poll has to read the whole list for records that are missing, or for a refresh. */
function isLookedFor({ known, doubted = 0 }: State, refresh: Reporting['refresh']): boolean {
	const { missing, due } = known;
	if (missing.size > doubted || refresh === 'begins') return true;
	// Missing records beyond Removal Limit can wait.
	return refresh === 'goesOn' && (doubted === 0 || [...due].some((key) => !missing.has(key)));
}

/** Remembers that the whole list could not be read, and has the error say what is not known until it can. */
export function wholeReadingFailed(
	trigger: string,
	{ readWholeList: period, target }: WholeListSettings,
	before: State | undefined,
	error: unknown,
): unknown {
	if (period === 'poll' || before?.latest === undefined) return error;
	failing.add(trigger);
	if (!(error instanceof UserFacingError)) return error;
	const { message, description, ...facts } = error;
	const unknown = `The polls in between go on reporting additions and edits; until the whole list can be read, removals, and edits that do not move "${target.changedBy}", are not known.`;
	return new UserFacingError(message, `${description} ${unknown}`, facts);
}
