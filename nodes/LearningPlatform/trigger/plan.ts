import type { Resource } from '../catalog/resources';
import { findKnownList, knownLists } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import { menuField, notOffered, oneOf, type Field } from '../form';
import type { Since } from '../list';
import { countMissing, type Mode, type TriggerEvent } from './changes';
import { OVERLAP_S } from './dates';
import type { MilestoneSettings } from './milestones';
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
			'How often a poll reads the whole list. The polls in between ask only for the records that were changed since, which takes one request if there are none. They report additions, edits and completions. All that does not move the date of a record is reported when the whole list is read: removals, archiving, restoring, translating, and learners who fail or are late.',
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
	return isOffered ? readWholeList : notOffered('poll');
}

interface WholeListSettings {
	readWholeList: WholeListPeriod;
	target: { path: string; changedBy?: string };
}

/** @throws UserFacingError for a list that cannot be asked for changes */
export function checkReadWholeList({ readWholeList: period, target }: WholeListSettings): void {
	if (period === 'poll' || target.changedBy !== undefined) return;
	const others = knownLists.filter(({ changedBy }) => changedBy !== undefined);
	throw new UserFacingError(
		`The list ${target.path} cannot be asked for changes, so every poll has to read all of it`,
		`Set Read the Whole List, under Options, to Every Poll. Another choice is possible for ${oneOf(others.map(({ name }) => name))}.`,
	);
}

/** The triggers whose last whole reading has failed, in this process. */
const failing = new Set<string>();

/** What a poll reads, what it is compared with, and what it tells. */
export interface PollPlan {
	mode: Mode;
	/** `undefined` at the first poll. */
	before: State | undefined;
	/** None for a first poll that only remembers. */
	wanted: ReadonlySet<TriggerEvent>;
	/** By n8n's clock, in ms since the epoch. */
	beganAt: number;
	/** With the mode `changes`: the moment from which on they are asked for. */
	since?: Since;
}

type EventSettings = Record<'emitOnFirstRun', boolean> & Pick<MilestoneSettings, 'triggerOn'>;

/** A poll that reads the whole list. */
export function wholePlan(settings: EventSettings, before: State | undefined): PollPlan {
	const { emitOnFirstRun, triggerOn } = settings;
	const wanted = before || emitOnFirstRun ? triggerOn : new Set<TriggerEvent>();
	return { mode: before ? 'whole' : 'first', before, wanted, beganAt: Date.now() };
}

/**
 * What a poll has to read. After a whole reading has failed, every second poll tries it again, and the polls in between go
 * on reporting changes.
 */
export function planPoll(
	trigger: string,
	settings: WholeListSettings & EventSettings & { findsColumns: boolean },
	before: State | undefined,
): PollPlan {
	const hasFailed = failing.delete(trigger);
	const whole = wholePlan(settings, before);
	const { readWholeList: period, target, findsColumns } = settings;
	const { changedBy: field } = target;
	if (period === 'poll' || field === undefined || before?.latest === undefined) return whole;
	if (findsColumns && before.columns === undefined) return whole;
	const age = whole.beganAt - Date.parse(before.wholeAt ?? '');
	// A clock that was set back makes it due, too. Missing records beyond Removal Limit can wait.
	const isFresh = age >= 0 && age < PERIODS[period];
	const isDue = !isFresh || countMissing(before.remembered) > (before.doubted ?? 0);
	if (isDue && !hasFailed) return whole;
	return { ...whole, mode: 'changes', since: { field, from: before.latest - OVERLAP_S } };
}

/**
 * The error of a poll in words of the option. Where the whole list could not be read, the next poll will not try it, and
 * the error says what is not known until it can.
 */
export function explained(
	error: unknown,
	trigger: string,
	{ readWholeList: period }: WholeListSettings,
	{ before, since }: PollPlan,
): unknown {
	const isPeriodic = period !== 'poll' && before?.latest !== undefined;
	if (!since && isPeriodic) failing.add(trigger);
	if (!(error instanceof UserFacingError) || !isPeriodic) return error;
	const { message, description, ...facts } = error;
	const unknown =
		'The polls in between go on reporting additions and edits; until the whole list can be read, all that does not move the date of a record is not known, such as removals.';
	if (!since) return new UserFacingError(message, `${description} ${unknown}`, facts);
	if (error.reason !== '400') return error;
	return new UserFacingError(
		`The service cannot list changes by "${since.field}"`,
		`Set Read the Whole List, under Options, to Every Poll. ${description}`,
		facts,
	);
}
