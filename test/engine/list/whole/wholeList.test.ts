import type { RequestKind } from '../../../sandbox';
import { expectAllCourses, idsIn, idsOf, jsonOf, listCourses } from '../../lists';
import { requestLines, startService } from '../../service';

const everything = { returnAll: true };

it('comes in the order of the service, every record as it was sent', async () => {
	const sandbox = await startService({ courses: 1234 });
	const { items, status } = await listCourses(sandbox, everything);
	expect(status).toBe('success');
	expect(jsonOf(items)).toEqual(sandbox.catalogue.list('courses'));
	expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3]);
	const [, first] = requestLines(sandbox);
	// Without a question mark, as there are no filters.
	expect(first).toBe('GET /api/v2/courses');
});

it.each([
	['is one page and no items when it is empty', 0, 1],
	['is one page with exactly a full page', 4, 1],
	['is two pages with one record more than a page', 5, 2],
	['is two pages with exactly two full pages', 8, 2],
])('%s', async (_what, courses, pages) => {
	const sandbox = await startService({ courses, coursePageSize: 4 });
	const { items, status } = await listCourses(sandbox, everything);
	expect(status).toBe('success');
	expectAllCourses(items, sandbox);
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
		expectAllCourses(items, sandbox);
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

/** A body that has the real records in it, and says this about them. */
const saying = (fields: object) => ({ body: (data: unknown) => ({ data, ...fields }) });

describe('a page that says that there are more records, without a link to them,', () => {
	it('is an error that names the field, and not its cursor', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const more = saying({ meta: { next_cursor: 's3cret-cursor' } });
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, ...more });
		const { items, error } = await listCourses(sandbox, everything);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The service says that the list goes on, but has no link to the next page (courses, page 2)',
		);
		expect(error?.description).toContain('The field "meta.next_cursor" of its answer says that');
		expect(error?.description).not.toContain('s3cret');
	});

	it('does not matter when a limit is reached on it', async () => {
		const sandbox = await startService({ courses: 4, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses' }, ...saying({ has_more: true, total: 1000 }) });
		const { items, error } = await listCourses(sandbox, { limit: 4 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(4);
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
		['UTF-8', 'utf8'],
		['Latin-1', 'latin1'],
	] as const)('is asked for in the letters of its link: %s', async (_what, charset) => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const bytes = Buffer.from('?name[eq]=Sécurité&next=', charset).toString('latin1');
		const linkHeader = (real: string) => real.replace('?next=', bytes);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		await listCourses(sandbox, everything);
		const [, second] = sandbox.journal.of('courses');
		expect(second?.url).toMatch(/name(\[eq\]|%5Beq%5D)=S%C3%A9curit%C3%A9&next=./);
		// The service itself puts nothing beside `next`.
		expect(sandbox.journal.takeOffContract()).toHaveLength(1);
	});

	it.each([
		['Return All', everything],
		['Limit', { limit: 9 }],
	])('whose link cannot be read is an error, not the end: with %s', async (_what, parameters) => {
		const sandbox = await startService({ courses: 12, coursePageSize: 4 });
		let cursor = '';
		const linkHeader = (real: string) => {
			cursor = /next=([^>]*)/.exec(real)?.[1] ?? '';
			return real.replace('>', '');
		};
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader });
		const { items, error } = await listCourses(sandbox, parameters);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The link to the next page cannot be read (courses, page 2)');
		expect(error?.description).toContain('The service sent "Link: ');
		expect(error?.description).toContain('8 records had been read before this error.');
		expect(cursor).not.toBe('');
		expect(error?.description).not.toContain(cursor);
	});

	it('that was read before is an error', async () => {
		const sandbox = await startService({ courses: 12, coursePageSize: 4 });
		const linkHeader = `<${sandbox.origin}/api/v2/courses>; rel="next"`;
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, linkHeader });
		const { items, error } = await listCourses(sandbox, everything);
		expect(items).toEqual([]);
		expect(error?.message).toContain('leads back to a page that was read before (courses, page 3)');
		expect(error?.description).toContain('12 records had been read before this error.');
		expect(sandbox.journal.of('courses')).toHaveLength(3);
	});
});

describe('of a list whose pages have records in common', () => {
	/** Has a list send these pages one after another, each with a cursor of its own; the last ones again and again. */
	async function serve(kind: RequestKind, path: string, pages: unknown[], isEndless: boolean) {
		const sandbox = await startService({ courses: 1 });
		let sent = 0;
		sandbox.faults.add({
			on: { kind },
			times: Infinity,
			status: 200,
			body: () => pages[(sent += 1) - 1] ?? pages.at(-1),
			linkHeader: () =>
				isEndless || sent < pages.length
					? `<${sandbox.origin}/api/v2/${path}?next=${sent}>; rel="next"`
					: '',
		});
		return sandbox;
	}

	it.each([
		[3, undefined],
		[4, 'goes on, but has no link to the next page (courses, page 2)'],
	])('a total of %d counts each record once', async (total, message) => {
		const pages = [
			[{ _id: 'a' }, { _id: 'b' }],
			[{ _id: 'b' }, { _id: 'c' }],
		];
		const answers = pages.map((data) => ({ data, total }));
		const sandbox = await serve('courses', 'courses', answers, false);
		const { items, error } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(message === undefined ? ['a', 'b', 'c'] : []);
		expect(error?.message).toEqual(message && expect.stringContaining(message));
	});

	it.each<[what: string, kind: RequestKind, path: string, record: object | string]>([
		['courses', 'courses', 'courses', { _id: 'a' }],
		['bare IDs', 'users/{userId}/managers', 'users/0123456789abcdef01234567/managers', 'a'],
		[
			...(['memberships', 'groups/{groupId}/roles'] as const),
			...(['groups/0123456789abcdef01234567/roles', { userId: 'a', role: 'author' }] as const),
		],
		[
			...(['tags of a course', 'courses/{courseId}/tags'] as const),
			...(['courses/0123456789abcdef01234567/tags', { tagId: 'a' }] as const),
		],
	])('%s that come again under new cursors are an error', async (_what, kind, path, record) => {
		const page = (at: number) => (typeof record === 'string' ? record : { ...record, at });
		const sandbox = await serve(kind, path, [[page(1)], [page(2)]], true);
		const listPath = { __rl: true, mode: 'path', value: path };
		const other = { resource: 'other', listPath };
		const { items, error } = await listCourses(sandbox, { ...everything, ...other });
		expect(items).toEqual([]);
		expect(error?.message).toBe(`The service sent a page of the list twice (${path}, page 2)`);
	});
});

it('a record of 500 levels passes through n8n', async () => {
	const sandbox = await startService({ courses: 1 });
	const body = `[${'{"a":'.repeat(500)}1${'}'.repeat(500)}]`;
	sandbox.faults.add({ on: { kind: 'courses' }, body });
	const { items, error } = await listCourses(sandbox, everything);
	expect(error).toBeUndefined();
	expect(JSON.stringify(items[0]?.json)).toBe(body.slice(1, -1));
});
