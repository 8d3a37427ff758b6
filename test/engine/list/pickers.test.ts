import type { ListRecord, Sandbox, SandboxOptions } from '../../sandbox';
import { knownLists } from '../../../nodes/LearningPlatform/knownLists';
import { runSearch, type SearchOptions, type SearchRun } from '../harness';
import { requestLines, startService, storedFor } from '../service';

let sandbox: Sandbox;

const serve = async (options: SandboxOptions) => {
	sandbox = await startService(options);
};
const search = async (options: Partial<SearchOptions> & Pick<SearchOptions, 'method'>) =>
	await runSearch({ credential: sandbox, ...options });
const namesOf = ({ results }: SearchRun) => results.map(({ name }) => name);
const idsOf = ({ results }: SearchRun) => results.map(({ value }) => value);

/** All that the editor shows when one scrolls to the end. */
async function scroll(options: Pick<SearchOptions, 'method' | 'filter'>): Promise<SearchRun[]> {
	const credential = storedFor(sandbox);
	const runs = [await search({ ...options, credential })];
	for (let token = runs[0]?.paginationToken; token !== undefined;) {
		const run = await search({ ...options, credential, paginationToken: token });
		expect(run.error).toBeUndefined();
		runs.push(run);
		token = run.paginationToken;
	}
	return runs;
}

describe('the list of courses', () => {
	beforeEach(async () => {
		await serve({ courses: 40, coursePageSize: 10 });
	});

	it('has every course once, the published ones first, and says what the others are', async () => {
		const runs = await scroll({ method: 'searchCourses' });
		const courses = sandbox.catalogue.list('courses');
		const isPublished = ({ status }: ListRecord) => status === 'published';
		const published = courses.filter(isPublished).map(({ _id }) => _id);
		const others = courses.filter((one) => !isPublished(one));
		expect(runs.flatMap(idsOf)).toEqual([...published, ...others.map(({ _id }) => _id)]);
		const names = runs.flatMap(namesOf).slice(published.length);
		expect(names).toEqual(
			others.map(
				({ name, status }) =>
					expect.stringContaining(`${String(name)} (${String(status)})`) as string,
			),
		);
		expect(runs.length).toBeGreaterThan(1);
	});

	it('reads a few pages a call at most, however little it finds', async () => {
		const run = await search({ method: 'searchCourses', filter: 'no such course' });
		expect(run.results).toEqual([]);
		expect(run.paginationToken).toBeDefined();
		expect(requestLines(sandbox).filter((line) => line.startsWith('GET'))).toHaveLength(4);
	});

	it.each(['ÉLÉMENTS', 'elements', ' éléments '])(
		'finds by a part of the name, without regard to case and accents: "%s"',
		async (filter) => {
			const { _id } = sandbox.catalogue.records('courses').at(25);
			sandbox.catalogue.update('courses', _id, { name: 'Les Éléments de base' });
			const runs = await scroll({ method: 'searchCourses', filter });
			expect(runs.flatMap(idsOf)).toEqual([_id]);
		},
	);

	it('finds by an ID', async () => {
		const { _id } = sandbox.catalogue.records('courses').at(25);
		const runs = await scroll({ method: 'searchCourses', filter: _id });
		expect(runs.flatMap(idsOf)).toEqual([_id]);
	});

	it('tells courses of the same name apart by their IDs', async () => {
		const [one, two] = [5, 6].map((at) => sandbox.catalogue.records('courses').at(at)._id);
		for (const id of [one, two]) {
			sandbox.catalogue.update('courses', String(id), { name: 'Twice', status: 'published' });
		}
		const runs = await scroll({ method: 'searchCourses', filter: 'twice' });
		expect(runs.flatMap(namesOf)).toEqual([`Twice (${String(one)})`, `Twice (${String(two)})`]);
	});
});

it('groups of the same name are told apart by the group above them, or by their IDs', async () => {
	await serve({ groups: 8 });
	const ids = sandbox.catalogue.list('groups').map(({ _id }) => _id);
	const [top = '', north = '', south = '', a = '', b = '', c = '', d = ''] = ids;
	const name = (id: string, text: string, parentId: string) =>
		sandbox.catalogue.update('groups', id, { name: text, parentId });
	name(north, 'North', top);
	name(south, 'South', top);
	name(a, 'Sales', north);
	name(b, 'Sales', south);
	name(c, 'Service', south);
	name(d, 'Service', south);
	const run = await search({ method: 'searchGroups', filter: 's' });
	expect(namesOf(run)).toEqual(
		expect.arrayContaining([
			'South',
			'Sales (North)',
			'Sales (South)',
			`Service (${c})`,
			`Service (${d})`,
		]),
	);
});

describe('a token from the editor', () => {
	beforeEach(async () => {
		await serve({ groups: 4 });
	});

	it.each([
		['another host', () => '0 https://evil.example/api/v2/groups?next=a'],
		['another list', ({ baseUrl }: Sandbox) => `0 ${baseUrl}/api/v2/users`],
		['user info', ({ baseUrl }: Sandbox) => `0 ${baseUrl.replace('//', '//a:b@')}/api/v2/groups`],
		['the token endpoint', ({ baseUrl }: Sandbox) => `0 ${baseUrl}/api/v2/oauth2/token`],
		['no address', () => '0 http://'],
	])('that leads to %s is not followed', async (_what, token) => {
		const run = await search({ method: 'searchGroups', paginationToken: token(sandbox) });
		expect(run.error?.message).toBe('The link to the next page leads to another address');
		expect(requestLines(sandbox)).toEqual([]);
	});

	it.each(['x', '7 ', 'https://evil.example/'])(
		'that nobody wrote is refused: %s',
		async (token) => {
			const run = await search({ method: 'searchGroups', paginationToken: token });
			expect(run.error?.message).toBe('The list cannot be continued from here');
			expect(requestLines(sandbox)).toEqual([]);
		},
	);
});

it.each([
	['a wrong secret', { clientSecret: 'wrong' }, 'client'],
	['a missing scope', {}, 'permission'],
])('an error in a picker says what to check: %s', async (_what, credential, word) => {
	await serve({ scopes: ['users:read'] });
	const { error, results } = await search({
		method: 'searchGroups',
		credential: { ...storedFor(sandbox).data, ...credential },
	});
	expect(results).toEqual([]);
	expect(error?.message.toLowerCase()).toContain(word);
	expect(error?.description).toMatch(/[Cc]heck|Ask an administrator/);
});

describe('the list of lists', () => {
	beforeEach(async () => {
		await serve({});
	});

	it.each(['learningPlatform', 'learningPlatformTrigger'])(
		'is all that is known: %s',
		async (type) => {
			const run = await search({ method: 'searchLists', type });
			expect(idsOf(run)).toEqual(knownLists.map(({ path }) => path));
			expect(namesOf(run)).toContain('Memberships in a Group (groups:read)');
			expect(requestLines(sandbox)).toEqual([]);
		},
	);

	it.each([
		['a name', 'waitlist', ['classroom-slots/{classroomSlotId}/waitlist']],
		['a scope', 'learningneeds:', ['learning-needs']],
		['a path', 'user-stats', ['paths/{pathId}/sessions/{sessionId}/user-stats']],
	])('is searched by %s', async (_what, filter, paths) => {
		expect(idsOf(await search({ method: 'searchLists', filter }))).toEqual(paths);
	});
});
