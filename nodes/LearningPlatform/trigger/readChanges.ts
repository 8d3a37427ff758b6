import type { INodeExecutionData } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { UserFacingError } from '../errors';
import { checkOutputFields } from '../form';
import { triggerKey } from '../n8n/scheduler';
import {
	countMissing,
	diff,
	NOTHING,
	remember,
	select,
	type Change,
	type TriggerEvent,
} from './changes';
import { OVERLAP_S } from './dates';
import { itemsOf } from './items';
import { explained, planPoll, wholePlan, type PollPlan } from './plan';
import { readPlanned, type PollContext, type Reading } from './reading';
import type { TriggerSettings } from './settings';
import { readState, writeState, type State } from './state';

/** The triggers whose list this process has read. */
const readHere = new Set<string>();

/**
 * Finds what has changed: reads the whole list, or asks for the changes since the last poll.
 *
 * @param stored the state as n8n has stored it
 * @returns what a poll emits, `null` for nothing, and the state to store; `undefined` when nothing is new
 * @throws UserFacingError or the signal's reason; then the state stays as it is
 */
export async function readChanges(
	poll: PollContext,
	settings: TriggerSettings,
	stored: unknown,
): Promise<{ items: INodeExecutionData[][] | null; state: object | undefined }> {
	const before = readState(stored, settings);
	const trigger = triggerKey(poll.context);
	let plan = planPoll(trigger, settings, before);
	try {
		let reading = await readPlanned(poll, settings, plan);
		if (plan.since && reading.isUnfiltered) {
			const { field } = plan.since;
			poll.log.warn(`the service ignores the filter on ${field}, the whole list is read`, {
				field,
			});
			plan = wholePlan(settings, before);
			reading = await readPlanned(poll, settings, plan);
		}
		// After a restart the stored state may be days old, and a missing record may have come back since.
		const { items, state } = await tell(poll, settings, plan, reading, readHere.has(trigger));
		if (!plan.since) readHere.add(trigger);
		return { items, state: state === before ? undefined : writeState(state, settings.scope) };
	} catch (error) {
		throw explained(error, trigger, settings, plan);
	}
}

/** Compares a reading with what is remembered, makes items of what is told, and remembers the rest. */
async function tell(
	poll: PollContext,
	settings: TriggerSettings,
	plan: PollPlan,
	reading: Reading,
	believesMissing: boolean,
) {
	const { removalLimit, findsColumns, triggerOn } = settings;
	const { before, mode, since } = plan;
	const { remembered, toldAt } = before ?? { remembered: NOTHING };
	const found = diff(remembered, reading.read, mode, { removalLimit, believesMissing });
	if (found.doubted > 0) doubtRemovals(found.doubted, remembered.records.size, settings, poll);
	const told = select(found, plan.wanted);
	// n8n's clock may have been set back.
	const time = new Date(Math.max(plan.beganAt, Date.parse(toldAt ?? '') || 0)).toISOString();
	const { items, columns, missingFields } = await itemsOf(poll, settings, reading, told, time);
	const after = remember(remembered, reading.read, found, mode);
	// Only the whole list shows that no record has a field.
	if (mode !== 'changes') poll.log.fieldsMissing(missingFields);
	const countOf = (wanted: TriggerEvent) => told.filter(({ event }) => event === wanted).length;
	const events = Object.fromEntries([...triggerOn].map((event) => [event, countOf(event)]));
	const counts = { records: reading.count, events, missing: countMissing(after) };
	const from = since && new Date(since.from * 1_000).toISOString();
	poll.log.polled(counts, mode === 'first', from);
	const state = {
		...{ idFields: reading.idFields, remembered: after, toldAt: items ? time : toldAt },
		...(findsColumns && { columns }),
		...(found.doubted > 0 && { doubted: found.doubted }),
	};
	return { items, state: dated(state, plan, reading) };
}

/** A state with the dates from which the next poll goes on; the same object as before when nothing is new. */
export function dated(
	state: State,
	{ before, beganAt, since }: Pick<PollPlan, 'before' | 'beganAt' | 'since'>,
	{ latest: seen, pages }: Pick<Reading, 'latest' | 'pages'>,
): State {
	if (!before || !since) {
		return { ...state, latest: seen, wholeAt: new Date(beganAt).toISOString() };
	}
	const latest = since.from + OVERLAP_S;
	const moved = (seen ?? latest) - latest;
	const isSame = state.remembered === before.remembered;
	// The next poll asks from the same moment again after several pages, since an edit meanwhile may have moved a record to
	// a page that was read before. Edits that nobody asked for need not be stored at every poll.
	const isMoved = isSame ? moved > OVERLAP_S : moved > 0 && pages === 1;
	if (isSame && !isMoved) return before;
	return { ...before, ...state, latest: isMoved ? latest + moved : latest };
}

/**
 * A list that has lost most of its records is more often a fault of the service than the truth.
 *
 * @throws UserFacingError where removals are asked for; elsewhere the rest can go on
 */
function doubtRemovals(
	missing: number,
	remembered: number,
	{ target, removalLimit, triggerOn }: TriggerSettings,
	{ log }: PollContext,
): void {
	if (!triggerOn.has('removed')) {
		log.warn(
			`${missing} of ${remembered} known records are missing for the second time, more than the Removal Limit of ${removalLimit} percent: none counts as removed`,
			{ missing, known: remembered, limit: removalLimit },
		);
		return;
	}
	throw new UserFacingError(
		`${missing} of ${remembered} known records are missing: more than Removal Limit allows (${target.path})`,
		`Two polls in a row have not found them, and no more than ${removalLimit} percent may be removed at once. Nothing was reported or forgotten, because it may be a fault of the service, a missing permission or a filter that matches less than before: read the list with the Learning Platform node and look for them. If they are back, the next poll goes on by itself. If they are really gone, set Removal Limit under Options to 100 until a poll has reported them.`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

/** The first record of the list that shows a milestone which is asked for, or else as if it had just been added. */
export async function readSample(
	poll: PollContext,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][] | null> {
	const milestones = MILESTONES.filter((event) => settings.triggerOn.has(event));
	const keepsRecords = milestones.length === 0;
	const triggerOn = new Set<TriggerEvent>(keepsRecords ? ['added'] : milestones);
	const sample = { ...settings, triggerOn, keepsRecords, emitOnFirstRun: true };
	const plan = wholePlan(sample, undefined);
	const reading = await readPlanned(poll, sample, plan, ({ size }) => size > 0);
	const [[key, seen] = []] = reading.read;
	const told: Change[] = key ? [{ key, event: seen?.milestone?.event ?? 'added' }] : [];
	const time = new Date(plan.beganAt).toISOString();
	const { items, missingFields } = await itemsOf(poll, sample, reading, told, time);
	checkOutputFields(missingFields, settings.target.path);
	poll.log.fieldsMissing(missingFields);
	return items;
}
