import { idsIn, idsOf, jsonOf, listCourses } from '../lists';
import { startService } from '../service';

const everything = { returnAll: true };

it('Return All gives three pages in order, and nothing twice', async () => {
	const sandbox = await startService({ courses: 1234 });
	const { items, status } = await listCourses(sandbox, everything);
	expect(status).toBe('success');
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	expect(new Set(idsOf(items)).size).toBe(1234);
	expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3]);
});

it('records come with all their fields as the service sent them', async () => {
	const sandbox = await startService({ courses: 3 });
	const { items } = await listCourses(sandbox, everything);
	expect(jsonOf(items)).toEqual(sandbox.catalogue.list('courses'));
});

it.each([
	['an empty list is one page and no items', 0, 1],
	['a single record is one page', 1, 1],
	['one record less than a page is one page', 3, 1],
	['exactly one full page is one page', 4, 1],
	['one record more than a page is two pages', 5, 2],
	['exactly two full pages are two pages', 8, 2],
])('%s', async (_what, courses, pages) => {
	const sandbox = await startService({ courses, coursePageSize: 4 });
	const { items, status } = await listCourses(sandbox, everything);
	expect(status).toBe('success');
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	expect(sandbox.journal.of('courses')).toHaveLength(pages);
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

describe('the next page', () => {
	it('is asked for under the address that the service gave, byte for byte', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		let link = '';
		const linkHeader = (real: string) => (link = real);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		await listCourses(sandbox, everything);
		const [, second] = sandbox.journal.of('courses');
		expect(link).toBe(`<${sandbox.origin}${second?.url ?? 'none'}>; rel="next"`);
	});

	it.each([
		['relative to the list', (real: string) => real.replace(/<[^?]*/, '<')],
		['relative to the host', (real: string) => real.replace(/<https?:\/\/[^/]*/, '<')],
		['behind another link', (real: string) => `</first>; rel="first", ${real}`],
		['with other parameters', (real: string) => real.replace('; ', '; title="a, <b>; c"; ')],
		['with several relation types', (real: string) => real.replace('"next"', '"last next"')],
		['without quotes', (real: string) => real.replace('"next"', 'next')],
		['in capitals', (real: string) => real.replace('rel="next"', 'REL="NEXT"')],
	])('is found in a link %s', async (_how, linkHeader) => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	});

	it.each([
		['text', () => 'garbage'],
		['nothing', () => ''],
		['text before it', (real: string) => `garbage, ${real}`],
		['an address without angle brackets', (real: string) => real.replace(/[<>]/g, '')],
		['no target', () => '; rel="next"'],
		['an empty target', () => '<>; rel="next"'],
		['no closing bracket', (real: string) => real.replace('>', '')],
		['no rel', (real: string) => real.replace('; rel="next"', '')],
		['a quote that is not closed', (real: string) => `</first>; rel="first, ${real}`],
	])('is an error, not the end of the list, when its link has %s', async (_what, linkHeader) => {
		for (const parameters of [everything, { limit: 9 }]) {
			const sandbox = await startService({ courses: 12, coursePageSize: 4 });
			let cursor = '';
			sandbox.faults.add({
				on: { kind: 'courses', page: 2 },
				linkHeader: (real) => {
					cursor = /next=([^>]*)/.exec(real)?.[1] ?? '';
					return linkHeader(real);
				},
			});
			const { items, error } = await listCourses(sandbox, parameters);
			expect(items).toEqual([]);
			expect(error?.message).toBe('The link to the next page cannot be read (courses, page 2)');
			expect(error?.description).toContain('The service sent "Link: ');
			expect(error?.description).toContain('8 records had been read by then.');
			expect(cursor).not.toBe('');
			expect(error?.description).not.toContain(cursor);
		}
	});

	it('is followed when only the link after it is broken', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const linkHeader = (real: string) => `${real}, <broken`;
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	});

	it('does not exist when the only link is to another page', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const linkHeader = (real: string) => real.replace('"next"', '"prev"');
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expect(items).toHaveLength(4);
		expect(sandbox.journal.of('courses')).toHaveLength(1);
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

it('the next page is requested while the body of this one is still on its way', async () => {
	const sandbox = await startService({ courses: 8, coursePageSize: 4 });
	const { faults, journal } = sandbox;
	// Page 1 ends only after page 2 was asked for: a list that reads page by page would never end.
	const untilPage2 = async () => {
		await journal.waitFor(({ page }) => page === 2);
	};
	faults.add({ on: { kind: 'courses', page: 1 }, inBody: untilPage2 });
	const { items } = await listCourses(sandbox, everything);
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
});
