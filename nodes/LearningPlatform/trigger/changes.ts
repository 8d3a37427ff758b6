import type { IDataObject } from 'n8n-workflow';

/** What can happen to a record between two polls. */
export type TriggerEvent = 'added' | 'completed' | 'updated' | 'removed';

/** A list as it is remembered between two polls. */
export interface Known {
	/** The hash of each record's content by the record's key, in list order. */
	hashes: ReadonlyMap<string, string>;
	/** The records that the last reading lacked. When the next one lacks them as well, they are removed. */
	missing: ReadonlySet<string>;
	/** The records that a refresh has still to report. */
	due: ReadonlySet<string>;
	/** What was completed, by keys of its own. A key is never forgotten, so that nothing counts as completed twice. */
	completed: ReadonlySet<string>;
	/** What was removed after the present refresh had reported it. Its rows may have the stamp of that refresh. */
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
	wanted: ReadonlySet<TriggerEvent>;
	/**
	 * `begins`: this reading reports every record, changed or not. `goesOn`: this reading reports what an earlier one has
	 * left, and what that one has not seen.
	 */
	refresh: 'none' | 'begins' | 'goesOn';
	/** How many events are reported at most. The others wait for the next reading. */
	maxEvents: number;
	/** How many of the known records, in percent, may be removed at once. */
	removalLimit: number;
	/** Whether only changes are read, so that a record which is not among them may still be there. */
	onlyChanges?: boolean;
	/**
	 * Whether a record that is not known was there at the first poll: `undefined` for a record without a date. Only needed
	 * until a later poll has agreed with the first one.
	 */
	wasThere?: ((record: IDataObject) => boolean | undefined) | undefined;
}

export interface Change {
	/** `refreshed` for a record that is reported whether or not it has changed. */
	event: TriggerEvent | 'refreshed';
	key: string;
	/** Of a removed record only the key is known. */
	record?: IDataObject | undefined;
}

/** The order of events. Events of one kind are in list order. */
const ORDER: Change['event'][] = ['removed', 'updated', 'added', 'completed', 'refreshed'];

/** Up to this many changes are always believed, because half of a short list is soon gone. */
const ALWAYS_BELIEVED = 10;

/** Whether this many records may have changed at once: beyond the limit, in percent, a fault is more likely. */
function isBelievable(changed: number, known: number, limit: number): boolean {
	return limit >= 100 || changed <= Math.max(ALWAYS_BELIEVED, (known * limit) / 100);
}

/**
 * Compares a reading of a list with what is known of it, record by record as they come, and keeps only what will be
 * reported. A record that comes twice, because the list moved while it was read, counts as it came last.
 */
export function compareWith(known: Known, reporting: Reporting) {
	const { wanted, refresh, maxEvents, removalLimit, onlyChanges = false, wasThere } = reporting;
	const toRefresh = refresh === 'begins' ? new Set(known.hashes.keys()) : known.due;
	/** The content hashes of all records that were read, in list order. */
	const read = new Map<string, string>();
	/** The records of events, as many as can be reported. */
	const kept = new Map<string, IDataObject>();
	/** Of each record that is not known whether it was there at the first poll, if its date tells. */
	const ages = new Map<string, boolean | undefined>();
	/** What this reading finds completed, by the record that shows it: the first one, if several do. */
	const completions = new Map<string, string>();
	const completed = new Set(known.completed);

	function eventOf(key: string, contentHash: string): Change['event'] | undefined {
		const before = known.hashes.get(key);
		// A completion is reported once, a refresh comes again.
		if (completions.has(key) && wanted.has('completed')) return 'completed';
		if (refresh === 'begins' || toRefresh.has(key)) return 'refreshed';
		if (before === undefined) {
			if (wanted.has('added')) return 'added';
			// Its row needs the stamp of the refresh, or the sweep would delete it.
			return refresh === 'goesOn' ? 'refreshed' : undefined;
		}
		return before !== contentHash && wanted.has('updated') ? 'updated' : undefined;
	}

	/** A few old records may begin to match a filter; many are what an outage has hidden from the first poll. */
	function findOverlooked(): ReadonlySet<string> {
		const manyWith = (age: true | undefined, limit: number) => {
			const keys = [...ages.keys()].filter((key) => ages.get(key) === age);
			return isBelievable(keys.length, known.hashes.size, limit) ? [] : keys;
		};
		return new Set([...manyWith(true, 0), ...manyWith(undefined, removalLimit)]);
	}

	/** The known records that the reading lacks; `removed` were missing before, `doubted` counts them if they are too many. */
	function findAbsent() {
		const absent = [...known.hashes.keys()].filter((key) => !read.has(key));
		const again = onlyChanges ? [] : absent.filter((key) => known.missing.has(key));
		const isBelieved = isBelievable(again.length, known.hashes.size, removalLimit);
		return { absent, removed: isBelieved ? again : [], doubted: isBelieved ? 0 : again.length };
	}

	/** What is known after the reading. A record keeps its old entry as long as its event is left, to be found again. */
	function remember(absent: string[], removed: string[], left: Change[]): Known {
		const waiting = new Set(left.map(({ key }) => key));
		const gone = new Set(removed.filter((key) => !waiting.has(key)));
		const hashes = new Map(read);
		const missing = new Set<string>();
		const due = new Set<string>();
		for (const { event, key } of left) {
			if (event === 'completed') completed.delete(completions.get(key) ?? '');
			if (event === 'refreshed' || toRefresh.has(key)) due.add(key);
			const before = event === 'refreshed' ? read.get(key) : known.hashes.get(key);
			if (before === undefined) hashes.delete(key);
			else hashes.set(key, before);
		}
		for (const key of absent.filter((key) => !gone.has(key))) {
			hashes.set(key, known.hashes.get(key) ?? '');
			if (toRefresh.has(key)) due.add(key);
			// A poll for changes does not see what is missing.
			if (!onlyChanges || known.missing.has(key)) missing.add(key);
		}
		// A record that was still due has a row with an older stamp, or no row.
		const goneSince = [...known.gone, ...[...gone].filter((key) => !known.due.has(key))];
		const isBack = (key: string) => hashes.has(key) && !due.has(key);
		return {
			...{ hashes, missing, due, completed },
			gone: new Set(refresh === 'goesOn' ? goneSince.filter((key) => !isBack(key)) : []),
		};
	}

	return {
		/** @param completion what the record shows to be completed */
		add(key: string, contentHash: string, record: IDataObject, completion?: string): void {
			read.set(key, contentHash);
			if (completion !== undefined && !completed.has(completion)) {
				completed.add(completion);
				completions.set(key, completion);
			}
			if (wasThere && !known.hashes.has(key)) ages.set(key, wasThere(record));
			const isEvent = eventOf(key, contentHash) !== undefined;
			if (isEvent && (kept.has(key) || kept.size < maxEvents)) kept.set(key, record);
			else kept.delete(key);
		},

		/** Ends the reading, which must be complete; call it once. */
		finish() {
			const overlooked = findOverlooked();
			const { absent, removed, doubted } = findAbsent();
			const events: Change[] = wanted.has('removed')
				? removed.map((key) => ({ event: 'removed', key }))
				: [];
			for (const [key, contentHash] of read) {
				const event = overlooked.has(key) ? undefined : eventOf(key, contentHash);
				if (event) events.push({ event, key, record: kept.get(key) });
			}
			const changes = events
				.filter(({ event, record }) => event === 'removed' || record !== undefined)
				.sort((a, b) => ORDER.indexOf(a.event) - ORDER.indexOf(b.event))
				.slice(0, maxEvents);
			const reported = new Set(changes);
			const left = events.filter((change) => !reported.has(change));
			const next = remember(absent, removed, left);
			const isAsKnown = ([key, contentHash]: [string, string]) =>
				known.hashes.get(key) === contentHash && !known.missing.has(key) && !known.due.has(key);
			const added = read.size - (known.hashes.size - absent.length);
			return {
				...{ changes, known: next, doubted },
				...{ records: read.size, overlooked: overlooked.size, left: left.length },
				/** Whether a poll for changes has found none. */
				isSame: onlyChanges && completions.size === 0 && [...read].every(isAsKnown),
				/** Whether no other records are in the list than in the last reading. */
				isAgreed: overlooked.size === 0 && absent.every((key) => known.missing.has(key)),
				/**
				 * Whether rows with an older stamp can go: earlier polls have reported the whole refresh, and this one agrees. An
				 * outage must not sweep a table, so no record may be missing, and only a believable number may be new.
				 */
				isSwept:
					refresh === 'goesOn' &&
					!onlyChanges &&
					known.due.size === 0 &&
					left.length === 0 &&
					next.missing.size === 0 &&
					isBelievable(added, known.hashes.size, removalLimit),
			};
		},
	};
}
