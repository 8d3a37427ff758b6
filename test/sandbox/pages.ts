import { comparable, testOf, type Filter } from './filters';
import type { RecordList } from './recordList';
import type { ListRecord } from './records/world';

/** A page as sent, and where the next one starts; `next` is absent on the last page. */
export interface Page {
	body: Buffer;
	next?: number;
}

const CACHE_BYTES = 128 * 1024 * 1024;

/**
 * Reads pages of a list and keeps them as bytes until the list is edited, so that a sandbox under
 * load does not make up and serialise the same records again.
 */
export class Pages {
	private readonly cached = new Map<string, Page>();

	private cachedBytes = 0;

	/** By field of a range: its values at all positions. */
	private readonly columns = new Map<string, unknown[]>();

	private revision = 0;

	constructor(
		private readonly list: RecordList,
		/** Infinity for a list that comes whole. */
		private readonly pageSize: number,
		/** Makes the form in which an entry is sent. */
		private readonly show: (record: ListRecord) => unknown,
		/** How a filter reads a record. */
		private readonly readField: (record: ListRecord, field: string) => unknown,
	) {}

	/**
	 * @param position where in the list to start looking.
	 * @param filterKey names the filters in the cache.
	 */
	read(position: number, filters: Filter[], filterKey: string): Page {
		if (this.revision !== this.list.revision) this.forget();
		const key = `${position}?${filterKey}`;
		const known = this.cached.get(key);
		if (known) return known;
		const page = this.build(position, this.testOf(filters));
		// Past the limit nothing is thrown out: lists are read front to back, the oldest page comes first.
		if (this.cachedBytes + page.body.length <= CACHE_BYTES) {
			this.cached.set(key, page);
			this.cachedBytes += page.body.length;
		}
		return page;
	}

	/** Where a cursor leads by now: behind the record that it stands at, or to where that was if it is gone. */
	positionOf({ position, after }: { position: number; after: string }): number {
		const before = after === '' ? position - 1 : this.list.positionOf(after);
		return before === -1 && after !== '' ? position - 1 : before + 1;
	}

	/** The `_id` of the record before a position. */
	idBefore(position: number): string {
		return position === 0 ? '' : this.list.at(position - 1)._id;
	}

	/** A page without records. */
	empty(): Buffer {
		return this.write([]);
	}

	/** Ranges come first and are looked up, or each part of a long list would be found by making all of it. */
	private testOf(filters: Filter[]): (position: number) => boolean {
		const isRange = ({ operator }: Filter) => operator === 'lt' || operator === 'gte';
		const others = filters.filter((filter) => !isRange(filter));
		const tests = [...filters.filter(isRange), ...others].map((filter) => {
			const { field } = filter;
			const passes = testOf(filter);
			const read = (record: ListRecord) => comparable(this.readField(record, field));
			if (!isRange(filter)) return (position: number) => passes(read(this.list.at(position)));
			const values = this.columns.get(field) ?? Array.from(this.list, read);
			this.columns.set(field, values);
			return (position: number) => passes(values[position]);
		});
		return (position) => tests.every((passes) => passes(position));
	}

	private build(start: number, passes: (position: number) => boolean): Page {
		const records: ListRecord[] = [];
		for (let position = start; position < this.list.length; position++) {
			if (!passes(position)) continue;
			if (records.length === this.pageSize) return { body: this.write(records), next: position };
			records.push(this.list.at(position));
		}
		return { body: this.write(records) };
	}

	private write(records: ListRecord[]): Buffer {
		return Buffer.from(JSON.stringify(records.map(this.show)));
	}

	private forget(): void {
		this.cached.clear();
		this.columns.clear();
		this.cachedBytes = 0;
		this.revision = this.list.revision;
	}
}
