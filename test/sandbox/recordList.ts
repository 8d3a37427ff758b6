import { indexInId } from './records/world';
import type { Generate, ListRecord } from './records/record';

const LONGEST_SEARCH = 20_000;

/**
 * One list of the service: generated records, addressed by position, with the edits laid over them.
 * Nothing is held for records that were never edited, so a million of them cost no memory.
 */
export class RecordList {
	/** Moves with every edit; pages read under another revision are out of date. */
	revision = 0;

	/** Record numbers in list order; absent while they are still 0, 1, 2, ... */
	private order: number[] | undefined;

	private readonly edited = new Map<number, ListRecord>();

	/** Fields that a record was given. */
	readonly given = new Set<string>();

	private nextIndex: number;

	/** By field: its values at all positions, of the revision that comes first. */
	private readonly columns = new Map<string, { revision: number; values: unknown[] }>();

	/** @param order numbers of the generated records, unless they are listed as they are generated. */
	constructor(
		private readonly generate: Generate,
		private readonly generated: number,
		order?: number[],
	) {
		this.nextIndex = generated;
		this.order = order;
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

	/**
	 * What a function makes of the record at each position, kept until the list is edited.
	 *
	 * @param name of the column; it stands for the function.
	 */
	column<T>(name: string, make: (record: ListRecord) => T): T[] {
		const known = this.columns.get(name);
		if (known?.revision === this.revision) return known.values as T[];
		const values = Array.from(this, make);
		this.columns.set(name, { revision: this.revision, values });
		return values;
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
		const index = indexInId(id);
		const isGenerated = (at: number): boolean =>
			at >= 0 && at < this.generated && !this.edited.has(at) && this.generate(at)._id === id;
		if (isGenerated(index)) return index;
		// IDs that do not carry their index, such as texts and those of other lists.
		if (this.generated > LONGEST_SEARCH) return -1;
		for (let at = 0; at < this.generated; at++) if (isGenerated(at)) return at;
		return -1;
	}

	private ordered(): number[] {
		this.order ??= Array.from({ length: this.generated }, (_, index) => index);
		return this.order;
	}

	private write(index: number, record: ListRecord): void {
		for (const field of Object.keys(record)) this.given.add(field);
		this.edited.set(index, record);
		this.revision++;
	}
}
