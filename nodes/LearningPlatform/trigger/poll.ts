import type { INodeExecutionData } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { listAt } from '../catalog/knownLists';
import { withFacts } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import { checkOutputFields } from '../form';
import { openLabels } from '../labels';
import { recordOf } from '../values/identity';
import { compare, countMissing, isSameList, NOTHING } from './changes';
import { changesToAskFor } from './changesSince';
import type { TriggerEvent } from './events';
import { idOfKey } from './observation';
import { readWatchedList } from './reading';
import type { Poll } from './settings';
import { openState, type State } from './state';

type PollResult = Awaited<ReturnType<typeof readWatchedList>>;

const countIn = (reported: readonly { event: TriggerEvent }[], wanted: TriggerEvent) =>
	reported.filter(({ event }) => event === wanted).length;

/**
 * Reads the whole list or only the changes since the last poll.
 *
 * @returns the items (`null` if there are none) and the state to store (`undefined` if nothing has changed)
 * @throws UserFacingError or the abort signal's reason; the state stays unchanged
 */
export async function pollList(poll: Poll, stored: unknown) {
	const { log } = poll.client;
	const startedAt = Date.now();
	const { checksRemovals, isOtherClient, ...opened } = openState(poll, stored);
	let { before } = opened;
	const changesSince = changesToAskFor(poll.schedule, before, opened.hasFailed);
	try {
		let result = await readWatchedList(poll, before, changesSince);
		if (changesSince && !result.isFiltered) {
			log.write('filterIgnored', { field: changesSince.field });
			result = await readWatchedList(poll, before);
		}
		if (before && isOtherClient && !isSameList(before.remembered, result.observed)) {
			log.write('stateOfOthers');
			before = undefined;
			result = await readWatchedList(poll, before, undefined, { read: result.observed });
		}
		const { items, after } = await composePoll(poll, before, result, startedAt, checksRemovals);
		return { items, state: opened.succeed(after, !result.changesSince, items !== null) };
	} catch (error) {
		opened.fail(changesSince === undefined);
		const { field = '' } = changesSince ?? {};
		throw withFacts(error, changesSince && { purpose: { action: 'readChanges', field } });
	}
}

/** Returns a sample: the first record with a milestone in Trigger On or else the first record, as if just added. */
export async function sampleOf(poll: Poll) {
	const milestones = MILESTONES.filter((event) => poll.compared.triggerOn.has(event));
	const triggerOn = new Set<TriggerEvent>(milestones.length > 0 ? milestones : ['added']);
	const sample = { ...poll, compared: { ...poll.compared, triggerOn }, emitOnFirstRun: true };
	const result = await readWatchedList(sample, undefined, undefined, { isSample: true });
	const [first] = result.observed.keys();
	const { reported } = compare(NOTHING, result.observed, true, triggerOn, 100);
	const ofFirst = reported.filter(({ key }) => key === first);
	const { items, missingFields } = await itemsOf(poll, result, ofFirst, Date.now());
	checkOutputFields(missingFields, poll.listing.path);
	poll.client.log.write('fieldsMissing', { fields: missingFields });
	return items;
}

/** Compares the list with the remembered one. @returns the items, and the state to store unless nothing has changed */
async function composePoll(
	poll: Poll,
	before: State | undefined,
	result: PollResult,
	startedAt: number,
	checksRemovals: boolean,
) {
	const { client, compared, removalLimit } = poll;
	const { changesSince, observed } = result;
	const remembered = before?.remembered ?? NOTHING;
	const comparison = compare(
		remembered,
		observed,
		changesSince === undefined && checksRemovals,
		result.wanted,
		removalLimit,
	);
	const { reported, updated, tooManyMissing, after } = comparison;
	if (tooManyMissing > 0 && compared.triggerOn.has('removed')) {
		throw tooManyRemovals(poll, tooManyMissing, remembered.sizeBefore);
	}
	const known = remembered.records.size;
	// In a short list, editing half the records at once is plausible.
	if (known >= 20 && updated > known / 2) client.log.write('manyUpdated', { updated, known });
	const { items, columns, missingFields } = await itemsOf(poll, result, reported, startedAt);
	// Only the whole list can show that a field is missing from every record.
	if (!changesSince) client.log.write('fieldsMissing', { fields: missingFields });
	const wanted = [...compared.triggerOn];
	const facts = {
		records: result.count,
		counts: Object.fromEntries(wanted.map((event) => [event, countIn(reported, event)])),
		missing: countMissing(after),
		since: changesSince && new Date(changesSince.from * 1_000).toISOString(),
	};
	client.log.write(before === undefined ? 'firstPolled' : 'polled', facts);
	const isSame = after === remembered;
	const latest = changesSince?.latestAfter(result, isSame) ?? result.latest;
	if (changesSince && isSame && latest === before?.latest) return { items, after: undefined };
	const state: State = {
		idFields: result.idFields,
		numberFields: result.numberFields,
		remembered: after,
		latest,
		seen: result.latest,
		wholeAt: changesSince ? before?.wholeAt : new Date(startedAt).toISOString(),
		polledAt: Math.max(startedAt, (before?.polledAt ?? 0) + 1),
		...(poll.schedule.findsColumns && { columns }),
	};
	return { items, after: state };
}

/** Returns the items (`null` if there are none, so no execution starts), the columns, and the missing Output Fields. */
async function itemsOf(
	{ client, items: { labels }, listing }: Poll,
	{ idFields = [], numberFields, observed, shape }: PollResult,
	changes: ReturnType<typeof compare>['reported'],
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
