import type { Filter } from './filters';
import { timeFilter, predicate, type ReadField, timeIn } from './predicate';
import type { RecordList } from './recordList';
import type { ListRecord } from './records/record';

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

	private revision = 0;

	constructor(
		private readonly list: RecordList,
		/** Infinity for a list that comes whole. */
		private readonly pageSize: number,
		private readonly envelope: string | undefined,
		/** Makes the form in which an entry is sent. */
		private readonly show: (record: ListRecord) => unknown,
	) {}

	/**
	 * @param position where in the list to start looking.
	 * @param filters the filters.
	 * @param read how a filter reads a record.
	 * @param filterKey names the filters in the cache.
	 */
	read(position: number, filters: Filter[], read: ReadField, filterKey: string): Page {
		if (this.revision !== this.list.revision) this.forget();
		const key = `${position}?${filterKey}`;
		const known = this.cached.get(key);
		if (known) return known;
		const page = this.build(position, this.testOf(filters, read));
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

	/** Ranges of time are looked up, or each part of a long list would be found by making all of it. */
	private testOf(filters: Filter[], read: ReadField): (position: number) => boolean {
		const ranges = filters.flatMap((filter) => {
			const passes = timeFilter(filter);
			if (!passes) return [];
			const { field } = filter;
			const times = this.list.column(field, (record) => timeIn(read(record, field)));
			return [(position: number) => passes(times[position])];
		});
		const others = filters.filter((filter) => !timeFilter(filter));
		const passes = predicate(others, read);
		return (position) =>
			ranges.every((range) => range(position)) &&
			(others.length === 0 || passes(this.list.at(position)));
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
		const entries = records.map(this.show);
		const value = this.envelope === undefined ? entries : { [this.envelope]: entries };
		return Buffer.from(JSON.stringify(value));
	}

	private forget(): void {
		this.cached.clear();
		this.cachedBytes = 0;
		this.revision = this.list.revision;
	}
}
