import type { IDataObject } from 'n8n-workflow';

/** What can happen to a record between two polls. */
export type TriggerEvent = 'added' | 'updated' | 'removed';

/** A list as it is remembered between two polls. */
export interface Known {
	/** The hash of each record's content by the record's key, in list order. */
	hashes: ReadonlyMap<string, string>;
	/** The records that the last reading lacked: when the next one lacks them as well, they are removed. */
	missing: ReadonlySet<string>;
	/** The records that a refresh has still to report. */
	due: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = { hashes: new Map(), missing: new Set(), due: new Set() };

/** What is reported of a list, and how much of it at once. */
export interface Reporting {
	/** The events that are reported. */
	wanted: ReadonlySet<TriggerEvent>;
	/**
	 * `begins` with this reading: every record is reported, changed or not. `goesOn` from an earlier one: so is what
	 * that one left, and what it has not seen.
	 */
	refresh: 'none' | 'begins' | 'goesOn';
	/** How many events are reported at most; the others wait for the next reading. */
	maxEvents: number;
	/** How many of the known records, in percent, may be removed at once. */
	removalLimit: number;
	/** Whether only a part of the list is read, so that a record which is not in it may still be there. */
	isPart?: boolean;
}

/** One event of a reading. */
export interface Change {
	/** `refreshed` for a record that is reported whether or not it has changed. */
	event: TriggerEvent | 'refreshed';
	key: string;
	/** Of a removed record only the key is known. */
	record?: IDataObject;
}

/** How events are sorted; those of one kind are in list order. */
const ORDER: Change['event'][] = ['removed', 'updated', 'added', 'refreshed'];

/** Fewer than these are always believed: half of a short list is soon gone. */
const ALWAYS_BELIEVED = 10;

/**
 * Whether a list may really have changed by this many records at once, or whether that is more likely a fault of the
 * service.
 *
 * @param limit in percent of the known records
 */
export function isBelievable(changed: number, known: number, limit: number): boolean {
	return limit >= 100 || changed <= Math.max(ALWAYS_BELIEVED, (known * limit) / 100);
}

/**
 * Compares a reading of a list with what is known of it, record by record as they come, and keeps only what will be
 * reported. A record that comes twice, because the list moved while it was read, counts as it came last.
 */
export function compareWith(known: Known, reporting: Reporting) {
	const { wanted, refresh, maxEvents, removalLimit, isPart = false } = reporting;
	const toRefresh = refresh === 'begins' ? new Set(known.hashes.keys()) : known.due;
	const hashes = new Map<string, string>();
	const changed = new Map<string, Change>();

	/** What is to be reported of a record that is in the list. */
	function eventOf(key: string, contentHash: string): Change['event'] | undefined {
		const before = known.hashes.get(key);
		if (refresh === 'begins' || toRefresh.has(key)) return 'refreshed';
		if (before === undefined) {
			if (wanted.has('added')) return 'added';
			// Its row would have no stamp of the refresh, and count as one of a record that is gone.
			return refresh === 'goesOn' ? 'refreshed' : undefined;
		}
		return before !== contentHash && wanted.has('updated') ? 'updated' : undefined;
	}

	/** What is known from now on: nothing of the events that wait, so that the next reading finds them again. */
	function moveOn(reported: ReadonlySet<string>, absent: string[], removed: ReadonlySet<string>) {
		const missing = new Set<string>();
		const due = new Set<string>();
		let left = 0;
		for (const [key, contentHash] of hashes) {
			const event = reported.has(key) ? undefined : eventOf(key, contentHash);
			if (event) left += 1;
			if (event === 'refreshed') due.add(key);
			if (event === 'added') hashes.delete(key);
			if (event === 'updated') hashes.set(key, known.hashes.get(key) ?? '');
		}
		for (const key of absent) {
			if (removed.has(key)) {
				if (reported.has(key) || !wanted.has('removed')) continue;
				left += 1;
			}
			hashes.set(key, known.hashes.get(key) ?? '');
			missing.add(key);
			if (toRefresh.has(key)) due.add(key);
		}
		return { known: { hashes, missing, due }, left };
	}

	/** Of records that were not read nothing new is known. */
	function keep(keys: string[], { missing, due }: Record<'missing' | 'due', Set<string>>): void {
		for (const key of keys) {
			hashes.set(key, known.hashes.get(key) ?? '');
			if (known.missing.has(key)) missing.add(key);
			if (toRefresh.has(key)) due.add(key);
		}
	}

	return {
		add(key: string, contentHash: string, record: IDataObject): void {
			hashes.set(key, contentHash);
			const event = eventOf(key, contentHash);
			const isKept = changed.has(key) || changed.size < maxEvents;
			if (event && isKept) changed.set(key, { event, key, record });
			else changed.delete(key);
		},

		/** Ends the reading, which must be complete; call it once. */
		finish() {
			const others = [...known.hashes.keys()].filter((key) => !hashes.has(key));
			const absent = isPart ? [] : others;
			const lacked = absent.filter((key) => known.missing.has(key));
			const isBelieved = isBelievable(lacked.length, known.hashes.size, removalLimit);
			const removed = new Set(isBelieved ? lacked : []);
			const removals = wanted.has('removed') ? [...removed] : [];
			const changes = [
				...removals.map((key): Change => ({ event: 'removed', key })),
				...changed.values(),
			]
				.sort((a, b) => ORDER.indexOf(a.event) - ORDER.indexOf(b.event))
				.slice(0, maxEvents);
			/** How many records were read, and how many of them are new. */
			const records = hashes.size;
			const added = records - (known.hashes.size - others.length);
			/** How many known records two readings in a row lacked, when these are too many to be believed. */
			const doubted = isBelieved ? 0 : lacked.length;
			/** Whether a part of the list has shown nothing that was not known. */
			const isSame =
				isPart &&
				[...hashes].every(
					([key, hash]) => known.hashes.get(key) === hash && !known.missing.has(key),
				);
			const reported = new Set(changes.map(({ key }) => key));
			const next = moveOn(reported, absent, removed);
			if (isPart) keep(others, next.known);
			return { changes, records, added, doubted, isSame, ...next };
		},
	};
}
