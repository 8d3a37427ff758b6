import { MILESTONES } from '../catalog/completions';
import { UserFacingError } from '../errors';
import { checkOutputFields } from '../form';
import type { ChangesFrom } from '../list';
import { recordOf } from '../values/identity';
import {
	countIn,
	countMissing,
	diff,
	NOTHING,
	remember,
	select,
	type Change,
	type TriggerEvent,
} from './changes';
import { changesToAskFor, inWordsOfReadWholeList, latestAfter } from './changesFrom';
import { pollMemory } from './pollMemory';
import { readWatchedList, type Poll, type PollResult } from './reading';
import { idOfKey, isStoredState, readState, writeState, type State } from './state';

/**
 * Reads the whole list, or asks for the changes since the last poll.
 *
 * @param stored the state from n8n
 * @returns the items, `null` for none, and the state to store, `undefined` when nothing is new
 * @throws UserFacingError or the signal's reason; the state stays
 */
export async function pollList(poll: Poll, stored: unknown) {
	const { log, schedule } = poll;
	const startedAt = Date.now();
	const memory = pollMemory(poll.key);
	const before = newestState(poll, memory, stored);
	let changesFrom = changesToAskFor(schedule, before, memory.hasFailed());
	try {
		let result = await readWatchedList(poll, before, changesFrom);
		if (changesFrom && !result.isFiltered) {
			const { field } = changesFrom;
			log.warn(`the service ignores the filter on ${field}, the whole list is read`, { field });
			changesFrom = undefined;
			result = await readWatchedList(poll, before, changesFrom);
		}
		const { items, state } = await report(poll, before, changesFrom, result, startedAt);
		memory.succeeded(state, items !== null);
		return { items, state };
	} catch (error) {
		memory.failed(changesFrom === undefined);
		throw inWordsOfReadWholeList(error, schedule.readWholeList, before, changesFrom);
	}
}

/** Returns the state after the last poll; `undefined` for a first poll. */
function newestState(
	{ compared, log, watchKey }: Poll,
	memory: ReturnType<typeof pollMemory>,
	stored: unknown,
): State | undefined {
	// The user cleared the state to start over.
	if (stored === undefined || stored === null) return undefined;
	if (!isStoredState(stored)) {
		log.warn('what n8n has stored of the last polls cannot be read: this is a first poll again');
		return undefined;
	}
	const newest = memory.newest(stored, watchKey);
	if (newest.state.watchKey !== watchKey) return undefined;
	return readState(newest.state, compared.triggerOn, newest.isLast);
}

/** Returns the item of a test: the first record with a milestone of Trigger On, or else the first as if just added. */
export async function sampleOf(poll: Poll) {
	const milestones = MILESTONES.filter((event) => poll.compared.triggerOn.has(event));
	const triggerOn = new Set<TriggerEvent>(milestones.length > 0 ? milestones : ['added']);
	const sample = { ...poll, compared: { ...poll.compared, triggerOn } };
	const result = await readWatchedList(sample, undefined, undefined, true);
	const reported = diff(NOTHING, result.observed, true, 100).changes.slice(0, 1);
	const { items, missingFields } = await itemsFor(result, reported, Date.now());
	checkOutputFields(missingFields, poll.list.path);
	poll.log.fieldsMissing(missingFields);
	return items;
}

/** In a shorter list, half the records are soon edited. */
const LONG_LIST = 20;

/** Compares the list with the remembered one, and makes the items and the next state. */
async function report(
	poll: Poll,
	before: State | undefined,
	changesFrom: ChangesFrom | undefined,
	result: PollResult,
	startedAt: number,
) {
	const { log, removalLimit } = poll;
	const { observed, idFields, numberFields } = result;
	const remembered = before?.remembered ?? NOTHING;
	const isWhole = changesFrom === undefined;
	const found = diff(remembered, observed, isWhole, removalLimit);
	if (found.doubted > 0) doubtRemovals(poll, found.doubted, remembered.sizeBefore);
	const [known, updated] = [remembered.records.size, countIn(found.changes, 'updated')];
	if (known >= LONG_LIST && updated > known / 2) {
		const line = `${updated} of ${known} records were updated at once: the platform has probably added a field`;
		log.warn(line, { updated, known });
	}
	const reported = select(found, result.wanted);
	const { items, columns, missingFields } = await itemsFor(result, reported, startedAt);
	const after = remember(remembered, observed, found, isWhole);
	// Only the whole list shows that no record has a field.
	if (isWhole) log.fieldsMissing(missingFields);
	const wanted = [...poll.compared.triggerOn];
	const events = Object.fromEntries(wanted.map((event) => [event, countIn(reported, event)]));
	const counts = { records: result.count, events, missing: countMissing(after) };
	const from = changesFrom && new Date(changesFrom.from * 1_000).toISOString();
	log.polled(counts, before === undefined, from);
	const isSame = after === remembered;
	const latest = changesFrom ? latestAfter(changesFrom, result, isSame) : result.latest;
	if (changesFrom && isSame && latest === before?.latest) return { items, state: undefined };
	const state: State = {
		...{ watchKey: poll.watchKey, idFields, numberFields, remembered: after, latest },
		wholeAt: isWhole ? new Date(startedAt).toISOString() : before?.wholeAt,
		// Later than before, also after a clock was set back.
		polledAt: Math.max(startedAt, (before?.polledAt ?? 0) + 1),
		...(poll.schedule.findsColumns && { columns }),
	};
	return { items, state: writeState(state) };
}

async function itemsFor(
	{ observed, idFields = [], numberFields, items }: PollResult,
	changes: readonly Change[],
	startedAt: number,
) {
	const reported = changes.map(({ event, key }) => {
		// Only the key of a removed record is remembered.
		const removed = event === 'removed' && recordOf(idOfKey(key), idFields, numberFields);
		return { event, record: removed || (observed.get(key)?.record ?? {}) };
	});
	return await items.finish(reported, new Date(startedAt).toISOString());
}

/** Refuses removals above the limit: more often a fault of the service. @throws UserFacingError if Trigger On has Removed */
function doubtRemovals(
	{ compared, list, log, removalLimit: limit }: Poll,
	missing: number,
	known: number,
): void {
	if (!compared.triggerOn.has('removed')) {
		log.warn(
			`${missing} of ${known} known records are missing for the second time, more than the Removal Limit of ${limit} percent: none counts as removed`,
			{ missing, known, limit },
		);
		return;
	}
	throw new UserFacingError(
		`${missing} of ${known} known records are missing: more than Removal Limit allows (${list.path})`,
		`Two polls in a row did not find them, and no more than ${limit} percent may be removed at once. Nothing was reported or forgotten, because it may be a fault of the service, a missing permission or a filter that matches less than before: read the list with the Learning Platform node and look for them. If they are back, the next poll continues by itself. If they are really gone, set Removal Limit under Options to 100 until a poll has reported them.`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
}
