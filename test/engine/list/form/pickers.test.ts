import type { ListRecord, Sandbox, SandboxOptions } from '../../../sandbox';
import { NO_ID } from '../../../sandbox/examplePaths';
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

	it("has each course once, in the service's order, but archived and deleted ones last", async () => {
		const runs = await scroll({ method: 'searchCourses' });
		const all = sandbox.catalogue.list('courses');
		const shown = [all.slice(0, 20), all.slice(20, 40), all.slice(40)].map((some) => {
			const isPublished = ({ status }: ListRecord) => status === 'published';
			const gone = some.filter((one) => !isPublished(one));
			return [...some.filter(isPublished), ...gone].map(({ _id }) => _id);
		});
		expect(new Set(all.map(({ status }) => status)).size).toBeGreaterThan(1);
		expect(runs.map(idsOf)).toEqual(shown);
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

it('sessions without an audience and sessions that have ended come last', async () => {
	await serve({ courses: 1 });
	const { catalogue } = sandbox;
	for (const { _id } of catalogue.list('paths/sessions')) catalogue.remove('paths/sessions', _id);
	const endDate = '2020-01-31T09:00:00.000Z';
	catalogue.add('paths/sessions', { name: 'A', isAudienceBuilder: false, endDate: undefined });
	catalogue.add('paths/sessions', { name: 'B', isAudienceBuilder: true, endDate });
	catalogue.add('paths/sessions', { name: 'C', isAudienceBuilder: true, endDate: undefined });
	const run = await search({ method: 'searchSessions' });
	expect(namesOf(run)).toEqual(['C', 'A (no audience)', 'B (ended)']);
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

type Twin = Partial<ListRecord> & { group?: string };

describe('records with the same name', () => {
	const person = { firstName: 'Twin', lastName: undefined, mail: undefined };
	const open = { isAudienceBuilder: true, endDate: undefined };

	it.each<[detail: string, method: string, list: string, records: Twin[], shown: string[]]>([
		[
			'the group of courses',
			'searchCourses',
			'courses',
			[{ group: 'North' }, { group: 'South' }, { group: 'nobody' }],
			['Twin (North)', 'Twin (South)', 'Twin (ID 2)'],
		],
		[
			"the first day, in n8n's time zone, of sessions of one group",
			'searchSessions',
			'paths/sessions',
			[
				{ ...open, startDate: '2026-03-01T23:00:00.000Z' },
				{ ...open, startDate: '2027-03-01T09:00:00.000Z' },
			],
			['Twin (2026-03-02)', 'Twin (2027-03-01)'],
		],
		[
			'the email, the primary group, or the user name of users',
			'searchUsers',
			'users',
			[
				{ ...person, mail: 'twin@a.example' },
				{ ...person, username: 'twin.b' },
				{ ...person, username: 'twin.c' },
				{ ...person, username: 'twin.d', group: 'South' },
			],
			['Twin (twin@a.example)', 'Twin (twin.b)', 'Twin (twin.c)', 'Twin (South)'],
		],
	])('show %s', async (_detail, method, list, records, shown) => {
		await serve({ courses: 5, groups: 3 });
		const { catalogue } = sandbox;
		const ids: Record<string, string> = { nobody: NO_ID };
		for (const [at, name] of ['North', 'South'].entries()) {
			const { _id } = catalogue.records('groups').at(at);
			ids[name] = catalogue.update('groups', _id, { name })._id;
		}
		for (const [at, { group = 'North', ...record }] of records.entries()) {
			const { _id } = catalogue.records(list).at(at);
			ids[`ID ${at}`] = _id;
			const own =
				list === 'users'
					? { status: 'active', primaryGroupId: ids[group] }
					: { status: 'published', groupId: ids[group] };
			catalogue.update(list, _id, { name: 'Twin', ...own, ...record });
		}
		const names = namesOf(await search({ method, filter: 'twin' }));
		expect(names).toEqual(shown.map((name) => name.replace(/ID \d/, (id) => ids[id] ?? '')));
	});

	it('show their IDs without the scope for groups', async () => {
		await serve({ courses: 2, scopes: ['courses:read'] });
		const ids = sandbox.catalogue.list('courses').map(({ _id }) => {
			return sandbox.catalogue.update('courses', _id, { name: 'Twin', status: 'published' })._id;
		});
		const names = namesOf(await search({ method: 'searchCourses' }));
		expect(names).toEqual(ids.map((id) => `Twin (${id})`));
	});
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
