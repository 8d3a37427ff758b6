import type { Fault } from '../../sandbox';
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

/** A body that has the real records in it, and says this about them. */
const saying = (fields: object) => ({ body: (data: unknown) => ({ data, ...fields }) });
const headers = (fields: Record<string, string>) => ({ headers: fields });

describe('without a link the list is not whole, and no success, when its last page says so by', () => {
	const here = '/api/v2/courses?next=s3cret-cursor';
	const more = 'says that there are more records';

	it.each<[what: string, answer: Pick<Fault, 'body' | 'headers'>, field: string, says?: string]>([
		['an address', saying({ next: here }), 'field "next"'],
		['an address among links', saying({ links: { self: '/', next: here } }), 'field "links.next"'],
		['a link that is an object', saying({ links: { next: { href: here } } }), 'field "links.next"'],
		['a link of HAL', saying({ _links: { next: { href: here } } }), 'field "_links.next"'],
		['paging', saying({ paging: { next: { after: 's3cret-cursor' } } }), 'field "paging.next"'],
		['metadata', saying({ meta: { page: { next: 2 } } }), 'field "meta.page.next"'],
		['pagination', saying({ pagination: { next_page: 2 } }), 'field "pagination.next_page"'],
		['has_more', saying({ has_more: true }), 'field "has_more"'],
		['hasMore', saying({ hasMore: true, next_cursor: null }), 'field "hasMore"'],
		[
			'GraphQL’s page info',
			saying({ pageInfo: { hasNextPage: true, endCursor: 's3cret-cursor' } }),
			'field "pageInfo.hasNextPage"',
		],
		['next_cursor', saying({ next_cursor: 's3cret-cursor' }), 'field "next_cursor"'],
		['nextCursor', saying({ nextCursor: 's3cret-cursor' }), 'field "nextCursor"'],
		['nextPageToken', saying({ nextPageToken: 's3cret-cursor' }), 'field "nextPageToken"'],
		['OData', saying({ '@odata.nextLink': here }), 'field "@odata.nextLink"'],
		[
			'a total of pages',
			saying({ page: 1, total_pages: 3 }),
			'field "total_pages"',
			'says that there are 3 pages',
		],
		['a total', saying({ total: 5 }), 'field "total"', 'says that there are 5 records'],
		[
			'a total among metadata',
			saying({ meta: { totalCount: '1000' } }),
			'field "meta.totalCount"',
			'says that there are 1000 records',
		],
		[
			'a header with a total',
			headers({ 'X-Total-Count': '1000' }),
			'header "x-total-count"',
			'says that there are 1000 records',
		],
		[
			'a header with a range',
			headers({ 'Content-Range': 'items 0-3/500' }),
			'header "content-range"',
			'says that there are 500 records',
		],
		['a header with a page', headers({ 'X-Next-Page': '2' }), 'header "x-next-page"'],
	])('%s', async (_what, answer, field, says = more) => {
		const sandbox = await startService({ courses: 4, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses' }, ...answer });
		const { items, error } = await listCourses(sandbox, everything);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The service says that the list goes on, but has no link to the next page (courses, page 1)',
		);
		expect(error?.description).toContain(`The ${field} of its answer ${says}`);
		expect(error?.description).not.toContain('s3cret');
	});

	it('a total that an empty last page takes back', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, ...saying({ total: 12 }) });
		const emptied = { data: [], total: 0 };
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, body: emptied, linkHeader: null });
		const { error } = await listCourses(sandbox, everything);
		expect(error?.description).toContain('says that there are 12 records, and 4 were read');
	});

	it('a total that no page has reached', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses' }, times: 2, ...saying({ total: 12 }) });
		const { error } = await listCourses(sandbox, everything);
		expect(error?.message).toContain('goes on, but has no link to the next page (courses, page 2)');
		expect(error?.description).toContain('says that there are 12 records, and 8 were read');
	});
});

describe('the list is whole with', () => {
	it.each<[what: string, answer: Pick<Fault, 'body' | 'headers'>]>([
		['no next page', saying({ next: null, previous: '/api/v2/courses?page=1' })],
		['empty links', saying({ links: { next: '', last: '/api/v2/courses?page=9' } })],
		['a link of HAL without a target', saying({ _links: { next: { href: null } } })],
		['other links', saying({ links: [{ rel: 'prev', href: '/api/v2/courses' }] })],
		['no more', saying({ has_more: false, next_cursor: null, nextCursor: '' })],
		['no more, but a cursor to come back with', saying({ has_more: false, next_cursor: 'abc' })],
		['a last page', saying({ last: true, totalPages: 1, totalElements: 4, number: 0, size: 500 })],
		['its own count and page', saying({ count: 4, total: 4, page: 1, per_page: 100, limit: 500 })],
		['other numbers', saying({ meta: { took: 5000, status: 200, version: 2 } })],
		[
			'counts of something else',
			saying({
				facets: { status: { count: 5000 } },
				campaign: { total: 9 },
				userInfo: { count: 9 },
			}),
		],
		['a date of the next change', saying({ meta: { next_update: '2030-01-01' } })],
		['headers that say so', headers({ 'X-Total-Count': '4', 'X-Next-Page': '' })],
		['the headers of a limit', headers({ 'X-RateLimit-Remaining': '49' })],
	])('%s', async (_what, answer) => {
		const sandbox = await startService({ courses: 4, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses' }, ...answer });
		const { items, error } = await listCourses(sandbox, everything);
		expect(error).toBeUndefined();
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	});

	it.each([
		['a total of all pages', 8, 8, 8],
		['a total that grew while it was read', 8, 9, 8],
		['a total that shrank while it was read', 9, 8, 8],
		['a total that shrank to the records before an empty last page', 5, 4, 4],
	])('%s', async (_what, first, second, records) => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const on = { kind: 'courses' } as const;
		sandbox.faults.add({ on: { ...on, page: 1 }, ...saying({ total: first, has_more: true }) });
		const empty = { body: { data: [], total: second }, linkHeader: null };
		const last = records === 4 ? empty : saying({ total: second });
		sandbox.faults.add({ on: { ...on, page: 2 }, ...last });
		const { items, error } = await listCourses(sandbox, everything);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(records);
	});

	it('a limit that is reached on a page with more behind it', async () => {
		const sandbox = await startService({ courses: 4, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses' }, ...saying({ has_more: true, total: 1000 }) });
		const { items, error } = await listCourses(sandbox, { limit: 4 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(4);
	});
});

it('integers that JavaScript cannot hold keep their digits, as text', async () => {
	const sandbox = await startService({ courses: 1 });
	const body = '[{"_id":9007199254740993,"n":[9007199254740992,1.5e3]},{"_id":-9007199254740991}]';
	sandbox.faults.add({ on: { kind: 'courses' }, body });
	const { items } = await listCourses(sandbox, everything);
	expect(jsonOf(items)).toEqual([
		{ _id: '9007199254740993', n: ['9007199254740992', 1500] },
		{ _id: -9007199254740991 },
	]);
});

it('records are read in the charset that the answer says it has', async () => {
	const sandbox = await startService({ courses: 1 });
	const body = Buffer.from('[{"_id":"a","name":"Café"}]', 'latin1');
	const type = { 'content-type': 'application/json; charset="ISO-8859-1"' };
	sandbox.faults.add({ on: { kind: 'courses' }, body, headers: type });
	const { items } = await listCourses(sandbox, everything);
	expect(jsonOf(items)).toEqual([{ _id: 'a', name: 'Café' }]);
});

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
