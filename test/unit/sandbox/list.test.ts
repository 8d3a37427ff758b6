import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { answerOf, authorized, nextOf, pagesOf } from './client';

let sandbox: Sandbox;
let headers: Record<string, string>;

async function start(options: SandboxOptions): Promise<void> {
	sandbox = await startSandbox(options);
	headers = await authorized(sandbox);
}

function get(target: string, changes: RequestInit = {}): Promise<Response> {
	return fetch(`${sandbox.origin}${target}`, { headers, ...changes });
}

/** The usual headers with one changed, or left out when undefined. */
function changed(header: Record<string, string | undefined>): Record<string, string> {
	const entries = Object.entries({ ...headers, ...header });
	return Object.fromEntries(
		entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

afterEach(() => sandbox.stop());

describe('the pages of a list', () => {
	it.each([
		[0, [0]],
		[1, [1]],
		[500, [500]],
		[501, [500, 1]],
		[1234, [500, 500, 234]],
	])('split %d courses into pages of %j', async (courses, sizes) => {
		await start({ courses, groups: 0 });
		const pages = await pagesOf(sandbox, 'courses');
		expect(pages.map((page) => page.length)).toEqual(sizes);
		expect(pages.flat()).toEqual(sandbox.catalogue.list('courses'));
		expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual(
			sizes.map((_, n) => n + 1),
		);
	});

	it('have a size of their own for groups', async () => {
		await start({ courses: 0, groups: 5, groupPageSize: 2 });
		expect((await pagesOf(sandbox, 'groups')).map((page) => page.length)).toEqual([2, 2, 1]);
	});

	it('can be wrapped in an object', async () => {
		await start({ courses: 2, envelope: 'data' });
		const { body } = await answerOf(await get('/api/v2/courses'));
		expect(body).toEqual({ data: sandbox.catalogue.list('courses') });
	});

	it('keep the filters of the first request', async () => {
		await start({ courses: 60, coursePageSize: 10 });
		const pages = await pagesOf(sandbox, 'courses?status[eq]=published');
		const published = sandbox.catalogue.list('courses').filter((c) => c.status === 'published');
		expect(pages.length).toBeGreaterThan(2);
		expect(pages.flat()).toEqual(published);
	});

	it('have no link when the rest of the list does not pass the filter', async () => {
		await start({ courses: 3, coursePageSize: 1 });
		const [first, second] = sandbox.catalogue.list('courses');
		const until = String(second?.createdAt);
		const response = await get(`/api/v2/courses?createdAt[lt]=${until}`);
		expect(await response.json()).toEqual([first]);
		expect(response.headers.get('link')).toBeNull();
	});

	it('show edits made since they were last asked for', async () => {
		await start({ courses: 2 });
		await pagesOf(sandbox, 'courses');
		sandbox.catalogue.clear('courses');
		expect(await pagesOf(sandbox, 'courses')).toEqual([[]]);
	});
});

describe('the link to the next page', () => {
	it('is absolute, with the path prefix and the host that the client named', async () => {
		await start({ courses: 2, coursePageSize: 1, pathPrefix: '/learn/eu' });
		const { port } = new URL(sandbox.baseUrl);
		const named = `http://localhost:${port}/learn/eu/api/v2/courses`;
		expect(nextOf(await fetch(named, { headers }))).toMatch(new RegExp(`^${named}\\?next=[^&]+$`));
	});

	it('is refused when the token in it was changed, or decoded and not encoded again', async () => {
		await start({ courses: 2, coursePageSize: 1 });
		// Tokens are salted: sooner or later one has a character that needs its percent-encoding.
		let next = '';
		while (!next.includes('%2B')) next = nextOf(await get('/api/v2/courses')) ?? '';
		expect((await fetch(next, { headers })).status).toBe(200);
		const padded = next.replace('next=', 'next=*');
		for (const broken of [decodeURIComponent(next), next.slice(0, -1), padded]) {
			expect(await answerOf(await fetch(broken, { headers }))).toMatchObject({
				status: 400,
				body: { error: { code: 'invalidQuery' } },
			});
		}
	});

	it('is refused on the other list', async () => {
		await start({ courses: 2, coursePageSize: 1 });
		const next = nextOf(await get('/api/v2/courses')) ?? '';
		const response = await fetch(next.replace('/courses?', '/groups?'), { headers });
		expect(await answerOf(response)).toMatchObject({
			status: 400,
			body: { error: { message: 'The next token belongs to the list of courses' } },
		});
	});

	it('is refused together with other parameters', async () => {
		await start({ courses: 2, coursePageSize: 1 });
		const next = nextOf(await get('/api/v2/courses')) ?? '';
		const response = await fetch(`${next}&status[eq]=published`, { headers });
		expect(await answerOf(response)).toMatchObject({
			status: 400,
			body: { error: { message: expect.stringMatching(/^next stands alone/) as string } },
		});
	});
});

describe('a list refuses', () => {
	beforeEach(() => start({ courses: 1, groups: 1, pathPrefix: '/prefix' }));

	const courses = '/prefix/api/v2/courses';

	it.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s', async (method) => {
		const response = await get(courses, { method });
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('GET');
	});

	it.each([
		['no token', undefined],
		['an unknown token', 'Bearer abc'],
		['another scheme', 'Basic abc'],
		['a bare token', 'abc'],
	])('%s', async (_what, authorization) => {
		const response = await get(courses, { headers: changed({ authorization }) });
		expect(await answerOf(response)).toEqual({ status: 401, body: { error: 'invalid_token' } });
	});

	it.each([
		['a missing version header', undefined, 'The header service-api-version is missing'],
		['another version', 'v1.0', 'The header service-api-version must be v2.0'],
	])('%s', async (_what, version, message) => {
		const response = await get(courses, {
			headers: changed({ [sandbox.versionHeader]: version }),
		});
		expect(await answerOf(response)).toMatchObject({ status: 400, body: { error: { message } } });
	});

	it.each([
		['an unknown parameter', 'limit=5'],
		['an unknown field', 'colour[eq]=red'],
		['an unknown operator', 'status[like]=published'],
		['a field without an operator', 'status=published'],
		['percent-encoded brackets', 'status%5Beq%5D=published'],
		['a parameter without a name', '=published'],
		['a parameter without a value', 'status[eq]'],
		['a filter given twice', 'status[eq]=published&status[eq]=archived'],
		['a list without indexes', 'sourceLang[in]=en'],
		['a list with a gap in its indexes', 'sourceLang[in][0]=en&sourceLang[in][2]=fr'],
		['a list that starts at one', 'sourceLang[in][1]=en'],
		['broken percent-encoding', 'name[eq]=100%'],
		['an unreadable next token', 'next=abc'],
	])('%s: %s', async (_what, query) => {
		expect(await answerOf(await get(`${courses}?${query}`))).toMatchObject({
			status: 400,
			body: { error: { code: 'invalidQuery', message: expect.any(String) as string } },
		});
	});

	it.each([
		['/api/v2/courses', 404, 'notFound'],
		['/', 404, 'notFound'],
		['/prefix/api/v2/courses/', 400, 'unknownPath'],
		['/prefix/api/v2/lessons', 400, 'unknownPath'],
	])('to exist at %s', async (path, status, code) => {
		expect(await answerOf(await get(path))).toMatchObject({ status, body: { error: { code } } });
	});

	it('what the contract does not have, and notes it in the journal', async () => {
		const unversioned = changed({ [sandbox.versionHeader]: undefined });
		await get(courses, { headers: unversioned });
		for (const path of ['/prefix/api/v2/lessons', `${courses}?colour[eq]=red`, courses])
			await get(path);
		expect(sandbox.journal.takeOffContract()).toEqual([
			'/prefix/api/v2/courses: The header service-api-version is missing',
			'/prefix/api/v2/lessons: There is nothing at /prefix/api/v2/lessons',
			'/prefix/api/v2/courses?colour[eq]=red: Unknown query parameter: colour[eq]',
		]);
		expect(sandbox.journal.takeOffContract()).toEqual([]);
	});
});
