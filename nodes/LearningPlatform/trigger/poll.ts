import type { INodeExecutionData } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { listAt } from '../catalog/knownLists';
import { withFacts } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import { checkOutputFields } from '../form';
import { openLabels } from '../labels';
import { recordOf } from '../values/identity';
import {
	countMissing,
	diff,
	isSameList,
	NOTHING,
	remember,
	select,
	type Remembered,
	type TriggerEvent,
} from './changes';
import { changesToAskFor, latestAfter } from './changesFrom';
import { idOfKey } from './observation';
import { readWatchedList } from './reading';
import type { Poll } from './settings';
import { lookOf, newestState, pollMemoryOf, writeState, type State } from './state';

const countIn = (changes: ReturnType<typeof select>, wanted: TriggerEvent) =>
	changes.filter(({ event }) => event === wanted).length;

type PollResult = Awaited<ReturnType<typeof readWatchedList>>;

/**
 * Reads the whole list or only the changes since the last poll.
 *
 * @returns the items (`null` if there are none) and the state to store (`undefined` if nothing has changed)
 * @throws UserFacingError or the abort signal's reason; the state stays unchanged
 */
export async function pollList(poll: Poll, stored: unknown) {
	const { log } = poll.client;
	const startedAt = Date.now();
	const memory = pollMemoryOf(poll.key);
	const look = lookOf(poll);
	let before = newestState(poll, stored, look.keepsMissing);
	const changesFrom = changesToAskFor(poll.schedule, before, memory.hasFailed);
	try {
		let result = await readWatchedList(poll, before, changesFrom);
		if (changesFrom && !result.isFiltered) {
			log.write('filterIgnored', { field: changesFrom.field });
			result = await readWatchedList(poll, before);
		}
		const isOtherAccount =
			before &&
			before.clientKey !== poll.clientKey &&
			!isSameList(before.remembered, result.observed);
		if (isOtherAccount) {
			log.write('stateOfOthers');
			before = undefined;
			result = await readWatchedList(poll, before, undefined, { read: result.observed });
		}
		const { items, state } = await composePoll(poll, before, result, startedAt, look.isLook);
		memory.hasFailed = false;
		if (look.isLook && !result.changesFrom) memory.look = look;
		if (state) memory.polledAt = state.polledAt;
		// n8n adds its own properties to the object that it stores.
		if (state && !items) memory.quiet = { ...state };
		return { items, state };
	} catch (error) {
		memory.hasFailed = changesFrom === undefined;
		const { field = '' } = changesFrom ?? {};
		throw withFacts(error, changesFrom && { purpose: { action: 'readChanges', field } });
	}
}

/** Returns a sample: the first record with a milestone in Trigger On or else the first record, as if just added. */
export async function sampleOf(poll: Poll) {
	const milestones = MILESTONES.filter((event) => poll.compared.triggerOn.has(event));
	const triggerOn = new Set<TriggerEvent>(milestones.length > 0 ? milestones : ['added']);
	const sample = { ...poll, compared: { ...poll.compared, triggerOn }, emitOnFirstRun: true };
	const result = await readWatchedList(sample, undefined, undefined, { isSample: true });
	const reported = diff(NOTHING, result.observed, true, 100).changes.slice(0, 1);
	const { items, missingFields } = await itemsOf(poll, result, reported, Date.now());
	checkOutputFields(missingFields, poll.listing.path);
	poll.client.log.write('fieldsMissing', { fields: missingFields });
	return items;
}

/** Compares the list with the remembered one and creates the items and the next state. */
async function composePoll(
	poll: Poll,
	before: State | undefined,
	result: PollResult,
	startedAt: number,
	isLook: boolean,
) {
	const remembered = before?.remembered ?? NOTHING;
	const looksForMissing = result.changesFrom === undefined && isLook;
	const difference = diff(remembered, result.observed, looksForMissing, poll.removalLimit);
	checkDifference(poll, difference, remembered);
	const reported = select(difference, result.wanted);
	const { items, ...output } = await itemsOf(poll, result, reported, startedAt);
	const after = remember(remembered, result.observed, difference, looksForMissing);
	logPoll(poll, before, result, reported, after, output.missingFields);
	return { items, state: stateAfter(poll, before, result, after, output.columns, startedAt) };
}

/** @throws UserFacingError if more records are gone than Removal Limit allows */
function checkDifference(
	poll: Poll,
	{ changes, doubted }: ReturnType<typeof diff>,
	{ records, sizeBefore }: Remembered,
): void {
	if (doubted > 0 && poll.compared.triggerOn.has('removed')) {
		throw tooManyRemovals(poll, doubted, sizeBefore);
	}
	const { size: known } = records;
	const updated = countIn(changes, 'updated');
	// In a short list, editing half the records at once is plausible.
	if (known >= 20 && updated > known / 2) poll.client.log.write('manyUpdated', { updated, known });
}

function logPoll(
	{ client: { log }, compared }: Poll,
	before: State | undefined,
	{ changesFrom, count }: PollResult,
	reported: ReturnType<typeof select>,
	after: Remembered,
	missingFields: string[],
): void {
	// Only the whole list can show that a field is missing from every record.
	if (!changesFrom) log.write('fieldsMissing', { fields: missingFields });
	const wanted = [...compared.triggerOn];
	const counts = Object.fromEntries(wanted.map((event) => [event, countIn(reported, event)]));
	const since = changesFrom && new Date(changesFrom.from * 1_000).toISOString();
	const isFirst = before === undefined;
	const facts = { records: count, counts, missing: countMissing(after), isFirst, since };
	log.write(isFirst ? 'firstPolled' : 'polled', facts);
}

/** Returns the state to store, or `undefined` if nothing has changed. */
function stateAfter(
	{ clientKey, schedule, watchKey }: Poll,
	before: State | undefined,
	result: PollResult,
	after: Remembered,
	columns: string[][] | undefined,
	startedAt: number,
) {
	const { changesFrom, idFields, latest: seen, numberFields } = result;
	const isSame = after === (before?.remembered ?? NOTHING);
	const latest = changesFrom ? latestAfter(changesFrom, result, isSame, before?.seen) : seen;
	if (changesFrom && isSame && latest === before?.latest) return undefined;
	return writeState({
		watchKey,
		clientKey,
		idFields,
		numberFields,
		remembered: after,
		latest,
		seen,
		wholeAt: changesFrom ? before?.wholeAt : new Date(startedAt).toISOString(),
		polledAt: Math.max(startedAt, (before?.polledAt ?? 0) + 1),
		...(schedule.findsColumns && { columns }),
	});
}

/** Returns the items (`null` if there are none, so no execution starts), the columns, and the missing Output Fields. */
async function itemsOf(
	{ client, items: { labels }, listing }: Poll,
	{ idFields = [], numberFields, observed, shape }: PollResult,
	changes: ReturnType<typeof select>,
	startedAt: number,
) {
	const { withPathIds } = listAt(listing.path);
	// Only the key of a removed record is remembered.
	const records = changes.map(({ event, key }) => {
		const removed = event === 'removed' && recordOf(idOfKey(key), idFields, numberFields);
		return withPathIds(removed || (observed.get(key)?.record ?? {}));
	});
	// No names are added to removals, which come first.
	const removals = countIn(changes, 'removed');
	shape.add(records.slice(0, removals));
	const { addTo, close } = openLabels(client, labels);
	shape.add(await addTo(records.slice(removals)).finally(close));
	const { columns, missingFields, records: shaped } = shape.finish();
	if (changes.length === 0) return { items: null, columns, missingFields: [] };
	const triggerTime = new Date(startedAt).toISOString();
	const items: INodeExecutionData[] = changes.map(({ event }, at) => ({
		json: { ...shaped[at], triggerEvent: event, triggerTime },
	}));
	return { items: [items], columns, missingFields };
}

/** Explains why removals above the limit are not reported: the service is probably at fault. */
function tooManyRemovals({ listing, removalLimit: limit }: Poll, missing: number, size: number) {
	return new UserFacingError(
		`${missing} of ${size} remembered records are missing, which is more than Removal Limit allows (${listing.path})`,
		`These records were missing from two polls in a row, but no more than ${limit} percent of the records can be removed at once. No removals were reported, and the remembered records were kept. The cause may be a fault in the service, a missing permission, or a filter that matches fewer records than before. Read the list with the Learning Platform node and look for the missing records. If they are back, the next poll continues on its own. If they are really gone, set Removal Limit under Options to 100 until a poll has reported them.`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
}
