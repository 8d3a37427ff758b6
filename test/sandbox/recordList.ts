import { indexInId, type Generate, type ListRecord } from './records/world';

const LONGEST_SEARCH = 20_000;

/** Lists up to this length keep their records because tests read short lists often. */
const LONGEST_KEPT = 500;

/**
 * A list of generated records with edits on top. A long list keeps only edited records, so even a million records take
 * little memory.
 */
export class RecordList {
	/** Increases with every edit, which makes cached pages of earlier revisions stale. */
	revision = 0;

	private readonly edited = new Map<number, ListRecord>();

	/** The indexes of edited records, by `_id`. */
	private readonly editedIds = new Map<string, number>();

	private readonly kept: ListRecord[] = [];

	private nextIndex: number;

	/** The records' indexes in list order; absent while they are still 0, 1, 2, ... */
	private order?: number[];

	/** Earlier states that the next reads still show, from the oldest. */
	private past: { state: RecordList; reads: number }[] = [];

	/** @param lag returns how many reads must not show the current edit */
	constructor(
		private readonly generate: Generate,
		private readonly generated: number,
		private readonly lag = () => 0,
	) {
		this.nextIndex = generated;
	}

	get length(): number {
		return this.order ? this.order.length : this.generated;
	}

	*[Symbol.iterator](): Generator<ListRecord> {
		for (let position = 0; position < this.length; position++) yield this.at(position);
	}

	/** Returns the record at a position from 0 to `length - 1`. */
	at(position: number): ListRecord {
		return this.byIndex(this.order?.[position] ?? position);
	}

	copyAt(position: number): ListRecord {
		return structuredClone(this.at(position));
	}

	/** Returns the position of the record with this `_id`, or -1. */
	positionOf(id: string): number {
		const index = this.indexOf(id);
		if (index === -1 || !this.order) return index;
		// Unless records moved up, a record is at its index or a little before.
		const position = this.order.lastIndexOf(index, index);
		return position === -1 ? this.order.indexOf(index, index) : position;
	}

	/** Counts a read of the list, and returns the state that the read shows. */
	read(): RecordList {
		const { state } = this.past[0] ?? { state: this };
		for (const one of this.past) one.reads--;
		this.past = this.past.filter(({ reads }) => reads > 0);
		return state;
	}

	insert(position: number, changes: Partial<ListRecord>): ListRecord {
		const index = this.nextIndex++;
		const record = { ...this.generate(index), ...changes };
		this.write(index, record);
		this.rearrange((order) => order.splice(position, 0, index));
		return record;
	}

	put(position: number, record: ListRecord): void {
		this.write(this.order?.[position] ?? position, record);
	}

	/** @param change a function that edits the array of record indexes, which is in list order */
	rearrange(change: (order: number[]) => unknown): void {
		this.keepPast();
		this.order ??= Array.from({ length: this.generated }, (_, index) => index);
		change(this.order);
		this.revision++;
	}

	private byIndex(index: number): ListRecord {
		const edited = this.edited.get(index);
		if (edited) return edited;
		if (this.generated > LONGEST_KEPT) return this.generate(index);
		return (this.kept[index] ??= this.generate(index));
	}

	private indexOf(id: string): number {
		const edited = this.editedIds.get(id) ?? -1;
		if (this.edited.get(edited)?._id === id) return edited;
		const isGenerated = (index: number): boolean =>
			index >= 0 && index < this.generated && this.byIndex(index)._id === id;
		const index = indexInId(id);
		if (isGenerated(index)) return index;
		// Plain-text IDs and IDs from other lists contain no index.
		if (this.generated > LONGEST_SEARCH) return -1;
		for (let at = 0; at < this.generated; at++) if (isGenerated(at)) return at;
		return -1;
	}

	private write(index: number, record: ListRecord): void {
		this.keepPast();
		this.keep(index, record);
		this.revision++;
	}

	private keep(index: number, record: ListRecord): void {
		this.edited.set(index, record);
		this.editedIds.set(record._id, index);
	}

	/** Keeps the current state for as many reads as the current edit must not show in. */
	private keepPast(): void {
		const reads = this.lag();
		// Without a read since the last edit, that edit's state is the state to show.
		if (reads === 0 || this.past.at(-1)?.reads === reads) return;
		const state = new RecordList(this.generate, this.generated);
		for (const [index, record] of this.edited) state.keep(index, record);
		if (this.order) state.order = [...this.order];
		this.past.push({ state, reads });
	}
}
