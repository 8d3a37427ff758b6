import type { IDataObject } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';

/** What can happen to a record itself. */
export const CHANGES = ['removed', 'updated', 'added'] as const;

/** What a poll reports, in this order. */
export const EVENTS = [...CHANGES, ...MILESTONES] as const;

export type TriggerEvent = (typeof EVENTS)[number];

/** A list as it is remembered between two polls. */
export interface Remembered {
	/**
	 * By the key of each record, in list order: the hash of its contents, and whether it was absent when the whole list
	 * was last read. When it is absent again, it is removed.
	 */
	records: ReadonlyMap<string, { hash: string; isMissing: boolean }>;
	/** How many records were remembered before those missing went missing: Removal Limit is a share of them. */
	sizeBefore: number;
	/** The keys of the milestones reported, or reached before the first poll. They stay, so that none is reported twice. */
	milestones: ReadonlySet<string>;
}

export const NOTHING: Remembered = { records: new Map(), sizeBefore: 0, milestones: new Set() };

/** What a poll compares of a record with what is remembered. */
export interface Observation {
	/** Of the contents; `undefined` if Trigger On has only milestones. */
	hash?: string | undefined;
	/** Reported once for each key. */
	milestone?: { event: (typeof MILESTONES)[number]; key: string } | undefined;
	/** Only if it is reported: all records would fill the memory. */
	record?: IDataObject;
}

export interface Change {
	event: TriggerEvent;
	key: string;
}

/** Up to this many removals are always believed: half of a short list is soon gone. */
const ALWAYS_BELIEVED = 10;

/** Returns what has happened to one record since it was remembered. */
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
 * Compares the observed records with those remembered, whatever Trigger On is.
 *
 * @param isWhole whether the whole list was read, and not only its changes
 * @param removalLimit how many of the remembered records, in percent, may be removed at once
 */
export function diff(
	{ records, sizeBefore, milestones }: Remembered,
	observed: ReadonlyMap<string, Observation>,
	isWhole: boolean,
	removalLimit: number,
) {
	const changes: Change[] = [];
	// The first of several records with the same milestone reports it.
	const reached = { records, milestones: new Set(milestones) };
	for (const [key, observation] of observed) {
		for (const event of eventsOf(key, observation, reached)) changes.push({ event, key });
		if (observation.milestone) reached.milestones.add(observation.milestone.key);
	}
	const absent = isWhole ? [...records].filter(([key]) => !observed.has(key)) : [];
	const gone = absent.filter(([, { isMissing }]) => isMissing);
	const most = Math.max(ALWAYS_BELIEVED, (sizeBefore * removalLimit) / 100);
	const isDoubted = removalLimit < 100 && gone.length > most;
	const removed = new Set(isDoubted ? [] : gone);
	for (const [key] of removed) changes.push({ event: 'removed', key });
	return {
		changes,
		/** The absent records that stay remembered. */
		missing: absent.filter((entry) => !removed.has(entry)),
		/** How many records were absent twice, if they are too many to be removed. */
		doubted: isDoubted ? gone.length : 0,
	};
}

/** Returns the changes to report: removals, updates, additions, milestones, each in list order. */
export function select(
	{ changes }: ReturnType<typeof diff>,
	wanted: ReadonlySet<TriggerEvent>,
): Change[] {
	return changes
		.filter(({ event }) => wanted.has(event))
		.sort((a, b) => EVENTS.indexOf(a.event) - EVENTS.indexOf(b.event));
}

/** Returns what to remember after a poll: the same object if it has found nothing new. */
export function remember(
	before: Remembered,
	observed: ReadonlyMap<string, Observation>,
	{ changes, missing, doubted }: ReturnType<typeof diff>,
	isWhole: boolean,
): Remembered {
	const isBack = (key: string) => before.records.get(key)?.isMissing;
	if (!isWhole && changes.length === 0 && ![...observed.keys()].some(isBack)) return before;
	const records = new Map(isWhole ? [] : before.records);
	const milestones = new Set(before.milestones);
	for (const [key, { hash, milestone }] of observed) {
		if (hash !== undefined) records.set(key, { hash, isMissing: false });
		if (milestone) milestones.add(milestone.key);
	}
	for (const [key, { hash }] of missing) records.set(key, { hash, isMissing: true });
	const sizeBefore = isWhole && doubted === 0 ? before.records.size : before.sizeBefore;
	return { records, sizeBefore, milestones };
}

export function countIn(changes: readonly Change[], wanted: TriggerEvent): number {
	return changes.filter(({ event }) => event === wanted).length;
}

/** Counts the records that were absent when the whole list was last read. */
export function countMissing({ records }: Remembered): number {
	return [...records.values()].filter(({ isMissing }) => isMissing).length;
}
