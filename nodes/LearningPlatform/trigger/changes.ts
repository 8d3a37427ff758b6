import type { IDataObject } from 'n8n-workflow';

/** What can happen to a record between two polls. */
export type TriggerEvent = 'added' | 'completed' | 'updated' | 'removed';

/** A list as it is remembered between two polls. */
export interface Known {
	/** The hash of each record's content by the record's key, in list order. */
	hashes: ReadonlyMap<string, string>;
	/** The records that the last reading lacked: when the next one lacks them as well, they are removed. */
	missing: ReadonlySet<string>;
	/** The records that a refresh has still to report. */
	due: ReadonlySet<string>;
	/** What was completed, by keys of its own. It stays, so that nothing counts as completed twice. */
	completed: ReadonlySet<string>;
	/** What was removed after the refresh under way had reported it: rows of it may have the stamp of the refresh. */
	gone: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = {
	hashes: new Map(),
	missing: new Set(),
	due: new Set(),
	completed: new Set(),
	gone: new Set(),
};

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
	/**
	 * Whether a record that is not known was there at the first poll, as its date tells; `undefined` when that tells
	 * nothing. Given as long as no later poll has agreed with the first one.
	 */
	wasThere?: ((record: IDataObject) => boolean | undefined) | undefined;
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
const ORDER: Change['event'][] = ['removed', 'updated', 'added', 'completed', 'refreshed'];

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
	const { wanted, refresh, maxEvents, removalLimit, isPart = false, wasThere } = reporting;
	const toRefresh = refresh === 'begins' ? new Set(known.hashes.keys()) : known.due;
	/** The content hashes of all records that were read, in list order. */
	const read = new Map<string, string>();
	const changed = new Map<string, Change>();
	/** What may have been there at the first poll, by what its date tells. */
	const earlier = { dated: new Set<string>(), undated: new Set<string>() };
	/** What was there at the first poll, which has overlooked it. */
	const overlooked = new Set<string>();
	/** What this reading finds completed, by the record that shows it: the first one, if several do. */
	const completions = new Map<string, string>();
	const completed = new Set(known.completed);

	/** What is to be reported of a record that was read. */
	function eventOf(key: string, contentHash: string): Change['event'] | undefined {
		const before = known.hashes.get(key);
		// Whatever else has happened to it, somebody waits for this one.
		const isCompleted = completions.has(key) && !overlooked.has(key);
		if (isCompleted && wanted.has('completed')) return 'completed';
		if (refresh === 'begins' || toRefresh.has(key)) return 'refreshed';
		if (overlooked.has(key)) return undefined;
		if (before === undefined) {
			if (wanted.has('added')) return 'added';
			// Its row would have no stamp of the refresh, and count as one of a record that is gone.
			return refresh === 'goesOn' ? 'refreshed' : undefined;
		}
		return before !== contentHash && wanted.has('updated') ? 'updated' : undefined;
	}

	/** A few old records may begin to match a filter; many are what an outage has hidden from the first poll. */
	function noteOverlooked(): void {
		const { dated, undated } = earlier;
		const { size } = known.hashes;
		if (!isBelievable(dated.size, size, 0)) dated.forEach((key) => overlooked.add(key));
		if (!isBelievable(undated.size, size, removalLimit))
			undated.forEach((key) => overlooked.add(key));
	}

	return {
		/** @param completion what the record shows to be completed */
		add(key: string, contentHash: string, record: IDataObject, completion?: string): void {
			read.set(key, contentHash);
			if (completion !== undefined && !completed.has(completion)) {
				completed.add(completion);
				completions.set(key, completion);
			}
			if (wasThere && !known.hashes.has(key)) {
				const answer = wasThere(record);
				earlier.dated[answer === true ? 'add' : 'delete'](key);
				earlier.undated[answer === undefined ? 'add' : 'delete'](key);
			}
			const event = eventOf(key, contentHash);
			const isKept = changed.has(key) || changed.size < maxEvents;
			if (event && isKept) changed.set(key, { event, key, record });
			else changed.delete(key);
		},

		/** Ends the reading, which must be complete; call it once. */
		finish() {
			noteOverlooked();
			/** How many records were read. */
			const records = read.size;
			const { unread, removed, doubted } = lackedBy(read, known, { isPart, removalLimit });
			const removals = wanted.has('removed') ? [...removed] : [];
			const changes = [
				...removals.map((key): Change => ({ event: 'removed', key })),
				...[...changed.values()].filter(({ key }) => !overlooked.has(key)),
			]
				.sort((a, b) => ORDER.indexOf(a.event) - ORDER.indexOf(b.event))
				.slice(0, maxEvents);
			const reported = new Set(changes.map(({ key }) => key));
			/** What the next readings find again. */
			const waiting = new Map<string, Change['event']>();
			for (const [key, contentHash] of read) {
				const event = reported.has(key) ? undefined : eventOf(key, contentHash);
				if (event) waiting.set(key, event);
				if (event === 'completed') completed.delete(completions.get(key) ?? '');
			}
			for (const key of removals) if (!reported.has(key)) waiting.set(key, 'removed');
			/** Whether a part of the list has shown nothing that was not known. */
			const isSame =
				isPart &&
				completions.size === 0 &&
				[...read].every(
					([key, contentHash]) =>
						known.hashes.get(key) === contentHash && !known.missing.has(key) && !known.due.has(key),
				);
			/** Whether no other records are in the list than in the last reading. */
			const isAgreed = overlooked.size === 0 && unread.every((key) => known.missing.has(key));
			/** How many records are new. */
			const added = records - (known.hashes.size - unread.length);
			const gone = new Set([...removed].filter((key) => !waiting.has(key)));
			const marks = remember(known, read, { waiting, gone, unread, toRefresh, isPart });
			const isBack = (key: string) => marks.hashes.has(key) && !marks.due.has(key);
			// A row of what was not reported yet has an older stamp, or there is none.
			const told = [...known.gone, ...[...gone].filter((key) => !known.due.has(key))];
			const goneSince = refresh === 'goesOn' ? told.filter((key) => !isBack(key)) : [];
			const next = { ...marks, completed, gone: new Set(goneSince) };
			const counts = { records, added, doubted, overlooked: overlooked.size, left: waiting.size };
			const isWhole = refresh === 'goesOn' && !isPart;
			const isSwept = isWhole && endsRefresh(known, { ...counts, known: next }, removalLimit);
			return { ...counts, changes, isSame, isAgreed, isSwept, known: next };
		},
	};
}

/**
 * What a reading lacks of what is known: `removed` when the last one lacked it, too, and `doubted` says how many there
 * are when these are too many to be believed.
 */
function lackedBy(
	read: ReadonlyMap<string, string>,
	{ hashes, missing }: Known,
	{ isPart, removalLimit }: { isPart: boolean; removalLimit: number },
) {
	const unread = [...hashes.keys()].filter((key) => !read.has(key));
	const again = isPart ? [] : unread.filter((key) => missing.has(key));
	const isBelieved = isBelievable(again.length, hashes.size, removalLimit);
	return { unread, removed: isBelieved ? again : [], doubted: isBelieved ? 0 : again.length };
}

/**
 * Whether a refresh that goes on has ended with this poll, so that rows with an older stamp can go: all of it was
 * reported by earlier polls, and this one agrees with them. It lacks none of their records, and has not found more
 * others than may have been added since: an outage must not sweep a table.
 *
 * @param found the list after this poll: how many records are new, and how many events are left to report
 * @param removalLimit in percent of the known records
 */
function endsRefresh(
	before: Known,
	found: { known: Known; left: number; added: number },
	removalLimit: number,
): boolean {
	return (
		before.due.size === 0 &&
		found.left === 0 &&
		found.known.missing.size === 0 &&
		isBelievable(found.added, before.hashes.size, removalLimit)
	);
}

/**
 * What is known from a reading on: of an event that waits as much as before, so that the next reading finds it again.
 *
 * @param read is changed
 * @param found.gone what was removed, and waits no more
 * @param found.unread what is known and was not read; of a part of the list nothing follows from that
 */
function remember(
	known: Known,
	read: Map<string, string>,
	found: {
		waiting: ReadonlyMap<string, Change['event']>;
		gone: ReadonlySet<string>;
		unread: string[];
		toRefresh: ReadonlySet<string>;
		isPart: boolean;
	},
): Pick<Known, 'hashes' | 'missing' | 'due'> {
	const { waiting, gone, unread, toRefresh, isPart } = found;
	const missing = new Set<string>();
	const due = new Set<string>();
	for (const [key, event] of waiting) {
		if (event === 'refreshed' || toRefresh.has(key)) due.add(key);
		const before = event === 'refreshed' ? read.get(key) : known.hashes.get(key);
		if (before === undefined) read.delete(key);
		else read.set(key, before);
	}
	for (const key of unread) {
		if (gone.has(key)) continue;
		read.set(key, known.hashes.get(key) ?? '');
		if (!isPart || known.missing.has(key)) missing.add(key);
		if (toRefresh.has(key)) due.add(key);
	}
	return { hashes: read, missing, due };
}
