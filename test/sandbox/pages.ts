import { comparable, testOf, type Filter } from './filters';
import type { RecordList } from './recordList';
import type { ListRecord } from './records/world';

/** A page and the position of the next page; the last page has no `next`. */
export interface Page {
	body: Buffer;
	next?: number;
}

const CACHE_BYTES = 128 * 1024 * 1024;

/**
 * Reads a list's pages and caches their bytes until the list is edited: a sandbox under load must not generate the same
 * records again.
 */
export class Pages {
	private readonly cached = new Map<string, Page>();

	private cachedBytes = 0;

	/** The values at all positions, by field, for range filters. */
	private readonly columns = new Map<string, unknown[]>();

	private revision = 0;

	constructor(
		private readonly list: RecordList,
		/** Infinity if the list is not paged. */
		private readonly pageSize: number,
		/** Converts a record to the format that the service sends. */
		private readonly show: (record: ListRecord) => unknown,
		/** Reads a field for a filter. */
		private readonly readField: (record: ListRecord, field: string) => unknown,
	) {}

	/**
	 * @param position the first record's position
	 * @param filterKey identifies the filters in the cache
	 */
	read(position: number, filters: Filter[], filterKey: string): Page {
		if (this.revision !== this.list.revision) this.forget();
		const key = `${position}?${filterKey}`;
		const known = this.cached.get(key);
		if (known) return known;
		const page = this.build(position, this.testOf(filters));
		// A full cache keeps its pages because lists are read from the start.
		if (this.cachedBytes + page.body.length <= CACHE_BYTES) {
			this.cached.set(key, page);
			this.cachedBytes += page.body.length;
		}
		return page;
	}

	/** Returns a cursor's current position: after its record or, if the record was removed, where the record was. */
	positionOf({ position, after }: { position: number; after: string }): number {
		const before = after === '' ? position - 1 : this.list.positionOf(after);
		return before === -1 && after !== '' ? position - 1 : before + 1;
	}

	/** Returns the `_id` of the record before a position. */
	idBefore(position: number): string {
		return position === 0 ? '' : this.list.at(position - 1)._id;
	}

	empty(): Buffer {
		return this.write([]);
	}

	/** Tests ranges first, on cached values: otherwise, each date range of a long list would generate all records. */
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
