import type { IDataObject } from 'n8n-workflow';

/** What can happen to a record between two polls. */
export type TriggerEvent = 'added' | 'updated' | 'removed';

/** What is said of a record; `refreshed` of each one in the list, changed or not, when all are reported. */
export type ReportedEvent = TriggerEvent | 'refreshed';

/** A list as it is remembered: the hash of each record's content by the record's key, in list order. */
export type Known = ReadonlyMap<string, string>;

/** A record of the list that will be reported. */
export interface Change {
	event: Exclude<ReportedEvent, 'removed'>;
	record: IDataObject;
}

/**
 * Compares a list with what is known of it, record by record as they are read, and keeps only the records that
 * changed. The list may be read several times: a record is in it when one of the readings has it. A record that
 * is read twice, in two readings or because the list moved during one, counts as it was last.
 */
export class Comparison {
	private readonly read = new Map<string, string>();

	private readonly changed = new Map<string, Change>();

	private readonly foundInReading = new Set<string>();

	private found = 0;

	/**
	 * @param wanted the events that will be asked for; the records of others are not kept. `refreshed` stands in
	 * place of `added` and `updated`.
	 */
	constructor(
		readonly known: Known,
		private readonly wanted: ReadonlySet<ReportedEvent>,
	) {}

	add(key: string, contentHash: string, record: IDataObject): void {
		const before = this.known.get(key);
		if (before !== undefined) {
			if (!this.read.has(key)) this.found += 1;
			this.foundInReading.add(key);
		}
		this.read.set(key, contentHash);
		const event = this.eventOf(before, contentHash);
		if (event && this.wanted.has(event)) this.changed.set(key, { event, record });
		else this.changed.delete(key);
	}

	/** @returns how many known records this reading lacks; the next record belongs to another reading */
	endReading(): number {
		const missing = this.known.size - this.foundInReading.size;
		this.foundInReading.clear();
		return missing;
	}

	/** How many known records no reading has. */
	get missing(): number {
		return this.known.size - this.found;
	}

	/** The list as it was read: what is known from now on. */
	get list(): Known {
		return this.read;
	}

	/** How many records each event is about, whether or not it is wanted. */
	counts(): Record<TriggerEvent, number> {
		let updated = 0;
		for (const [key, contentHash] of this.read) {
			const before = this.known.get(key);
			if (before !== undefined && before !== contentHash) updated += 1;
		}
		return { added: this.read.size - this.found, updated, removed: this.missing };
	}

	/** The keys of the known records that no reading has, in the order they had. */
	removed(): string[] {
		if (!this.wanted.has('removed') || this.missing === 0) return [];
		return [...this.known.keys()].filter((key) => !this.read.has(key));
	}

	/** What to report of the records that were read: updated ones first, then added ones, each in list order. */
	changes(): Change[] {
		const changes = [...this.changed.values()];
		const of = (wanted: ReportedEvent) => changes.filter(({ event }) => event === wanted);
		return [...of('updated'), ...of('added'), ...of('refreshed')];
	}

	private eventOf(before: string | undefined, contentHash: string): Change['event'] | undefined {
		if (this.wanted.has('refreshed')) return 'refreshed';
		if (before === undefined) return 'added';
		return before === contentHash ? undefined : 'updated';
	}
}
