import { checkEnd, claimsOf, smallerTotal } from '../../../nodes/LearningPlatform/service/ending';

/** What speaks against the end of a list, in the words of the error; '' when nothing does. */
function doubtOf(...last: Parameters<typeof checkEnd>): string {
	try {
		checkEnd(...last);
	} catch (error) {
		return (error as { description: string }).description;
	}
	return '';
}

/** The same of four courses whose only page has these fields beside them. */
function doubtOfPage(fields: object, headers: object = {}): string {
	const claims = claimsOf({ data: [], ...fields }, headers);
	return doubtOf(claims, smallerTotal(undefined, claims, 0), { records: 4, pages: 1 });
}

describe('a list is not whole when its last page has', () => {
	const here = '/api/v2/courses?next=abc';

	it.each<[field: string, fields: object, says?: string]>([
		['next', { next: here }],
		['links.next', { links: { next: { href: here } } }],
		['_links.next', { _links: { next: { href: here } } }],
		['meta.page.next', { meta: { page: { next: 2 } } }],
		['pagination.next_page', { pagination: { next_page: 2 } }],
		['has_more', { has_more: true }],
		['pageInfo.hasNextPage', { pageInfo: { hasNextPage: true, endCursor: 'abc' } }],
		['next_cursor', { next_cursor: 'abc' }],
		['nextPageToken', { nextPageToken: 'abc' }],
		['@odata.nextLink', { '@odata.nextLink': here }],
		['total', { total: 5 }, '5 records, and 4 were read'],
		['total', { count: 2, total: 5 }, '5 records'],
		['meta.totalCount', { meta: { totalCount: '1000' } }, '1000 records'],
		['count', { count: 1000 }, '1000 records, and 4 were read'],
		['last_page', { current_page: 1, last_page: 3 }, '3 pages, and 1 were read'],
		['meta.pageCount', { meta: { pageCount: 3 } }, '3 pages, and 1 were read'],
		['total_pages', { page: 1, total_pages: 3 }, '3 pages, and 1 were read'],
		['next_page_url', { current_page: 1, next_page_url: here }],
	])('the field %s: %j', (field, fields, says = 'more records') => {
		expect(doubtOfPage(fields)).toContain(
			`The field "${field}" of its answer says that there are ${says}`,
		);
	});

	it.each([
		['x-total-count', '1000', '1000 records'],
		['content-range', 'items 0-3/500', '500 records'],
		['x-next-page', '2', 'more records'],
	])('the header %s: %s', (name, value, says) => {
		const said = `The header "${name}" of its answer says that there are ${says}`;
		expect(doubtOfPage({}, { [name]: value })).toContain(said);
	});
});

describe('a list is whole when its last page has', () => {
	it.each<[what: string, fields: object, headers?: object]>([
		['no next page', { next: null, previous: '/api/v2/courses?page=1' }],
		['empty links', { links: { next: '', last: '/api/v2/courses?page=9' } }],
		['a link of HAL without a target', { _links: { next: { href: null } } }],
		['other links', { links: [{ rel: 'prev', href: '/api/v2/courses' }] }],
		['no more', { has_more: false, next_cursor: null, nextCursor: '' }],
		['no more, but a cursor to come back with', { has_more: false, next_cursor: 'abc' }],
		['a last page', { last: true, totalPages: 1, totalElements: 4, number: 0, size: 500 }],
		['its own count and page', { count: 4, total: 4, page: 1, per_page: 100, limit: 500 }],
		['a last page, as a truth value or by its number', { last_page: 1, lastPage: true }],
		[
			'an address of the next page that is empty',
			{ next_page_url: null, last_page_url: '/a?page=1' },
		],
		['other numbers', { meta: { took: 5000, status: 200, version: 2 } }],
		['counts of something else', { facets: { a: { count: 9 } }, userInfo: { count: 9 } }],
		['a date of the next change', { meta: { next_update: '2030-01-01' } }],
		['headers that say so', {}, { 'x-total-count': '4', 'x-next-page': '' }],
		['the headers of a limit', {}, { 'x-ratelimit-remaining': '49' }],
	])('%s', (_what, fields, headers = {}) => {
		expect(doubtOfPage(fields, headers)).toBe('');
	});
});

describe('of the totals of two pages with four records each', () => {
	it.each<[what: string, totals: [number, number], recordsRead: number, doubt: RegExp]>([
		['one that both have is reached', [8, 8], 8, /^$/],
		['one that grew while the list was read is reached', [8, 9], 8, /^$/],
		['one that shrank while the list was read is reached', [9, 8], 8, /^$/],
		['one that shrank to the records before an empty last page is reached', [5, 4], 4, /^$/],
		['one that no page has reached counts', [12, 12], 8, /12 records, and 8 were read/],
		['one that an empty last page takes back counts', [12, 0], 4, /12 records, and 4 were read/],
	])('%s', (_what, [first, second], records, doubt) => {
		const before = smallerTotal(undefined, claimsOf({ total: first, has_more: true }, {}), 0);
		const last = claimsOf({ total: second }, {});
		expect(doubtOf(last, smallerTotal(before, last, 4), { records, pages: 2 })).toMatch(doubt);
	});
});
