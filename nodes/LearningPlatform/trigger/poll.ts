import type { INodeExecutionData } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { recordOf } from '../values/identity';
import { UserFacingError } from '../errors';
import { checkOutputFields } from '../form';
import { pathIdsAdder } from '../list';
import { triggerKey } from '../n8n/scheduler';
import { namesFor } from '../names';
import { lruCache } from '../values/lruCache';
import {
	countMissing,
	diff,
	NOTHING,
	remember,
	select,
	type Change,
	type TriggerEvent,
} from './changes';
import { listingOf, readPolledList, type Poll, type Reading } from './reading';
import { inWordsOfReadWholeList, latestAfter, sinceFor } from './since';
import { idOfKey, readState, writeState, type State } from './state';

/** What this process knows of a trigger. */
const memoryOf = lruCache(() => ({
	/** Whether it has read the whole list. */
	hasRead: false,
	/** Whether the last poll could not read it. */
	hasFailed: false,
}));

/**
 * Finds what has happened: reads the whole list, or asks for the changes since the last poll.
 *
 * @param stored the state as n8n has stored it
 * @returns what the poll emits, `null` for nothing, and the state to store; `undefined` when nothing is new
 * @throws UserFacingError or the signal's reason; then the state stays as it is
 */
export async function pollList(poll: Poll, stored: unknown) {
	const triggerTime = new Date(Date.now()).toISOString();
	const before = readState(stored, poll);
	const memory = memoryOf(triggerKey(poll.context));
	const since = sinceFor(poll, before, memory.hasFailed);
	try {
		const reading = await readPolledList(poll, before, since);
		const whole = memory.hasRead ? 'whole' : 'first';
		const outcome = await tell(poll, before, reading, whole, triggerTime);
		memory.hasRead ||= reading.since === undefined;
		memory.hasFailed = false;
		return outcome;
	} catch (error) {
		memory.hasFailed = since === undefined;
		throw inWordsOfReadWholeList(error, poll.readWholeList, before, since);
	}
}

/** The first record of the list that shows a milestone which is asked for, or else as if it had just been added. */
export async function sampleOf(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const triggerTime = new Date(Date.now()).toISOString();
	const milestones = MILESTONES.filter((event) => poll.triggerOn.has(event));
	const triggerOn = new Set<TriggerEvent>(milestones.length > 0 ? milestones : ['added']);
	const sample = { ...poll, triggerOn };
	const reading = await readPolledList(sample, undefined, undefined, true);
	const told = diff(NOTHING, reading.read, 'first', 100).changes.slice(0, 1);
	const { items, missingFields } = await itemsOf(sample, reading, told, triggerTime);
	checkOutputFields(missingFields, poll.target.path);
	poll.log.fieldsMissing(missingFields);
	return items;
}

/** Compares a reading with what is remembered, makes items of what is told, and remembers the rest. */
async function tell(
	poll: Poll,
	before: State | undefined,
	reading: Reading,
	whole: 'first' | 'whole',
	triggerTime: string,
) {
	const { log, removalLimit, findsColumns, triggerOn } = poll;
	const { since, read, idFields } = reading;
	const remembered = before?.remembered ?? NOTHING;
	const mode = since ? 'changes' : whole;
	const found = diff(remembered, read, mode, removalLimit);
	if (found.doubted > 0) doubtRemovals(poll, found.doubted, remembered.records.size);
	const told = select(found, reading.wanted);
	const { items, columns, missingFields } = await itemsOf(poll, reading, told, triggerTime);
	const after = remember(remembered, read, found, mode);
	// Only the whole list shows that no record has a field.
	if (!since) log.fieldsMissing(missingFields);
	const countOf = (wanted: TriggerEvent) => told.filter(({ event }) => event === wanted).length;
	const events = Object.fromEntries([...triggerOn].map((event) => [event, countOf(event)]));
	const counts = { records: reading.count, events, missing: countMissing(after) };
	log.polled(counts, before === undefined, since && new Date(since.from * 1_000).toISOString());
	const isSame = after === remembered;
	const latest = since ? latestAfter(since, reading, isSame) : reading.latest;
	if (since && isSame && latest === before?.latest) return { items, state: undefined };
	const wholeAt = since ? before?.wholeAt : triggerTime;
	const state = { idFields, remembered: after, latest, wholeAt, ...(findsColumns && { columns }) };
	return { items, state: writeState(state, poll.scope) };
}

/**
 * The items that a poll emits, one for each change, in the shape that Output asks for and with names; `null` when nothing
 * happened, so that no execution starts.
 *
 * @param triggerTime when the poll began, ISO 8601
 * @returns also the columns of the whole list, and the Output Fields that no record has
 * @throws UserFacingError where names cannot be read
 */
async function itemsOf(
	poll: Poll,
	{ read, idFields = [], shape }: Reading,
	told: readonly Change[],
	triggerTime: string,
) {
	const withIds = pathIdsAdder(poll.target.path);
	// Of a removed record only the key is remembered. Removals come first.
	const removed = told.filter(({ event }) => event === 'removed');
	shape.add(removed.map(({ key }) => withIds(recordOf(idOfKey(key), idFields))));
	const others = told.slice(removed.length).map(({ key }) => withIds(read.get(key)?.record ?? {}));
	const { addTo, close } = await namesFor(poll.context, listingOf(poll), poll.names);
	try {
		shape.add(await addTo(others));
	} finally {
		close();
	}
	const shaped = shape.finish();
	const items: INodeExecutionData[] = told.map(({ event }, at) => ({
		json: { ...shaped.records[at], triggerEvent: event, triggerTime },
	}));
	return {
		items: items.length === 0 ? null : [items],
		columns: shaped.columns,
		missingFields: items.length === 0 ? [] : shaped.missingFields,
	};
}

/**
 * A list that has lost most of its records is more often a fault of the service than the truth.
 *
 * @throws UserFacingError where removals are asked for; elsewhere the rest can go on
 */
function doubtRemovals(
	{ log, target, removalLimit, triggerOn }: Poll,
	missing: number,
	remembered: number,
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
