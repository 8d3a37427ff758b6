import { MILESTONES } from '../catalog/completions';

/** What can happen to a record itself. */
export const CHANGES = ['removed', 'updated', 'added'] as const;

/** What a poll reports, in the order in which it does. */
export const EVENTS = [...CHANGES, ...MILESTONES] as const;

export type TriggerEvent = (typeof EVENTS)[number];

/** How much a poll knows and asks for: nothing yet, the whole list, or what has changed since the last one. */
export type Mode = 'first' | 'whole' | 'changes';

/** A list as it is remembered between two polls. */
export interface Remembered {
	/** By the key of each record, in list order. */
	records: ReadonlyMap<string, Entry>;
	/** The keys of the milestones that were told, or reached before the first poll. They stay, so that none is told twice. */
	milestones: ReadonlySet<string>;
}

interface Entry {
	/** Of the contents. */
	hash: string;
	/** Whether the last reading of the whole list lacked the record. When the next one does, too, it is removed. */
	isMissing: boolean;
}

export const NOTHING: Remembered = { records: new Map(), milestones: new Set() };

/** What is told once, however often its record changes afterwards. */
export interface Milestone {
	event: (typeof MILESTONES)[number];
	/** One for all records that show the same milestone. */
	key: string;
}

/** What a poll sees of a record. */
export interface Seen {
	/** Of the contents; `undefined` where milestones are all that is asked for. */
	hash?: string | undefined;
	milestone?: Milestone | undefined;
}

export interface Change {
	event: TriggerEvent;
	key: string;
}

/** What the whole list lacks and what is new in it, whether or not anybody asked for it. */
export interface Difference {
	changes: Change[];
	/** The remembered records that a reading of the whole list lacks, those that are removed included. */
	absent: string[];
	/** How many records two readings have lacked, if they are too many to be removed. */
	doubted: number;
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
 * Compares a reading with what is remembered.
 *
 * @param removalLimit how many of the remembered records, in percent, may be removed at once
 * @param believesMissing whether a record that was missing before, and is missing now, is removed
 */
export function diff(
	remembered: Remembered,
	read: ReadonlyMap<string, Seen>,
	mode: Mode,
	{ removalLimit, believesMissing = true }: { removalLimit: number; believesMissing?: boolean },
): Difference {
	const changes: Change[] = [];
	const reached = new Set<string>();
	for (const [key, seen] of read) {
		for (const event of eventsOf(key, seen, remembered)) {
			// Of several records that show one milestone, the first one tells it.
			const { milestone } = seen;
			const isAgain = event === milestone?.event && reached.has(milestone.key);
			if (!isAgain) changes.push({ event, key });
		}
		if (seen.milestone) reached.add(seen.milestone.key);
	}
	const { records } = remembered;
	// A record that did not change may still be there.
	const absent = mode === 'changes' ? [] : [...records.keys()].filter((key) => !read.has(key));
	const again = absent.filter((key) => believesMissing && records.get(key)?.isMissing);
	const most = Math.max(ALWAYS_BELIEVED, (records.size * removalLimit) / 100);
	const isBelieved = removalLimit >= 100 || again.length <= most;
	if (isBelieved) changes.push(...again.map((key) => ({ event: 'removed' as const, key })));
	return { changes, absent, doubted: isBelieved ? 0 : again.length };
}

/** The changes that are told: removals, updates, additions, milestones, each in list order. */
export function select({ changes }: Difference, wanted: ReadonlySet<TriggerEvent>): Change[] {
	return EVENTS.filter((event) => wanted.has(event)).flatMap((wantedEvent) =>
		changes.filter(({ event }) => event === wantedEvent),
	);
}

/** What is remembered after a poll: the same object as before when it has found nothing new. */
export function remember(
	before: Remembered,
	read: ReadonlyMap<string, Seen>,
	{ changes, absent }: Difference,
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
	const removed = new Set(changes.filter(({ event }) => event === 'removed').map(({ key }) => key));
	for (const key of absent.filter((key) => !removed.has(key))) {
		records.set(key, { hash: before.records.get(key)?.hash ?? '', isMissing: true });
	}
	return { records, milestones };
}

/** How many records the last reading of the whole list lacked. */
export function countMissing({ records }: Remembered): number {
	return [...records.values()].filter(({ isMissing }) => isMissing).length;
}
