import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { answerOf, authorized, nextOf } from './client';

let sandbox: Sandbox;
let headers: Record<string, string>;

async function start(options: SandboxOptions): Promise<void> {
	sandbox = await startSandbox(options);
	headers = await authorized(sandbox);
}

function get(target: string, changes: RequestInit = {}): Promise<Response> {
	return fetch(`${sandbox.origin}${target}`, { headers, ...changes });
}

const refusal = (code: string) => ({ status: 400, body: { error: { code } } });

afterEach(() => sandbox.stop());

describe('the link to the next page', () => {
	it('is rejected if it is decoded, changed, moved to a different list, or given a parameter', async () => {
		await start({ courses: 2, coursePageSize: 1 });
		// Tokens are random, so this retries until a token needs percent-encoding.
		let next = '';
		while (!next.includes('%2B')) next = nextOf(await get('/api/v2/courses')) ?? '';
		expect((await fetch(next, { headers })).status).toBe(200);
		const broken = [
			decodeURIComponent(next),
			next.slice(0, -1),
			next.replace('/courses?', '/groups?'),
			`${next}&status[eq]=published`,
		];
		for (const url of broken) {
			expect(await answerOf(await fetch(url, { headers }))).toMatchObject(refusal('invalidQuery'));
		}
	});
});

describe('a list rejects', () => {
	beforeEach(() => start({ courses: 1, groups: 1, pathPrefix: '/prefix' }));

	const courses = '/prefix/api/v2/courses';

	it.each([
		['an unknown parameter', 'limit=5'],
		['an unknown field', 'colour[eq]=red'],
		['a field without an operator', 'status=published'],
		['percent-encoded brackets', 'status%5Beq%5D=published'],
		['a parameter without a value', 'status[eq]'],
		['a filter given twice', 'status[eq]=published&status[eq]=archived'],
		['a list without indexes', 'sourceLang[in]=en'],
		['a list with a gap in its indexes', 'sourceLang[in][0]=en&sourceLang[in][2]=fr'],
		['broken percent-encoding', 'sourceLang[in][0]=100%'],
		['an operator that the field does not support', 'status[gte]=published'],
		['an unknown value', 'status[eq]=hidden'],
		['a value that is neither true nor false', 'collaborativeLearning[eq]=yes'],
		['an ID in the wrong format', 'groupId[eq]=team'],
		['a time without milliseconds', 'createdAt[gte]=2024-01-01T00:00:00Z'],
		['a date without a time', 'createdAt[gte]=2024-01-01'],
		['a date that does not exist', 'createdAt[gte]=2024-02-30T00:00:00.000Z'],
	])('%s: %s', async (_what, query) => {
		expect(await answerOf(await get(`${courses}?${query}`))).toMatchObject(refusal('invalidQuery'));
	});

	it('requests outside the contract and records them in the journal', async () => {
		const { authorization = '' } = headers;
		await get(courses, { headers: { authorization } });
		for (const path of ['/prefix/api/v2/lessons', `${courses}?colour[eq]=red`, courses])
			await get(path);
		expect(sandbox.journal.takeOffContract()).toEqual([
			'/prefix/api/v2/courses: The header service-api-version is missing',
			'/prefix/api/v2/lessons: Nothing found at /prefix/api/v2/lessons',
			'/prefix/api/v2/courses?colour[eq]=red: Unknown query parameter: colour[eq]',
		]);
		expect(sandbox.journal.takeOffContract()).toEqual([]);
	});
});
