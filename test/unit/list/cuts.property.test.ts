import fc from 'fast-check';

import { campaign, SEED } from '../../campaign';
import { pagesOf, pass, useVirtualTime, virtualService } from './virtualTime';

useVirtualTime();

const START = Date.UTC(2026, 0, 1);

/** What a service has as its list, cut into pages of these sizes in turn, and filtered by `createdAt`. */
function serviceOf(records: { createdAt: string }[], sizes: number[]) {
	const pageAt = ({ origin, pathname, searchParams }: URL) => {
		const from = searchParams.get('createdAt[gte]') ?? '';
		const to = searchParams.get('createdAt[lt]') ?? '~';
		const all = records.filter(({ createdAt }) => createdAt >= from && createdAt < to);
		const [page, start] = ['page', 'start'].map((name) => Number(searchParams.get(name) ?? 0));
		const end = (start ?? 0) + (sizes[(page ?? 0) % sizes.length] ?? 1);
		const next = new URLSearchParams({
			...{ 'createdAt[gte]': from, 'createdAt[lt]': to },
			...{ page: `${(page ?? 0) + 1}`, start: `${end}` },
		});
		const url = `${origin}${pathname}?${next.toString()}`;
		return { records: all.slice(start, end), next: end < all.length ? url : undefined };
	};
	return virtualService(pageAt, () => ({ status: 200, afterMs: 1 }));
}

let runs = 0;

/** @returns the records as they came, in an order that does not depend on it, or what went wrong */
async function read(...[service, reading]: Parameters<typeof pagesOf>): Promise<string[] | Error> {
	const list = (async () => {
		const found: string[] = [];
		for await (const { records } of pagesOf(service, { ...reading, process: (runs += 1) })) {
			found.push(...records.map((record) => JSON.stringify(record)));
		}
		return found.sort();
	})();
	await pass(list, 50);
	return await list.catch((error: unknown) => error as Error);
}

const lists = fc.record({
	/** Their second, and the place of what they are twins of, in a list with twins. */
	seconds: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 40 }),
	twins: fc.array(fc.record({ of: fc.nat(), at: fc.nat() }), { maxLength: 6 }),
	sizes: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 }),
	isSorted: fc.boolean(),
});

describe.each([
	['courses', 'a list with an ID that the catalog names'],
	['lessons', 'a list that nobody knows'],
])('of %s, %s,', (path) => {
	it('the same records come, each once, however they are cut into pages, with twins, plain and in parts', async () => {
		let refused = 0;
		const numRuns = campaign(25, 500);
		const property = fc.asyncProperty(lists, async ({ seconds, twins, sizes, isSorted }) => {
			const order = isSorted ? [...seconds].sort((a, b) => a - b) : seconds;
			const records = order.map((second, id) => ({
				_id: `${id}`,
				createdAt: new Date(START + 60_000 * second).toISOString(),
			}));
			const all = [...records];
			for (const { of, at } of twins) {
				const twin = records[of % records.length];
				if (twin) all.splice(at % all.length, 0, { ...twin });
			}
			const whole = records.map((record) => JSON.stringify(record)).sort();
			for (const reading of [{ path }, { path, splitBy: 'createdAt' }]) {
				const found = await read(serviceOf(all, sizes), reading);
				// A page that is the same as an earlier one may have come in place of another.
				if (found instanceof Error) {
					expect(found.message).toBe('The service sent a page of the list twice');
					refused += 1;
				} else expect(found).toEqual(whole);
			}
		});
		await fc.assert(property, { numRuns, seed: SEED });
		expect(refused).toBeLessThan(numRuns / 10);
	}, 3_600_000);
});
