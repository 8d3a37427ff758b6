import type { IDataObject } from 'n8n-workflow';

import type { MILESTONES } from '../catalog/completions';
import { EVENTS, type TriggerEvent } from './events';

/** The part of a list that is remembered between polls. */
export interface Remembered {
	/** By key, in list order. A missing record counts as removed if the next full read does not find it either. */
	records: ReadonlyMap<string, { hash: string; isMissing: boolean }>;
	/** The number of records before any went missing. Removal Limit is a percentage of this number. */
	sizeBefore: number;
	/** The keys of milestones that were reported or that learners reached before the first poll. Never deleted. */
	milestones: ReadonlySet<string>;
}

export const NOTHING: Remembered = { records: new Map(), sizeBefore: 0, milestones: new Set() };

/** The part of a record that a poll compares. */
export interface Observation {
	/** A hash of the contents; `undefined` if Trigger On has only milestones. */
	hash?: string | undefined;
	milestone?: { event: (typeof MILESTONES)[number]; key: string } | undefined;
	/** Kept only if it is reported: keeping all records would use too much memory. */
	record?: IDataObject;
}

/** This many removals are always accepted: half of a short list can disappear legitimately. */
const ALWAYS_ACCEPTED = 10;

/** Compares a record with the remembered list and returns its events. */
export function eventsOf(
	key: string,
	{ hash, milestone }: Observation,
	{ records, milestones }: Pick<Remembered, 'records' | 'milestones'>,
): TriggerEvent[] {
	const events: TriggerEvent[] = [];
	const before = records.get(key);
	if (hash !== undefined && before?.hash !== hash) events.push(before ? 'updated' : 'added');
	if (milestone && !milestones.has(milestone.key)) events.push(milestone.event);
	return events;
}

/**
 * Returns true if at least half of the observed or of the remembered records are in both: then the list is still the
 * same company's, because companies never share an ID. If nothing is remembered, nothing speaks against it.
 */
export function isSameList(
	{ records, milestones }: Remembered,
	observed: ReadonlyMap<string, Observation>,
): boolean {
	const known = [...observed].filter(
		([key, { milestone }]) => records.has(key) || milestones.has(milestone?.key ?? ''),
	);
	const remembered = records.size || milestones.size;
	const size = Math.min(observed.size, remembered);
	return remembered === 0 || (known.length > 0 && known.length >= size / 2);
}

/**
 * Compares the observed records with the remembered ones.
 *
 * @param isWhole true if an absent record may be gone
 * @param wanted the events to report
 * @param removalLimit as a percentage
 */
export function compare(
	before: Remembered,
	observed: ReadonlyMap<string, Observation>,
	isWhole: boolean,
	wanted: ReadonlySet<TriggerEvent>,
	removalLimit: number,
) {
	const { records, sizeBefore, milestones } = before;
	const changes: { event: TriggerEvent; key: string }[] = [];
	// If several records share a milestone, only the first is reported.
	const reached = { records, milestones: new Set(milestones) };
	for (const [key, observation] of observed) {
		for (const event of eventsOf(key, observation, reached)) changes.push({ event, key });
		if (observation.milestone) reached.milestones.add(observation.milestone.key);
	}
	const absent = isWhole ? [...records].filter(([key]) => !observed.has(key)) : [];
	const gone = absent.filter(([, { isMissing }]) => isMissing);
	const maxRemovals = Math.max(ALWAYS_ACCEPTED, (sizeBefore * removalLimit) / 100);
	const isOverLimit = removalLimit < 100 && gone.length > maxRemovals;
	const removed = new Set(isOverLimit ? [] : gone);
	for (const [key] of removed) changes.push({ event: 'removed', key });
	const missing = absent.filter((entry) => !removed.has(entry));
	const isBack = (key: string) => records.get(key)?.isMissing;
	const isSame = !isWhole && changes.length === 0 && ![...observed.keys()].some(isBack);
	return {
		/** The wanted changes, sorted by event (as in EVENTS) and then in list order. */
		reported: changes
			.filter(({ event }) => wanted.has(event))
			.sort((a, b) => EVENTS.indexOf(a.event) - EVENTS.indexOf(b.event)),
		updated: changes.filter(({ event }) => event === 'updated').length,
		/** The number of records missing from two full reads if there are too many to report as removed; otherwise 0. */
		tooManyMissing: isOverLimit ? gone.length : 0,
		/** The list to remember: the same object if nothing has changed. */
		after: isSame ? before : remember(before, observed, missing, isWhole, isOverLimit),
	};
}

/** @param missing the records that are absent, but still remembered */
function remember(
	before: Remembered,
	observed: ReadonlyMap<string, Observation>,
	missing: Iterable<readonly [string, { hash: string }]>,
	isWhole: boolean,
	isOverLimit: boolean,
): Remembered {
	const records = new Map(isWhole ? [] : before.records);
	const milestones = new Set(before.milestones);
	for (const [key, { hash, milestone }] of observed) {
		if (hash !== undefined) records.set(key, { hash, isMissing: false });
		if (milestone) milestones.add(milestone.key);
	}
	// A missing record makes the next poll read the whole list, so above the limit, they all count as present.
	for (const [key, { hash }] of missing) records.set(key, { hash, isMissing: !isOverLimit });
	const sizeBefore = isWhole ? before.records.size : before.sizeBefore;
	return { records, sizeBefore, milestones };
}

export const countMissing = ({ records }: Remembered) =>
	[...records.values()].filter(({ isMissing }) => isMissing).length;
