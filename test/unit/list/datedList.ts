import type { VirtualPage } from './virtualTime';

const PATH = '/api/v2/courses';

interface DatedRecord {
	_id: string;
	createdAt: string;
}

/** A list of records that were created in these seconds, as a service lists it that filters by `createdAt`. */
export class DatedList {
	private records: readonly DatedRecord[];

	/** What the filters leave, until a record is removed. */
	private readonly found = new Map<string, readonly DatedRecord[]>();

	/**
	 * @param cursor whether a page begins after the last record of the one before it, or after as many records as
	 * there were before it: if one of those is removed, the next page misses a record
	 */
	constructor(
		seconds: readonly number[],
		private readonly pageSize: number,
		private readonly cursor: 'record' | 'position' = 'record',
	) {
		this.records = seconds.map((second, index) => ({
			_id: `${index}`,
			createdAt: new Date(second * 1_000).toISOString(),
		}));
	}

	/** @param id the place of its second when the list was made */
	remove(id: number): void {
		this.records = this.records.filter(({ _id }) => _id !== `${id}`);
		this.found.clear();
	}

	/** Gives a record another date. */
	move(id: number, second: number): void {
		const createdAt = new Date(second * 1_000).toISOString();
		this.records = this.records.map((record) =>
			record._id === `${id}` ? { ...record, createdAt } : record,
		);
		this.found.clear();
	}

	readonly pageAt = ({ origin, searchParams }: URL): VirtualPage => {
		const from = searchParams.get('createdAt[gte]') ?? '';
		const to = searchParams.get('createdAt[lt]') ?? '~';
		const all = this.between(from, to);
		const start = this.startOf(all, Number(searchParams.get('after') ?? 0));
		const end = start + this.pageSize;
		const records = all.slice(start, end);
		if (end >= all.length) return { records };
		const after = this.cursor === 'position' ? `${end}` : `${Number(records.at(-1)?._id) + 1}`;
		const next = new URLSearchParams({ 'createdAt[gte]': from, 'createdAt[lt]': to, after });
		return { records, next: `${origin}${PATH}?${next.toString()}` };
	};

	private startOf(all: readonly DatedRecord[], after: number): number {
		if (this.cursor === 'position') return after;
		const start = all.findIndex(({ _id }) => Number(_id) >= after);
		return start === -1 ? all.length : start;
	}

	private between(from: string, to: string): readonly DatedRecord[] {
		const key = `${from} ${to}`;
		const known = this.found.get(key);
		if (known) return known;
		const found = this.records.filter(({ createdAt }) => createdAt >= from && createdAt < to);
		this.found.set(key, found);
		return found;
	}
}
