import { listPages } from '../../../nodes/LearningPlatform/service';
import { deferred } from '../../../nodes/LearningPlatform/values/promises';
import { connectionTo } from './answers';

const FIRST = 'https://service.example/api/v2/courses';
const PAGES = 5;

const numberIn = (url: string) => Number(new URL(url).searchParams.get('page') ?? 1);

/** Describes the pages that are missing, repeated, or late. */
function faultsOf(came: number[], pages = PAGES): string[] {
	const expected = Array.from({ length: pages }, (_, index) => index + 1);
	return [
		...expected.filter((page) => !came.includes(page)).map((page) => `page ${page} is missing`),
		...came.filter((page, at) => came.indexOf(page) < at).map((page) => `page ${page} is repeated`),
		...came.filter((page, at) => page < (came[at - 1] ?? 0)).map((page) => `page ${page} is late`),
	];
}

/**
 * Connects to a list of five one-record pages whose headers arrive immediately.
 *
 * @param inOrder the order in which the bodies arrive
 * @param start delays the first body
 */
async function listOf(
	inOrder: readonly number[] = [],
	start: Promise<undefined> = Promise.resolve(undefined),
) {
	const arrived = new Map(inOrder.map((page) => [page, deferred<undefined>()]));
	const requested: number[] = [];
	const connection = await connectionTo((url) => {
		const page = numberIn(url);
		requested.push(page);
		const before = arrived.get(inOrder[inOrder.indexOf(page) - 1] ?? 0)?.promise ?? start;
		const body = (async () => {
			await before;
			arrived.get(page)?.resolve(undefined);
			return JSON.stringify([{ _id: page }]);
		})();
		const link = page < PAGES ? `<${FIRST}?page=${page + 1}>; rel="next"` : undefined;
		return { link, body };
	});
	return { connection, requested };
}

function ordersOf(pages: readonly number[]): number[][] {
	if (pages.length < 2) return [[...pages]];
	return pages.flatMap((page) =>
		ordersOf(pages.filter((other) => other !== page)).map((others) => [page, ...others]),
	);
}

describe('every page is returned once and in order,', () => {
	it.each([0, 1, 2, 3, 10])('with %d pages requested ahead', async (ahead) => {
		const { connection, requested } = await listOf();
		const came: number[] = [];
		for await (const { number } of listPages(connection, 'courses', { ahead })) came.push(number);
		expect(faultsOf(came)).toEqual([]);
		expect(faultsOf(requested)).toEqual([]);
	});

	it.each([
		...ordersOf([1, 2, 3, 4]).map((order) => [...order, 5]),
		...ordersOf([2, 3, 4, 5]).map((order) => [1, ...order]),
	])('if the bodies arrive in the order %d, %d, %d, %d, %d', async (...order) => {
		const { connection } = await listOf(order);
		const came: unknown[] = [];
		for await (const { records } of listPages(connection, 'courses', { ahead: 3 })) {
			came.push(...records.map(({ _id }) => _id));
		}
		expect(faultsOf(came as number[])).toEqual([]);
	});
});

it.each([0, 1, 3])('at most %d pages are requested ahead', async (ahead) => {
	const start = deferred<undefined>();
	const { connection, requested } = await listOf([1], start.promise);
	const first = listPages(connection, 'courses', { ahead }).next();
	await new Promise(setImmediate);
	expect(faultsOf(requested, 1 + ahead)).toEqual([]);
	start.resolve(undefined);
	await first;
});
