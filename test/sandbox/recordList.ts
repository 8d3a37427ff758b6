import { indexInObjectId } from './records/objectId';
import type { Generate, ListRecord } from './records/record';

/**
 * One list of the service: generated records, addressed by position, with the edits laid over them.
 * Nothing is held for records that were never edited, so a million of them cost no memory.
 */
export class RecordList {
	/** Moves with every edit; pages read under another revision are out of date. */
	revision = 0;

	/** Every field that some record has or had. */
	readonly fields = new Set<string>();

	/** Record numbers in list order; absent while they are still 0, 1, 2, ... */
	private order: number[] | undefined;

	private readonly edited = new Map<number, ListRecord>();

	private nextIndex: number;

	constructor(
		private readonly generate: Generate,
		private readonly generated: number,
	) {
		this.nextIndex = generated;
		for (const field of Object.keys(generate(0))) this.fields.add(field);
	}

	get length(): number {
		return this.order ? this.order.length : this.generated;
	}

	/** The record at a position below `length`. */
	at(position: number): ListRecord {
		return this.byIndex(this.order?.[position] ?? position);
	}

	/** The same as a copy that may be changed. */
	copyAt(position: number): ListRecord {
		const index = this.order?.[position] ?? position;
		const edited = this.edited.get(index);
		return edited ? structuredClone(edited) : this.generate(index);
	}

	/** Position of the record with this `_id`, or -1. */
	positionOf(id: string): number {
		const index = this.indexOf(id);
		if (index === -1 || !this.order) return index;
		return this.order.indexOf(index);
	}

	insert(position: number, changes: Partial<ListRecord>): ListRecord {
		const index = this.nextIndex++;
		const record = { ...this.generate(index), ...changes };
		this.write(index, record);
		this.ordered().splice(position, 0, index);
		return record;
	}

	put(position: number, record: ListRecord): void {
		this.write(this.order?.[position] ?? position, record);
	}

	delete(position: number): void {
		const [index] = this.ordered().splice(position, 1);
		if (index !== undefined) this.edited.delete(index);
		this.revision++;
	}

	sort(compare: (left: ListRecord, right: ListRecord) => number): void {
		this.ordered().sort((left, right) => compare(this.byIndex(left), this.byIndex(right)));
		this.revision++;
	}

	reverse(): void {
		this.ordered().reverse();
		this.revision++;
	}

	clear(): void {
		this.order = [];
		this.edited.clear();
		this.revision++;
	}

	private byIndex(index: number): ListRecord {
		return this.edited.get(index) ?? this.generate(index);
	}

	private indexOf(id: string): number {
		for (const [index, record] of this.edited) if (record._id === id) return index;
		const index = indexInObjectId(id);
		const isGenerated = index >= 0 && index < this.generated && !this.edited.has(index);
		return isGenerated && this.generate(index)._id === id ? index : -1;
	}

	private ordered(): number[] {
		this.order ??= Array.from({ length: this.generated }, (_, index) => index);
		return this.order;
	}

	private write(index: number, record: ListRecord): void {
		for (const field of Object.keys(record)) this.fields.add(field);
		this.edited.set(index, record);
		this.revision++;
	}
}
