import type { IDataObject } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';

/** What can happen to a record itself. */
export const CHANGES = ['removed', 'updated', 'added'] as const;

/** What a poll reports, in the order in which it does. */
export const EVENTS = [...CHANGES, ...MILESTONES] as const;

export type TriggerEvent = (typeof EVENTS)[number];

/** What was read: only what has changed, or the whole list, for the `first` time in this process or again. */
export type Mode = 'changes' | 'first' | 'whole';

/** A list as it is remembered between two polls. */
export interface Remembered {
	/**
	 * By the key of each record, in list order: the hash of its contents, and whether the last reading of the whole list
	 * lacked it. When the next one does, too, it is removed.
	 */
	records: ReadonlyMap<string, { hash: string; isMissing: boolean }>;
	/** The keys of the milestones that were told, or reached before the first poll. They stay, so that none is told twice. */
	milestones: ReadonlySet<string>;
}

export const NOTHING: Remembered = { records: new Map(), milestones: new Set() };

/** What a poll sees of a record. */
export interface Seen {
	/** Of the contents; `undefined` where milestones are all that is asked for. */
	hash?: string | undefined;
	/** What is told once, by a key that all records have that show the same. */
	milestone?: { event: (typeof MILESTONES)[number]; key: string } | undefined;
	/** Only where it is told: all records would fill the memory. */
	record?: IDataObject;
}

export interface Change {
	event: TriggerEvent;
	key: string;
}

/** Up to this many removals are always believed, because half of a short list is soon gone. */
const ALWAYS_BELIEVED = 10;

/** What has happened to one record since it was remembered. */
export function eventsOf(
	key: string,
	{ hash, milestone }: Seen,
	{ records, milestones }: Remembered,
): TriggerEvent[] {
	const events: TriggerEvent[] = [];
	const before = records.get(key);
	if (hash !== undefined && before?.hash !== hash) events.push(before ? 'updated' : 'added');
	if (milestone && !milestones.has(milestone.key)) events.push(milestone.event);
	return events;
}

/**
 * Compares a reading with what is remembered, whatever is asked for.
 *
 * @param removalLimit how many of the remembered records, in percent, may be removed at once
 */
export function diff(
	{ records, milestones }: Remembered,
	read: ReadonlyMap<string, Seen>,
	mode: Mode,
	removalLimit: number,
) {
	const changes: Change[] = [];
	// Of several records that show one milestone, the first one tells it.
	const known = { records, milestones: new Set(milestones) };
	for (const [key, seen] of read) {
		for (const event of eventsOf(key, seen, known)) changes.push({ event, key });
		if (seen.milestone) known.milestones.add(seen.milestone.key);
	}
	// A record that did not change may still be there.
	const absent = mode === 'changes' ? [] : [...records].filter(([key]) => !read.has(key));
	// The state that a new process begins with may be days old, and a record may have been back since.
	const gone = absent.filter(([, { isMissing }]) => mode === 'whole' && isMissing);
	const most = Math.max(ALWAYS_BELIEVED, (records.size * removalLimit) / 100);
	const isDoubted = removalLimit < 100 && gone.length > most;
	const removed = new Set(isDoubted ? [] : gone);
	for (const [key] of removed) changes.push({ event: 'removed', key });
	// What is doubted is as good as there: two further readings have to lack it.
	const missing = absent
		.filter((entry) => !removed.has(entry))
		.map(([key, { hash }]) => [key, { hash, isMissing: !isDoubted }] as const);
	return {
		changes,
		/** The records that stay remembered, although a reading of the whole list lacks them. */
		missing,
		/** How many records two readings have lacked, if they are too many to be removed. */
		doubted: isDoubted ? gone.length : 0,
	};
}

/** The changes that are told: removals, updates, additions, milestones, each in list order. */
export function select(
	{ changes }: ReturnType<typeof diff>,
	wanted: ReadonlySet<TriggerEvent>,
): Change[] {
	return EVENTS.filter((event) => wanted.has(event)).flatMap((wantedEvent) =>
		changes.filter(({ event }) => event === wantedEvent),
	);
}

/** What is remembered after a poll: the same object as before when it has found nothing new. */
export function remember(
	before: Remembered,
	read: ReadonlyMap<string, Seen>,
	{ changes, missing }: ReturnType<typeof diff>,
	mode: Mode,
): Remembered {
	const isBack = (key: string) => before.records.get(key)?.isMissing;
	const isSame = mode === 'changes' && changes.length === 0 && ![...read.keys()].some(isBack);
	if (isSame) return before;
	const records = new Map(mode === 'changes' ? before.records : []);
	const milestones = new Set(before.milestones);
	for (const [key, { hash, milestone }] of read) {
		if (hash !== undefined) records.set(key, { hash, isMissing: false });
		if (milestone) milestones.add(milestone.key);
	}
	for (const [key, entry] of missing) records.set(key, entry);
	return { records, milestones };
}

/** How many records the last reading of the whole list lacked. */
export function countMissing({ records }: Remembered): number {
	return [...records.values()].filter(({ isMissing }) => isMissing).length;
}
