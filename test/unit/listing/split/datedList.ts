import type { VirtualPage } from '../virtualTime';

const PATH = '/api/v2/courses';

/** A service's list of records that were created in these seconds, filtered by `createdAt`, on pages of some size. */
export function datedList(seconds: readonly number[], pageSize: number) {
	const records = seconds.map((second, index) => ({
		_id: `${index}`,
		createdAt: new Date(second * 1_000).toISOString(),
	}));
	const found = new Map<string, typeof records>();
	const filtered = (from: string, to: string) => {
		const key = `${from} ${to}`;
		const known = found.get(key);
		if (known) return known;
		const inRange = records.filter(({ createdAt }) => createdAt >= from && createdAt < to);
		found.set(key, inRange);
		return inRange;
	};
	return ({ origin, searchParams }: URL): VirtualPage => {
		const from = searchParams.get('createdAt[gte]') ?? '';
		const to = searchParams.get('createdAt[lt]') ?? '~';
		const at = Number(searchParams.get('at') ?? 0);
		const all = filtered(from, to);
		const end = at + pageSize;
		const next = new URLSearchParams({ 'createdAt[gte]': from, 'createdAt[lt]': to, at: `${end}` });
		return {
			records: all.slice(at, end),
			next: end < all.length ? `${origin}${PATH}?${next.toString()}` : undefined,
		};
	};
}
