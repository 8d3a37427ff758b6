import { indexInId, type Generate, type ListRecord } from './records/world';

const LONGEST_SEARCH = 20_000;

/** Up to this length a list keeps its records, since tests read short lists again and again. */
const LONGEST_KEPT = 500;

/**
 * One list of the service: generated records, addressed by position, with the edits laid over them.
 * Nothing is held for the records of a long list that were never edited, so a million of them cost no memory.
 */
export class RecordList {
	/** Moves with every edit; pages read under another revision are out of date. */
	revision = 0;

	private readonly edited = new Map<number, ListRecord>();

	private readonly kept: ListRecord[] = [];

	private nextIndex: number;

	/** Numbers of the generated records; absent while they are still 0, 1, 2, ... */
	private order?: number[];

	constructor(
		private readonly generate: Generate,
		private readonly generated: number,
	) {
		this.nextIndex = generated;
	}

	get length(): number {
		return this.order ? this.order.length : this.generated;
	}

	*[Symbol.iterator](): Generator<ListRecord> {
		for (let position = 0; position < this.length; position++) yield this.at(position);
	}

	/** The record at a position below `length`. */
	at(position: number): ListRecord {
		return this.byIndex(this.order?.[position] ?? position);
	}

	/** The same as a copy that may be changed. */
	copyAt(position: number): ListRecord {
		return structuredClone(this.at(position));
	}

	/** Position of the record with this `_id`, or -1. */
	positionOf(id: string): number {
		const index = this.indexOf(id);
		return index === -1 || !this.order ? index : this.order.indexOf(index);
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

	/** @param change of the numbers of the records, in list order. */
	rearrange(change: (order: number[]) => unknown): void {
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
		for (const [index, record] of this.edited) if (record._id === id) return index;
		const isGenerated = (index: number): boolean =>
			index >= 0 && index < this.generated && this.byIndex(index)._id === id;
		const index = indexInId(id);
		if (isGenerated(index)) return index;
		// IDs that do not carry their index, such as texts and those of other lists.
		if (this.generated > LONGEST_SEARCH) return -1;
		for (let at = 0; at < this.generated; at++) if (isGenerated(at)) return at;
		return -1;
	}

	private write(index: number, record: ListRecord): void {
		this.edited.set(index, record);
		this.revision++;
	}
}
