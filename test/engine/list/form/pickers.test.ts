import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { runSearch, type SearchOptions, type SearchRun } from '../../harness';
import { requestLines, startService, storedFor } from '../../service';

let sandbox: Sandbox;

const serve = async (options: SandboxOptions) => {
	sandbox = await startService(options);
};
const search = async (options: Partial<SearchOptions> & Pick<SearchOptions, 'method'>) =>
	await runSearch({ credential: sandbox, ...options });
const namesOf = ({ results }: SearchRun) => results.map(({ name }) => name);
const idsOf = ({ results }: SearchRun) => results.map(({ value }) => value);

/** Returns everything that the editor shows when the list is scrolled to the end. */
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
		await serve({ courses: 50, coursePageSize: 10 });
	});

	it("has each course once, in the service's order", async () => {
		const runs = await scroll({ method: 'searchCourses' });
		const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
		expect(runs.map(idsOf)).toEqual([ids.slice(0, 20), ids.slice(20, 40), ids.slice(40)]);
	});

	it('reads at most four pages at a time', async () => {
		const run = await search({ method: 'searchCourses', filter: 'no such course' });
		expect(run.results).toEqual([]);
		expect(run.paginationToken).toBeDefined();
		expect(requestLines(sandbox).filter((line) => line.startsWith('GET'))).toHaveLength(4);
	});

	it('finds records by ID or by part of a name, ignoring case and accents', async () => {
		const { _id } = sandbox.catalogue.records('courses').at(25);
		sandbox.catalogue.update('courses', _id, { name: 'Les Éléments de base' });
		for (const filter of [' elements ', `${_id}\n`]) {
			const runs = await scroll({ method: 'searchCourses', filter });
			expect(runs.flatMap(idsOf)).toEqual([_id]);
		}
	});
});

it('a group that the service sends twice is shown once', async () => {
	await serve({ courses: 1, groups: 1 });
	const body = [
		{ _id: 'a', name: 'Am Straßenrand' },
		{ _id: 'b', name: 'Straßen bauen' },
		{ _id: 'a', name: 'Am Straßenrand' },
	];
	sandbox.faults.add({ on: { kind: 'groups' }, body });
	const run = await search({ method: 'searchGroups', filter: 'STRASSE' });
	expect(idsOf(run)).toEqual(['a', 'b']);
});

it('groups with the same name also show their parent group or their ID', async () => {
	await serve({ groups: 9 });
	const ids = sandbox.catalogue.list('groups').map(({ _id }) => _id);
	const [top = '', north = '', south = '', a = '', b = '', c = '', d = '', e = ''] = ids;
	const name = (id: string, text: string, parentId: string) =>
		sandbox.catalogue.update('groups', id, { name: text, parentId });
	name(north, 'North', top);
	name(south, 'South', top);
	name(a, 'Sales', north);
	name(b, 'Sales', south);
	name(c, 'Service', south);
	name(d, 'Service', south);
	name(e, 'Sales', 'nobody');
	const run = await search({ method: 'searchGroups', filter: 's' });
	expect(namesOf(run)).toEqual(
		expect.arrayContaining([
			'South',
			'Sales (North)',
			'Sales (South)',
			`Sales (${e})`,
			`Service (${c})`,
			`Service (${d})`,
		]),
	);
});

it.each<[name: string, pathOf: (own: string) => unknown, isOfPath: boolean]>([
	['the chosen path', (value) => ({ __rl: true, mode: 'list', value }), true],
	[
		'a path by URL',
		(id) => ({ __rl: true, mode: 'url', value: `https://x.example/path/${id}` }),
		true,
	],
	['all paths, before one is chosen', () => ({ __rl: true, mode: 'list', value: '' }), false],
	['all paths if an expression chooses one', () => '={{ $json.pathId }}', false],
])('sessions are those of %s', async (_name, pathOf, isOfPath) => {
	await serve({ courses: 1, groups: 1 });
	const { _id } = sandbox.catalogue.records('paths').at(0);
	const list = isOfPath ? `paths/${_id}/sessions` : 'paths/sessions';
	const pathId = pathOf(_id) as string;
	const run = await search({ method: 'searchSessions', parameters: { pathId } });
	expect(requestLines(sandbox).filter((line) => line.startsWith('GET'))).toEqual([
		`GET /api/v2/${list}`,
	]);
	expect(idsOf(run)).toContain(sandbox.catalogue.list(list)[0]?._id);
});

it.each([
	['another list', ({ baseUrl }: Sandbox) => `${baseUrl}/api/v2/users`],
	['no address', () => '7 '],
])('a pagination token for %s is not followed', async (_what, token) => {
	await serve({ groups: 4 });
	const run = await search({ method: 'searchGroups', paginationToken: token(sandbox) });
	expect(run.error?.message).toBe('The link to the next page points to a different address');
	expect(requestLines(sandbox)).toEqual([]);
});

it.each([
	['a wrong secret', { clientSecret: 'wrong' }, 'client'],
	['a missing scope', {}, 'do not have access'],
])('an error in a picker says what to check: %s', async (_what, credential, word) => {
	await serve({ scopes: ['users:read'] });
	const { error, results } = await search({
		method: 'searchGroups',
		credential: { ...storedFor(sandbox).data, ...credential },
	});
	expect(results).toEqual([]);
	expect(error?.message.toLowerCase()).toContain(word);
	expect(`${error?.message} ${error?.description}`).toMatch(
		/[Cc]heck|Ask a platform administrator/,
	);
});
