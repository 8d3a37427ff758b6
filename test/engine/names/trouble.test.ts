import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { exportFile } from '../export/exports';
import { jsonOf, listCourses } from '../lists';
import { startProxy } from '../proxy';
import { outcomes, startService } from '../service';
import { countRequests } from './names';

const NOBODY = 'f'.repeat(24);

const items = (...jsons: IDataObject[]): INodeExecutionData[] => jsons.map((json) => ({ json }));

const addNames = (...lists: string[]) => ({ options: { addNames: lists, maxRetries: 0 } });

it.each<[string, string, number, Fault]>([
	['a web page', 'among a few', 3, { status: 200, body: '<html>Log in</html>' }],
	['nothing in it', 'among a few', 3, { status: 200, body: {} }],
	[
		'another record',
		'among many',
		120,
		{ status: 200, body: { _id: 'e'.repeat(24), name: 'Another' } },
	],
	['a refusal of the request', 'among many', 120, { status: 400 }],
])(
	'a name is an error, and not empty, when the service answers for its ID with %s, %s',
	async (_answer, _which, groups, fault) => {
		const sandbox = await startService({ courses: 120, groups });
		const [{ _id } = { _id: '' }] = sandbox.catalogue.list('courses');
		sandbox.catalogue.update('courses', _id, { groupId: NOBODY });
		sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, times: Infinity, ...fault });
		const { error } = await listCourses(sandbox, { returnAll: true, ...addNames('groups') });
		expect(error?.message).toContain('(names of groups)');
		expect(error?.description).toContain('remove Groups from Add Names Of');
	},
);

describe('an input item reads names by its own settings:', () => {
	it('Max Retries', async () => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, times: Infinity, status: 500 });
		const options = { addNames: ['groups'], maxRetries: '={{ $json.retries }}' };
		const run = await listCourses(
			sandbox,
			{ options },
			{ items: items({ retries: 0 }, { retries: 1 }), onError: 'continueRegularOutput' },
		);
		expect(run.items).toHaveLength(2);
		expect(countRequests(sandbox)).toMatchObject({ 'one of groups': 3 });
	});

	it('the proxy of Request Options', async () => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		const proxies = [await startProxy(), await startProxy()];
		await listCourses(
			sandbox,
			{ ...addNames('groups'), requestOptions: { proxy: '={{ $json.proxy }}' } },
			{ items: items(...proxies.map(({ url }) => ({ proxy: url }))) },
		);
		const groups = ({ carried }: (typeof proxies)[number]) =>
			carried.filter((line) => line.includes('/api/v2/groups/'));
		expect(proxies.map(groups)).toEqual([
			[expect.any(String) as string],
			[expect.any(String) as string],
		]);
	});
});

it.each<[string, Fault]>([
	['the answer for its own ID cannot be read', { status: 200, body: '<html>Log in</html>' }],
	['it may not read the group that it needs', { status: 403 }],
])('an input item leaves the others their names when %s', async (_what, fault) => {
	const sandbox = await startService({ courses: 2, groups: 2 });
	const groupIds = [NOBODY, 'e'.repeat(24)];
	sandbox.catalogue.list('courses').forEach(({ _id }, at) => {
		sandbox.catalogue.update('courses', _id, { groupId: groupIds[at] });
	});
	sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, ...fault });
	const filters = { groupId: { __rl: true, mode: 'id', value: '={{ $json.groupId }}' } };
	const run = await listCourses(
		sandbox,
		{ ...addNames('groups'), filters },
		{ items: items(...groupIds.map((groupId) => ({ groupId }))), onError: 'continueRegularOutput' },
	);
	const outcome = jsonOf(run.items).map(({ error, groupName }) => error ?? groupName);
	expect(outcome.filter((name) => name !== '')).toEqual([
		expect.stringMatching(/groups/) as string,
	]);
	expect(outcome).toHaveLength(2);
});

describe('a right that is missing, and told by 401,', () => {
	const mayNotRead = (list: string) =>
		`The API credentials may not read ${list}, so their names cannot be added. Ask an administrator of the platform to add the scope "${list}:read".`;

	/** How many are asked for one by one at once; each is asked for with both tokens. */
	const AT_ONCE = 16;

	it.each([
		['a few', 'users', 'users/{userId}', 20],
		['many', 'groups', 'groups', 120],
	] as const)('takes one new token for the names of %s', async (_which, list, kind, limit) => {
		const sandbox = await startService({ courses: 120, groups: 120 });
		sandbox.faults.add({ on: { kind }, times: Infinity, status: 401 });
		const run = await listCourses(
			sandbox,
			{ limit, options: { addNames: [list] } },
			{ items: 40, onError: 'continueRegularOutput' },
		);
		expect(jsonOf(run.items).map(({ error }) => error)).toEqual(Array(40).fill(mayNotRead(list)));
		expect(sandbox.journal.of('token')).toHaveLength(2);
		expect(outcomes(sandbox).filter((outcome) => outcome === 'courses 401')).toEqual([]);
		expect(sandbox.journal.of(kind).length).toBeLessThanOrEqual(2 * AT_ONCE);
	});

	it('is asked for once by items that are read one after the other', async () => {
		const sandbox = await startService({ courses: 120, groups: 120 });
		sandbox.faults.add({ on: { kind: 'groups' }, times: 2, status: 401 });
		const run = await exportFile(
			sandbox,
			{ options: { addNames: ['groups'] } },
			{ items: 3, onError: 'continueRegularOutput' },
		);
		expect(jsonOf(run.items).map(({ error }) => error)).toEqual(
			Array(3).fill(mayNotRead('groups')),
		);
		expect(sandbox.journal.of('token')).toHaveLength(2);
	});
});

it('a token that is refused twice while names are read is renewed again', async () => {
	const sandbox = await startService({ courses: 120, groups: 120, groupPageSize: 60 });
	sandbox.faults.add({ on: { kind: 'groups', page: 2 }, times: 2, status: 401 });
	const { items: named, error } = await listCourses(sandbox, {
		limit: 120,
		options: { addNames: ['groups'] },
	});
	expect(error).toBeUndefined();
	expect(named).toHaveLength(120);
});

it('a row has a name for each ID, whatever stands in them', async () => {
	const sandbox = await startService({ courses: 1 });
	const { catalogue } = sandbox;
	const ann = catalogue.add('users', { firstName: 'Doe,', lastName: 'Ann' })._id;
	const bob = catalogue.add('users', { firstName: 'Bob', lastName: 'Roe' })._id;
	const [{ _id } = { _id: '' }] = catalogue.list('courses');
	catalogue.update('courses', _id, { coAuthorIds: [ann, null, NOBODY, bob] });
	const { items: rows } = await listCourses(sandbox, { output: 'row', ...addNames('users') });
	expect(rows[0]?.json).toMatchObject({
		coAuthorIds: `${ann}, , ${NOBODY}, ${bob}`,
		coAuthorNames: '"Doe, Ann", , , Bob Roe',
	});
});
