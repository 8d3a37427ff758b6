import type { ListRecord, Sandbox, SandboxOptions } from '../../../sandbox';
import { knownLists } from '../../../../nodes/LearningPlatform/catalog/knownLists';
import { resources } from '../../../../nodes/LearningPlatform/catalog/resources';
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

describe('the list of users', () => {
	beforeEach(async () => {
		await serve({ courses: 1, groups: 3 });
	});

	it('has every user once, the active ones first', async () => {
		const found = (await scroll({ method: 'searchUsers' })).flatMap(idsOf);
		const users = sandbox.catalogue.list('users');
		const active = users.filter(({ status }) => status === 'active').map(({ _id }) => _id);
		expect(found.slice(0, active.length)).toEqual(active);
		expect([...found].sort()).toEqual(users.map(({ _id }) => _id).sort());
	});

	it.each(['zoé ärmel', 'zoe.armel@acme', ' ARMEL@'])(
		'finds by name or mail: "%s"',
		async (filter) => {
			const { _id } = sandbox.catalogue.records('users').at(4);
			const person = { firstName: 'Zoé', lastName: 'Ärmel', mail: 'zoe.armel@acme.example' };
			sandbox.catalogue.update('users', _id, { ...person, status: 'active' });
			const runs = await scroll({ method: 'searchUsers', filter });
			expect(runs.flatMap(({ results }) => results)).toEqual([
				{ name: 'Zoé Ärmel (zoe.armel@acme.example)', value: _id },
			]);
		},
	);
});

it.each([
	['paths', 'searchPaths'],
	['tags', 'searchTags'],
])('%s are found by a part of their name', async (list, method) => {
	await serve({ courses: 1, groups: 3 });
	const { _id } = sandbox.catalogue.records(list).at(0);
	sandbox.catalogue.update(list, _id, { name: 'First Aid for Everyone' });
	expect(idsOf(await search({ method, filter: 'first aid for' }))).toEqual([_id]);
});

describe('a service that does not know the filter by status', () => {
	const ids = () => sandbox.catalogue.list('courses').map(({ _id }) => _id);

	it('and ignores it, has every course once, the published ones first', async () => {
		await serve({ courses: 40, coursePageSize: 10, filters: 'ignored' });
		const found = (await scroll({ method: 'searchCourses' })).flatMap(idsOf);
		expect([...found].sort()).toEqual(ids().sort());
		const isPublished = found.map((id) =>
			sandbox.catalogue.list('courses').some((one) => one._id === id && one.status === 'published'),
		);
		expect(isPublished).toEqual([...isPublished].sort().reverse());
	});

	it('and refuses it, has every course in the order of the list', async () => {
		await serve({ courses: 40, coursePageSize: 10 });
		sandbox.faults.add({ on: { kind: 'courses' }, status: 400 });
		expect((await scroll({ method: 'searchCourses' })).flatMap(idsOf)).toEqual(ids());
	});
});

it('records are known by their uuid, where they have no other ID', async () => {
	await serve({ courses: 1, groups: 1 });
	const body = [{ uuid: 'a', name: 'North' }, { uuid: 'b', name: 'Safe North' }, { name: 'none' }];
	sandbox.faults.add({ on: { kind: 'groups' }, body });
	const run = await search({ method: 'searchGroups' });
	expect(run.results).toEqual([
		{ name: 'North', value: 'a' },
		{ name: 'Safe North', value: 'b' },
	]);
});

it('a course that comes twice is shown once, and what begins with the word comes first', async () => {
	await serve({ courses: 1, groups: 1 });
	const body = [
		{ _id: 'a', name: 'Am Straßenrand' },
		{ _id: 'b', name: 'Straßen bauen' },
		{ _id: 'a', name: 'Am Straßenrand' },
	];
	sandbox.faults.add({ on: { kind: 'groups' }, body });
	const run = await search({ method: 'searchGroups', filter: 'STRASSE' });
	expect(idsOf(run)).toEqual(['b', 'a']);
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

it('choices that the service has more of, without a link to them, are an error', async () => {
	await serve({ groups: 4 });
	const body = (data: unknown) => ({ data, has_more: true });
	sandbox.faults.add({ on: { kind: 'groups' }, body });
	const { error } = await search({ method: 'searchGroups' });
	expect(error?.message).toBe(
		'The service says that the list goes on, but has no link to the next page (groups, page 1)',
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
	expect(`${error?.message} ${error?.description}`).toMatch(/[Cc]heck|Ask an administrator/);
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

	it.each([
		['completion', 'courses/stats'],
		['learner', 'users'],
		['progress', 'paths/stats'],
		['participants', 'classroom-slots/{classroomSlotId}/registrations'],
		['employee', 'users'],
		['score', 'courses/stats'],
		['members of', 'groups/{groupId}/roles'],
		['group members', 'groups/{groupId}/roles'],
		['training', 'courses'],
		['diploma', 'users/{userId}/certificates'],
	])('has what people call "%s": %s', async (filter, path) => {
		expect(idsOf(await search({ method: 'searchLists', filter }))).toContain(path);
	});
});

describe('the fields to choose from', () => {
	const atPath = (value: string, mode = 'list') => ({
		resource: 'other',
		listPath: { __rl: true, mode, value },
	});
	const roles = ['userId', 'role', 'groupId'];

	beforeEach(async () => {
		await serve({});
	});

	it.each(['learningPlatform', 'learningPlatformTrigger'])(
		'are those of courses before a resource is chosen, without a request: %s',
		async (type) => {
			const run = await search({ method: 'getFields', type });
			expect(idsOf(run)).toEqual(resources[0]?.knownFields);
			expect(run.results).toContainEqual({
				name: 'duration',
				value: 'duration',
				description: 'How long the course takes, in minutes',
			});
			const filters = await search({ method: 'searchFilterFields', type });
			expect(idsOf(filters)).toContain('tagIds');
			expect(requestLines(sandbox)).toEqual([]);
		},
	);

	it.each([
		[
			'a resource',
			{ resource: 'group' },
			resources.find(({ value }) => value === 'group')?.knownFields,
		],
		['a list whose IDs are in fields', atPath('groups/{groupId}/roles'), roles],
		['a path with IDs', atPath('groups/5f0c1a2b3c4d5e6f70819203/roles', 'path'), roles],
		[
			'a path as it stands in an address',
			atPath(' /api/v2/tags', 'path'),
			['_id', 'name', 'isMain', 'source', 'externalId'],
		],
		[
			'a path that an expression gives',
			{ resource: 'other', listPath: 'tags' },
			['_id', 'name', 'isMain', 'source', 'externalId'],
		],
		['no list yet', atPath(''), []],
		['a list that is not known', atPath('lessons', 'path'), []],
		['what is no path', atPath('https://a.example/{{ $json }}', 'path'), []],
		['a resource of a newer version', { resource: 'lesson' }, []],
	])('follow %s', async (_what, parameters, names) => {
		const run = await search({ method: 'getFields', parameters });
		expect(run.error).toBeUndefined();
		expect(idsOf(run)).toEqual(names);
	});

	it.each([
		['', ['createdAt', 'status', 'type']],
		['when', ['createdAt']],
		['greater', ['createdAt']],
		['STATUS', ['status']],
	])('of Field Filters are those that the list can be filtered by: "%s"', async (filter, names) => {
		const parameters = atPath('bulk/operations');
		const run = await search({ method: 'searchFilterFields', parameters, filter });
		expect(idsOf(run)).toEqual(names);
	});

	it('of Field Filters come with the operators that they take', async () => {
		const run = await search({ method: 'searchFilterFields', parameters: atPath('tags') });
		expect(run.results).toEqual([
			{ name: 'isMain: Whether it is a main tag (Equals)', value: 'isMain' },
		]);
	});
});
