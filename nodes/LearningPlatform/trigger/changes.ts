import type { IDataObject } from 'n8n-workflow';

/** What can happen to a record between two polls. */
export type TriggerEvent = 'added' | 'updated' | 'removed';

/** A list as it is remembered: the print of each record's content by the record's key, in list order. */
export type Known = ReadonlyMap<string, string>;

/** A record that was added or updated. */
export interface Change {
	event: Exclude<TriggerEvent, 'removed'>;
	record: IDataObject;
}

/**
 * Compares a list with what is known of it, record by record as they come, and keeps only the records that
 * changed. A record that comes twice, because the list moved while it was read, counts as it came last.
 */
export class Comparison {
	private readonly read = new Map<string, string>();

	private readonly changed = new Map<string, Change>();

	private found = 0;

	/** @param wanted the events that will be asked for; the records of others are not kept */
	constructor(
		private readonly known: Known,
		private readonly wanted: ReadonlySet<TriggerEvent>,
	) {}

	add(key: string, print: string, record: IDataObject): void {
		const before = this.known.get(key);
		if (before !== undefined && !this.read.has(key)) this.found += 1;
		this.read.set(key, print);
		const event = before === undefined ? 'added' : 'updated';
		if (before !== print && this.wanted.has(event)) this.changed.set(key, { event, record });
		else this.changed.delete(key);
	}

	/** How many known records have not come. */
	get missing(): number {
		return this.known.size - this.found;
	}

	/** The list as it was read: what is known from now on. */
	get list(): Known {
		return this.read;
	}

	/** The keys of the known records that did not come, in the order they had. */
	removed(): string[] {
		if (!this.wanted.has('removed') || this.missing === 0) return [];
		return [...this.known.keys()].filter((key) => !this.read.has(key));
	}

	/** What happened to the records that came: updated ones first, then added ones, each in list order. */
	changes(): Change[] {
		const changes = [...this.changed.values()];
		const of = (wanted: TriggerEvent) => changes.filter(({ event }) => event === wanted);
		return [...of('updated'), ...of('added')];
	}
}
