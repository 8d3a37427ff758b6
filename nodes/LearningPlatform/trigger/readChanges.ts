import type { INodeExecutionData } from 'n8n-workflow';

import { idOf } from '../catalog/identity';
import { UserFacingError } from '../errors';
import type { Since } from '../list';
import type { TriggerEvent } from './changes';
import { explainRefusal, OVERLAP_S } from './dates';
import { followed } from './events';
import { openReading, type PollContext } from './reading';
import { startRun } from './refresh';
import { triggerKey } from './scheduler';
import type { TriggerSettings } from './settings';
import { lastStamp, readState, writeState, type State } from './state';
import { sinceFor, wholeReadingFailed } from './wholeList';

/** A poll, from its beginning: what the list is compared with, and what its items say about it. */
interface Poll extends ReturnType<typeof startRun> {
	pollContext: PollContext;
	settings: TriggerSettings;
	/** `undefined` when nothing is known. */
	before: State | undefined;
	/** The latest stamp of earlier items, in ms since the epoch; -Infinity for none. */
	last: number;
}

/** What a poll emits, `null` for nothing, and the state after it: the same object as before when nothing is new. */
interface Outcome {
	items: INodeExecutionData[][] | null;
	state: State;
}

type Found = Awaited<ReturnType<ReturnType<typeof openReading>['finish']>>;

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
	pollContext: PollContext,
	settings: TriggerSettings,
	stored: unknown,
): Promise<{ items: Outcome['items']; state: object | undefined }> {
	const before = readState(stored, settings);
	const last = lastStamp(stored);
	const trigger = triggerKey(pollContext.context);
	const run = startRun(settings, before, last, !readHere.has(trigger));
	const poll = { pollContext, settings, before, last, ...run };
	const since = sinceFor(trigger, settings, before, poll);
	const changes = since && before && (await readSince({ ...poll, before }, since));
	const wholeFailed = (error: unknown) => {
		throw wholeReadingFailed(trigger, settings, before, error);
	};
	const { items, state } = changes ?? (await readWhole(poll, trigger).catch(wholeFailed));
	return { items, state: state === before ? undefined : writeState(state, settings.scope) };
}

/**
 * Reads the whole list. A record that leaves it meanwhile moves the later ones up, and one of them may slip onto a page
 * that was read before. So a record counts as removed only when the next poll lacks it, too, and a first poll that only
 * remembers reads the list twice: a record is there if either reading has it.
 */
async function readWhole(poll: Poll, trigger: string): Promise<Outcome> {
	const { pollContext, settings, refresh, syncRun, refreshedAt, request } = poll;
	const { before: stored } = poll;
	// After a restart the stored state may be days old, and a missing record may have come back since.
	const before: State | undefined =
		stored && !readHere.has(trigger)
			? { ...stored, known: { ...stored.known, missing: new Set() } }
			: stored;
	const isFirst = before === undefined;
	const isQuiet = isFirst && !settings.emitOnFirstRun;
	const wanted = isQuiet ? new Set<TriggerEvent>() : settings.triggerOn;
	const reading = openReading(pollContext, settings, before, { wanted, refresh });
	const beganAt = new Date(Date.now()).toISOString();
	await reading.read();
	if (isQuiet && refresh === 'none') await reading.read();
	const found = await reading.finish(poll);
	const { idFields, known, columns, doubted, latest } = found;
	if (before && doubted > 0) {
		const { size } = before.known.hashes;
		if (wanted.has('removed')) throw tooManyRemoved(doubted, size, settings);
		pollContext.log.removalsDoubted(doubted, size, settings.removalLimit);
	}
	logFound(poll, found, isFirst);
	readHere.add(trigger);
	const isRefreshing = refresh !== 'none' && !found.isSwept;
	const isUnconfirmed =
		refresh === 'none' && (isFirst ? isQuiet : before.firstAt !== undefined && !found.isAgreed);
	const firstAt = isUnconfirmed ? (before?.firstAt ?? found.beganAt) : undefined;
	// Events that are left cannot be asked for by date, so the list counts as read once all of them are reported.
	const wholeAt = found.left === 0 ? beganAt : undefined;
	return {
		items: found.items,
		state: {
			...{ idFields, known, syncRun, refreshedAt, isRefreshing, request, firstAt },
			...{ stamp: stampAfter(found.items, poll), shape: settings.shape },
			...(doubted > 0 && { doubted }),
			...(settings.readWholeList !== 'poll' && { latest, wholeAt, columns }),
		},
	};
}

/** Reads the changes since the last poll. @returns `undefined` when the service sends records that were not asked for */
async function readSince(
	poll: Poll & { before: State },
	since: Since,
): Promise<Outcome | undefined> {
	const { pollContext, settings, before } = poll;
	const refresh = before.isRefreshing ? 'goesOn' : 'none';
	const reporting = { wanted: settings.triggerOn, refresh, since } as const;
	const reading = openReading(pollContext, settings, before, reporting);
	const isFiltered = await reading.read().catch((error: unknown) => {
		throw explainRefusal(error, since);
	});
	if (!isFiltered) {
		pollContext.log.changesNotFiltered(since.field);
		return undefined;
	}
	const found = await reading.finish({ ...poll, syncRun: before.syncRun });
	logFound(poll, found, false, new Date(since.from * 1_000).toISOString());
	const { items, known, columns, isSame } = found;
	const latest = since.from + OVERLAP_S;
	const seen = found.latest ?? latest;
	// The next poll asks from the same moment again when events are left, and after several pages, since an edit meanwhile
	// may have moved a record to a page that was read before. Edits that nobody asked for need not be stored at every poll.
	const isComplete = found.left === 0 && (found.pages === 1 || isSame);
	const isMoved = isComplete && seen - latest > (isSame ? OVERLAP_S : 0);
	if (isSame && !isMoved) return { items, state: before };
	const stamp = stampAfter(items, poll);
	return { items, state: { ...before, known, columns, stamp, latest: isMoved ? seen : latest } };
}

/** The latest stamp of all items, which a poll without items leaves as it was. */
function stampAfter(items: Outcome['items'], { time, last }: Poll): string | undefined {
	if (items) return time;
	return last > -Infinity ? new Date(last).toISOString() : undefined;
}

/** @param since when the changes begin that were asked for; `undefined` for the whole list */
function logFound({ pollContext, settings }: Poll, found: Found, isFirst: boolean, since?: string) {
	const { log } = pollContext;
	const { events, known, records, left, ahead, missingFields, overlooked } = found;
	if (settings.readWholeList !== 'poll' && ahead) {
		const id = idOf(ahead.record, found.idFields) ?? '';
		log.datedAhead({ ...ahead, id, field: settings.target.changedBy ?? '' }, ahead.now);
	}
	log.fieldsMissing(missingFields);
	const reported = { added: 0, updated: 0, removed: 0, completed: 0, refreshed: 0 };
	for (const { event } of events) reported[event] += 1;
	log.polled({ records, ...reported, left, missing: known.missing.size }, isFirst, since);
	if (overlooked > 0) log.overlooked(overlooked);
}

/** A list that has lost most of its records is more often a fault of the service than the truth. */
function tooManyRemoved(
	missing: number,
	known: number,
	{ target, removalLimit }: TriggerSettings,
): UserFacingError {
	return new UserFacingError(
		`${missing} of ${known} known records are missing: more than Removal Limit allows (${target.path})`,
		`Two polls in a row have not found them, and no more than ${removalLimit} percent may be removed at once. Nothing was reported or forgotten, because it may be a fault of the service, a missing permission or a filter that matches less than before: read the list with the Learning Platform node and look for them. If they are back, the next poll goes on by itself. If they are really gone, set Removal Limit under Options to 100 until a poll has reported them.`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
}

/** The first record of the list as if it had just been added, or completed: n8n's editor runs the workflow with it. */
export async function readSample(
	pollContext: PollContext,
	settings: TriggerSettings,
): Promise<INodeExecutionData[][] | null> {
	const triggerOn = new Set<TriggerEvent>([
		settings.triggerOn.has('completed') ? 'completed' : 'added',
	]);
	const sample = { ...settings, triggerOn, maxPerPoll: 1 };
	const reporting = { wanted: triggerOn, refresh: 'none' } as const;
	const reading = openReading(pollContext, sample, undefined, reporting);
	await reading.read(({ records }) => followed(records, triggerOn).length > 0);
	const time = new Date(Date.now()).toISOString();
	const { items, missingFields } = await reading.finish({ time, syncRun: time });
	pollContext.log.fieldsMissing(missingFields);
	return items;
}
