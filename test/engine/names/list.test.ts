import type { IDataObject } from 'n8n-workflow';

import { byPath, jsonOf, listCourses, listRecords } from '../lists';
import { runNode } from '../harness';
import { startService } from '../service';
import { countRequests, namedByHand } from './names';

const options = { addNames: ['groups', 'users'] };

it('every record has the names of groups and users next to their IDs', async () => {
	const sandbox = await startService({
		courses: 130,
		coursePageSize: 50,
		users: 100,
		groups: 120,
		groupPageSize: 50,
	});
	const { items, error, log } = await listCourses(sandbox, { returnAll: true, options });
	expect(error).toBeUndefined();
	const expected = (sandbox.catalogue.list('courses') as IDataObject[]).map((course) =>
		namedByHand(sandbox, course),
	);
	expect(jsonOf(items)).toEqual(expected);
	expect(jsonOf(items).map((json) => Object.keys(json).join())).toEqual(
		expected.map((json) => Object.keys(json).join()),
	);
	const listed = log.filter(({ message }) => message.includes(': listed '));
	expect(
		listed.map(({ level, metadata: { list } }) => `${level}: ${list as string}`).sort(),
	).toEqual(['debug: names of groups', 'info: courses']);
});

it('a few names are read one by one, and many are read as a list, once for all input items', async () => {
	const sandbox = await startService({
		courses: 240,
		coursePageSize: 120,
		groups: 130,
		groupPageSize: 50,
	});
	await listCourses(sandbox, { limit: 5, options: { addNames: ['groups'] } }, { items: 1 });
	const few = new Set(
		sandbox.catalogue
			.list('courses')
			.slice(0, 5)
			.map(({ groupId }) => groupId),
	);
	expect(countRequests(sandbox)).toEqual({ courses: 1, 'one of groups': few.size });

	sandbox.journal.clear();
	const { items } = await listCourses(sandbox, { returnAll: true, options }, { items: 4 });
	expect(items).toHaveLength(960);
	const authors = new Set(
		sandbox.catalogue
			.list('courses')
			.flatMap(({ authorId, coAuthorIds }) => [authorId, ...(coAuthorIds as unknown[])]),
	);
	expect(countRequests(sandbox)).toEqual({
		courses: 8,
		groups: 3,
		'one of users': authors.size,
	});
});

it.each([
	['Raw', {}, 'userId userName userMail role groupId groupName'],
	['Row', { output: 'row' }, 'recordId userId userName userMail role groupId groupName'],
])('members of three groups have three group names: %s', async (_output, parameters, fields) => {
	const sandbox = await startService({ courses: 5, groups: 3 });
	const groups = sandbox.catalogue.list('groups') as IDataObject[];
	const { items } = await runNode({
		credential: sandbox,
		items: groups.map((json) => ({ json })),
		parameters: {
			resource: 'other',
			operation: 'list',
			returnAll: true,
			...parameters,
			listPath: { __rl: true, mode: 'list', value: 'groups/{groupId}/roles' },
			groupId: { __rl: true, mode: 'id', value: '={{ $json._id }}' },
			options: { addNames: ['groups', 'users'] },
		},
	});
	expect(jsonOf(items).map(({ groupId, groupName }) => [groupId, groupName])).toEqual(
		groups.flatMap(({ _id, name }) =>
			sandbox.catalogue.list(`groups/${_id as string}/roles`).map(() => [_id, name]),
		),
	);
	expect(new Set(jsonOf(items).map((json) => Object.keys(json).join(' ')))).toEqual(
		new Set([fields]),
	);
});

it.each([
	['Row output with a group ID', { output: 'row', outputFields: 'groupId, name' }],
	['Selected Fields', { output: 'selected', outputFields: 'name' }],
])('names that were not asked for are not reported as missing: %s', async (_which, parameters) => {
	const sandbox = await startService({ groups: 3 });
	const options = { addNames: ['groups'] };
	const { items, log } = await listRecords('group', sandbox, { ...parameters, options });
	expect(items.map(({ json }) => 'groupName' in json)).toEqual([false, false, false]);
	expect(log.map(({ message }) => message).join()).not.toContain('no record has');
});

describe('an error says which names are missing if', () => {
	it('the scope is missing', async () => {
		const scopes = ['courses:read', 'groups:read'];
		const sandbox = await startService({ courses: 5, groups: 3, scopes });
		const { error } = await listCourses(sandbox, { options });
		expect(error?.message).toBe(
			'The API credentials are not allowed to read users, so their names cannot be added. Ask a platform administrator to add the "users:read" scope.',
		);
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'The operation also needs these scopes: "courses:read", "groups:read". To list records without these names, remove Users from Add Names Of under Options.',
			) as string,
		});
	});

	it('each of two lists lacks the scope for the same names', async () => {
		const scopes = ['courses:read', 'groups:read'];
		const sandbox = await startService({ courses: 5, groups: 3, scopes });
		const listPath = "={{ ['courses', 'groups/' + $json._id + '/roles'][$itemIndex] }}";
		const [json = {}] = sandbox.catalogue.list('groups') as IDataObject[];
		const { items } = await runNode({
			credential: sandbox,
			parameters: {
				resource: 'other',
				operation: 'list',
				listPath: byPath(listPath),
				options: { addNames: ['users'] },
			},
			items: [{ json }, { json }],
			onError: 'continueRegularOutput',
		});
		expect(jsonOf(items).map(({ message }) => message)).toEqual([
			expect.stringContaining('The operation also needs this scope: "courses:read".') as string,
			expect.stringContaining('The operation also needs this scope: "groups:read".') as string,
		]);
	});

	it('the list of names fails halfway', async () => {
		const sandbox = await startService({ courses: 120, groups: 120, groupPageSize: 50 });
		sandbox.faults.add({ on: { kind: 'groups', page: 2 }, status: 500, times: Infinity });
		const { error, items } = await listCourses(sandbox, {
			returnAll: true,
			options: { addNames: ['groups'], maxRetries: 0 },
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The service failed to process the request (names of groups, page 2)',
		);
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'remove Groups from Add Names Of under Options',
			) as string,
		});
	});

	it('Add Names Of has an unknown value', async () => {
		const sandbox = await startService({ courses: 5 });
		const { error } = await listCourses(sandbox, { options: { addNames: ['people'] } });
		expect(error?.message).toBe(
			'Add Names Of must be courses, groups, managers, paths, tags, or users',
		);
	});
});

it('an error of a list without IDs of groups and users names none of their scopes', async () => {
	const sandbox = await startService({ courses: 1, scopes: ['courses:read'] });
	const { error } = await runNode({
		credential: sandbox,
		parameters: { resource: 'other', operation: 'list', listPath: byPath('skills'), options },
	});
	expect(error?.message).toContain('the "skills:read" scope');
	expect(error?.description).not.toContain('also needs');
});

it.each<[string, unknown]>([
	['text with commas', 'Groups, users'],
	['an expression with a list', '={{ ["users", "groups"] }}'],
])('Add Names Of can be %s', async (_which, addNames) => {
	const sandbox = await startService({ courses: 5, groups: 3 });
	const { items } = await listCourses(sandbox, { options: { addNames: addNames as string[] } });
	expect(items.map(({ json }) => 'groupName' in json && 'authorName' in json)).toEqual(
		Array(5).fill(true),
	);
});

it('lists that fill all slots do not wait for names forever', async () => {
	const sandbox = await startService({ courses: 60, groups: 120, groupPageSize: 40 });
	const { items, error } = await listCourses(sandbox, { returnAll: true, options }, { items: 20 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1_200);
});

it('no names are read once the list has failed', async () => {
	const sandbox = await startService({
		courses: 300,
		coursePageSize: 150,
		groups: 180,
		groupPageSize: 60,
	});
	const { catalogue, faults, journal } = sandbox;
	const groupIds = catalogue.list('groups').map(({ _id }) => _id);
	catalogue.list('courses').forEach(({ _id }, index) => {
		catalogue.update('courses', _id, { groupId: groupIds[index % 60] });
	});
	let goOn: () => void = () => undefined;
	const hasFailed = new Promise<void>((resolve) => (goOn = resolve));
	faults.add({ on: { kind: 'groups', page: 2 }, before: () => hasFailed });
	faults.add({
		on: { kind: 'courses', page: 2 },
		status: 400,
		before: async () => {
			await journal.waitFor(({ kind, page }) => kind === 'groups' && page === 2);
		},
	});
	const parameters = { returnAll: true, options: { addNames: ['groups'] } };
	const { error } = await listCourses(sandbox, parameters);
	expect(error?.message).toContain('(courses, page 2)');
	goOn();
	await journal.idle();
	expect(countRequests(sandbox)).toEqual({ courses: 2, groups: 2 });
});
