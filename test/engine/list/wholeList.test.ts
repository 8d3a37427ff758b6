import { idsIn, idsOf, jsonOf, listCourses, listRecords, lists, sizes } from '../lists';
import { requestLines, startService } from '../service';

const everything = { returnAll: true };

describe.each(lists)('the list of $kind with Return All', ({ resource, kind }) => {
	it('comes in the order of the service, every record as it was sent', async () => {
		const sandbox = await startService(sizes(kind, 1234, 500));
		const { items, status } = await listRecords(resource, sandbox, everything);
		expect(status).toBe('success');
		expect(jsonOf(items)).toEqual(sandbox.catalogue.list(kind));
		expect(sandbox.journal.of(kind).map(({ page }) => page)).toEqual([1, 2, 3]);
	});

	it('is asked for at its own address, without a question mark when there are no filters', async () => {
		const sandbox = await startService(sizes(kind, 1, 1));
		await listRecords(resource, sandbox, { ...everything, filters: {} });
		expect(requestLines(sandbox)).toEqual(['POST /api/v2/oauth2/token', `GET /api/v2/${kind}`]);
	});

	it.each([
		['is one page and no items when it is empty', 0, 1],
		['is one page when it has a single record', 1, 1],
		['is one page with one record less than a page', 3, 1],
		['is one page with exactly a full page', 4, 1],
		['is two pages with one record more than a page', 5, 2],
		['is two pages with exactly two full pages', 8, 2],
	])('%s', async (_what, records, pages) => {
		const sandbox = await startService(sizes(kind, records, 4));
		const { items, status } = await listRecords(resource, sandbox, everything);
		expect(status).toBe('success');
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, kind));
		expect(sandbox.journal.of(kind)).toHaveLength(pages);
	});
});

describe('a page that is empty', () => {
	it.each([
		['the first', [1]],
		['one in the middle', [2]],
		['several in a row', [2, 3, 4]],
	])('does not end the list when it has a next one: %s', async (_which, pages) => {
		const sandbox = await startService({ courses: 10, coursePageSize: 4 });
		for (const page of pages) {
			sandbox.faults.add({ on: { kind: 'courses', page }, emptyPage: true });
		}
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
		expect(sandbox.journal.of('courses')).toHaveLength(3 + pages.length);
	});

	it('does not end a list with a limit either', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, emptyPage: true });
		const { items } = await listCourses(sandbox, { limit: 5 });
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses').slice(0, 5));
		expect(sandbox.journal.of('courses')).toHaveLength(3);
	});
});

it.each(['data', 'items', 'results', 'records', 'courses'])(
	'records inside a field "%s" are found on every page',
	async (envelope) => {
		const sandbox = await startService({ courses: 10, coursePageSize: 4, envelope });
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	},
);

it.each([
	['a byte order mark before the list', '\uFEFF[{"_id":"a"}]', [{ _id: 'a' }]],
	['bare IDs', '["a","b"]', [{ _id: 'a' }, { _id: 'b' }]],
	['bare numbers', '[1,2]', [{ _id: 1 }, { _id: 2 }]],
])('%s: read as records', async (_what, body, records) => {
	const sandbox = await startService({ courses: 1 });
	sandbox.faults.add({ on: { kind: 'courses' }, body });
	const { items } = await listCourses(sandbox, everything);
	expect(jsonOf(items)).toEqual(records);
});

it('a record of 500 levels passes through n8n', async () => {
	const sandbox = await startService({ courses: 1 });
	const body = `[${'{"a":'.repeat(500)}1${'}'.repeat(500)}]`;
	sandbox.faults.add({ on: { kind: 'courses' }, body });
	const { items, error } = await listCourses(sandbox, everything);
	expect(error).toBeUndefined();
	expect(JSON.stringify(items[0]?.json)).toBe(body.slice(1, -1));
});
