import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jsonOf, listCourses, listRecords } from '../lists';
import { runNode } from '../harness';
import { startService } from '../service';
import { callTool } from '../tool';
import { countRequests, namedByHand, nameIn } from './names';

const options = { addNames: ['groups', 'users'] };

const listOther = async (
	sandbox: Awaited<ReturnType<typeof startService>>,
	path: string,
	addNames: string[],
) => {
	const listPath = { __rl: true, mode: 'path', value: path };
	const parameters = { resource: 'other', operation: 'list', listPath, options: { addNames } };
	return await runNode({ credential: sandbox, parameters });
};

it('has the names of groups and users beside their IDs, in every record of the list', async () => {
	const sandbox = await startService({
		courses: 230,
		coursePageSize: 50,
		groups: 120,
		groupPageSize: 50,
	});
	const { items, error } = await listCourses(sandbox, { returnAll: true, options });
	expect(error).toBeUndefined();
	const expected = (sandbox.catalogue.list('courses') as IDataObject[]).map((course) =>
		namedByHand(sandbox, course),
	);
	expect(jsonOf(items)).toEqual(expected);
	expect(jsonOf(items).map((json) => Object.keys(json).join())).toEqual(
		expected.map((json) => Object.keys(json).join()),
	);
});

it('reads a few names one by one, and many with their list, once for all input items', async () => {
	const sandbox = await startService({
		courses: 400,
		coursePageSize: 200,
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
	expect(items).toHaveLength(1_600);
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

it('reads no list of names when there are no IDs', async () => {
	const sandbox = await startService({ courses: 0 });
	const { items } = await listCourses(sandbox, { returnAll: true, options });
	expect(items).toEqual([]);
	expect(countRequests(sandbox)).toEqual({ courses: 1 });
});

describe('an ID that no record has gets an empty name', () => {
	it.each([
		['among a few', 3],
		['among many', 130],
	])('%s', async (_which, groups) => {
		const sandbox = await startService({ courses: 60, groups });
		const { catalogue } = sandbox;
		const [{ _id: courseId } = { _id: '' }] = catalogue.list('courses');
		const nobody = 'f'.repeat(24);
		catalogue.update('courses', courseId, {
			groupId: nobody,
			authorId: null,
			coAuthorIds: [nobody],
		});
		const { items, error } = await listCourses(sandbox, { returnAll: true, options });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			...{ groupId: nobody, groupName: '', authorId: null, authorName: '' },
			...{ coAuthorIds: [nobody], coAuthorNames: [''] },
		});
		expect(items[1]?.json.groupName).not.toBe('');
	});

	it('at a service that knows no single records', async () => {
		const sandbox = await startService({ courses: 5, groups: 3 });
		sandbox.faults.add({
			on: { kind: 'groups/{groupId}' },
			times: Infinity,
			status: 404,
			body: 'Nothing here',
		});
		const [{ _id: courseId } = { _id: '' }] = sandbox.catalogue.list('courses');
		sandbox.catalogue.update('courses', courseId, { groupId: 'f'.repeat(24) });
		const { items } = await listCourses(sandbox, { options: { addNames: ['groups'] } });
		const expected = sandbox.catalogue
			.list('courses')
			.map(({ groupId }) => nameIn(sandbox, 'groups', groupId));
		expect(expected.filter((name) => name === '')).toHaveLength(1);
		expect(jsonOf(items).map(({ groupName }) => groupName)).toEqual(expected);
	});
});

it('finds a record that was added after the list of names was read', async () => {
	const sandbox = await startService({ courses: 300, coursePageSize: 150, groups: 120 });
	const { catalogue, faults } = sandbox;
	const last = catalogue.list('courses').at(-1)?._id ?? '';
	let goOn: () => void = () => undefined;
	const isAdded = new Promise<void>((resolve) => (goOn = resolve));
	faults.add({ on: { kind: 'courses', page: 2 }, before: () => isAdded });
	faults.add({
		on: { kind: 'groups' },
		inBody: () => {
			catalogue.update('courses', last, { groupId: catalogue.add('groups', { name: 'New' })._id });
			goOn();
		},
	});
	const parameters = { returnAll: true, options: { addNames: ['groups'] } };
	const { items } = await listCourses(sandbox, parameters);
	expect(items.at(-1)?.json.groupName).toBe('New');
	expect(countRequests(sandbox)).toEqual({ courses: 2, groups: 1, 'one of groups': 1 });
});

describe('the names of', () => {
	it.each<[path: string, addNames: string[], fields: string[]]>([
		[
			'groups/{groupId}/roles',
			['groups', 'users'],
			['userId', 'userName', 'userMail', 'role', 'groupId', 'groupName'],
		],
		[
			'users/{userId}/roles',
			['groups', 'users'],
			['groupId', 'groupName', 'role', 'userId', 'userName', 'userMail'],
		],
		[
			'users/{userId}/managers',
			['users'],
			['_id', 'managerName', 'managerMail', 'userId', 'userName', 'userMail'],
		],
		[
			'courses/stats',
			['courses', 'users'],
			['courseId', 'courseName', 'userId', 'userName', 'userMail'],
		],
		['paths/stats', ['paths', 'users'], ['userId', 'userName', 'userMail', 'pathId', 'pathName']],
		['courses/{courseId}/tags', ['tags'], ['tagId', 'tagName', 'courseId']],
		[
			'groups/{groupId}/library/course-ids',
			['courses', 'groups'],
			['_id', 'courseName', 'groupId', 'groupName'],
		],
	])('%s are added by %j', async (path, addNames, fields) => {
		const sandbox = await startService({ courses: 30, groups: 10 });
		const { catalogue } = sandbox;
		const ids: Record<string, string> = {
			groupId: catalogue.list('groups')[1]?._id ?? '',
			userId: catalogue.list('users')[30]?._id ?? '',
			courseId: catalogue.list('courses')[1]?._id ?? '',
		};
		const real = path.replace(/\{(\w+)\}/g, (_braces, name: string) => ids[name] ?? '');
		const { items, error } = await listOther(sandbox, real, addNames);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		const of: Record<string, 'users' | 'groups' | 'courses' | 'paths' | 'tags'> = {
			...{ userName: 'users', managerName: 'users', groupName: 'groups', courseName: 'courses' },
			...{ pathName: 'paths', tagName: 'tags' },
		};
		for (const { json } of items) {
			const keys = Object.keys(json);
			expect(keys.filter((key) => fields.includes(key))).toEqual(fields);
			for (const [key, list] of Object.entries(of)) {
				if (!(key in json)) continue;
				const id = json[key.replace('Name', 'Id')] ?? json._id;
				expect([key, json[key]]).toEqual([key, nameIn(sandbox, list, id)]);
			}
		}
	});

	it('users are added with their mail', async () => {
		const sandbox = await startService({ courses: 30 });
		const [statistic] = jsonOf((await listOther(sandbox, 'courses/stats', [])).items);
		const userId = statistic?.userId as string;
		sandbox.catalogue.update('users', userId, { mail: 'ann@learning.example' });
		const { items } = await listOther(sandbox, 'courses/stats', ['users']);
		expect(items[0]?.json).toMatchObject({ userId, userMail: 'ann@learning.example' });
	});

	it('the parents of groups', async () => {
		const sandbox = await startService({ groups: 12 });
		const { items } = await listRecords('group', sandbox, {
			returnAll: true,
			options: { addNames: ['groups'] },
		});
		expect(jsonOf(items).map(({ parentName }) => parentName)).toEqual(
			sandbox.catalogue
				.list('groups')
				.map(({ parentId }) =>
					parentId === undefined ? undefined : nameIn(sandbox, 'groups', parentId),
				),
		);
	});
});

it.each([
	['Raw', {}, 'userId userName userMail role groupId groupName'],
	['Simplified', { output: 'simplified' }, 'userId role groupId groupName userName userMail'],
	['Row', { output: 'row' }, 'recordId userId userName userMail role groupId groupName'],
	[
		'Selected Fields',
		{ output: 'selected', outputFields: 'groupId' },
		'userId role groupId groupName',
	],
])('the members of three groups can be told apart: %s', async (_output, parameters, fields) => {
	const sandbox = await startService({ courses: 5, groups: 3 });
	const groups = sandbox.catalogue.list('groups') as IDataObject[];
	const { items } = await runNode({
		credential: sandbox,
		items: groups.map((json) => ({ json })),
		parameters: {
			...{ resource: 'other', operation: 'list', returnAll: true, ...parameters },
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

describe('names stand beside their IDs in', () => {
	const columns = ['groupId', 'groupName', 'authorId', 'authorName'];

	it.each<[string, INodeParameters, string[]]>([
		['Simplified', { output: 'simplified' }, columns],
		['Row', { output: 'row' }, [...columns, 'coAuthorIds', 'coAuthorNames']],
		[
			'Selected Fields',
			{ output: 'selected', outputFields: 'authorId,groupId' },
			['authorId', 'authorName', 'groupId', 'groupName'],
		],
		[
			'Selected Fields that name one',
			{ output: 'selected', outputFields: 'groupName,groupId' },
			['groupName', 'groupId'],
		],
		[
			'a Row of chosen columns',
			{ output: 'row', outputFields: 'name,groupId' },
			['groupId', 'groupName'],
		],
	])('%s', async (_which, parameters, expected) => {
		const sandbox = await startService({ courses: 12, coursePageSize: 5, groups: 4 });
		const { items } = await listCourses(sandbox, { returnAll: true, ...parameters, options });
		expect(items).toHaveLength(12);
		for (const { json } of items) {
			expect(Object.keys(json).filter((key) => /^(group|author|coAuthor)/.test(key))).toEqual(
				expected,
			);
		}
		const [course = {}] = sandbox.catalogue.list('courses') as IDataObject[];
		expect(items[0]?.json.groupName).toBe(nameIn(sandbox, 'groups', course.groupId));
	});
});

it.each([
	['a Row of groups by the ID that a row has', { output: 'row', outputFields: 'groupId, name' }],
	['Selected Fields', { output: 'selected', outputFields: 'name' }],
])('nobody misses names that were not asked for: %s', async (_which, parameters) => {
	const sandbox = await startService({ groups: 3 });
	const options = { addNames: ['groups'] };
	const { items, log } = await listRecords('group', sandbox, { ...parameters, options });
	expect(items.map(({ json }) => 'groupName' in json)).toEqual([false, false, false]);
	expect(log.map(({ message }) => message).join()).not.toContain('no record has');
});

it('Output Fields in another case have names as well', async () => {
	const sandbox = await startService({ courses: 3, groups: 3 });
	const parameters = { output: 'selected', outputFields: 'GroupId', options };
	const { items } = await listCourses(sandbox, parameters);
	expect(Object.keys(items[0]?.json ?? {})).toEqual(['_id', 'GroupId', 'groupName']);
});

it('Simplified of another list has ten fields beside the names', async () => {
	const sandbox = await startService();
	const listPath = { __rl: true, mode: 'path', value: 'paths' };
	const parameters = { resource: 'other', operation: 'list', listPath, output: 'simplified' };
	const fieldsWith = async (addNames: string[]) => {
		const run = await runNode({
			credential: sandbox,
			parameters: { ...parameters, options: { addNames } },
		});
		return Object.keys(run.items[0]?.json ?? {});
	};
	const named = await fieldsWith(['groups', 'users']);
	expect(named).toEqual(expect.arrayContaining(await fieldsWith([])));
	expect(named).toEqual(expect.arrayContaining(['groupName', 'authorName']));
});

it('only a group has a group as its parent', async () => {
	const sandbox = await startService({ courses: 1 });
	sandbox.catalogue.update('courses', sandbox.catalogue.list('courses')[0]?._id ?? '', {
		parentId: 'f'.repeat(24),
	});
	const { items } = await listCourses(sandbox, { options: { addNames: ['groups'] } });
	expect(items[0]?.json).not.toHaveProperty('parentName');
});

it('what the service itself calls a name stays', async () => {
	const sandbox = await startService({ courses: 1, groups: 3 });
	const [{ _id } = { _id: '' }] = sandbox.catalogue.list('courses');
	sandbox.catalogue.update('courses', _id, { groupName: 'As sent' });
	const { items } = await listCourses(sandbox, { options });
	expect(items[0]?.json.groupName).toBe('As sent');
});

describe('an error says whose names are missing when', () => {
	it('the scope is missing', async () => {
		const scopes = ['courses:read', 'groups:read'];
		const sandbox = await startService({ courses: 5, groups: 3, scopes });
		const { error } = await listCourses(sandbox, { options });
		expect(error?.message).toBe(
			'The API credentials may not read users, so their names cannot be added. Ask an administrator of the platform to add the scope "users:read".',
		);
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'To do without these names, remove Users from Add Names Of under Options.',
			) as string,
		});
	});

	it('their list fails halfway', async () => {
		const sandbox = await startService({ courses: 120, groups: 120, groupPageSize: 50 });
		sandbox.faults.add({ on: { kind: 'groups', page: 2 }, status: 500, times: Infinity });
		const { error, items } = await listCourses(sandbox, {
			returnAll: true,
			options: { addNames: ['groups'], maxRetries: 0 },
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service failed to answer (names of groups, page 2)');
		expect(error).toMatchObject({
			description: expect.stringContaining(
				'remove Groups from Add Names Of under Options',
			) as string,
		});
	});

	it.each<[string, unknown]>([
		['something else is named', ['people']],
		['an expression returns an object', '={{ { a: 1 } }}'],
	])('%s', async (_which, addNames) => {
		const sandbox = await startService({ courses: 5 });
		const { error } = await listCourses(sandbox, { options: { addNames: addNames as string[] } });
		expect(error?.message).toBe(
			'Add Names Of must be one or more of courses, groups, paths, tags, users',
		);
	});
});

it.each<[string, unknown]>([
	['text with commas', 'Groups, users'],
	['an expression with a list', '={{ ["users", "groups"] }}'],
])('can be chosen by %s', async (_which, addNames) => {
	const sandbox = await startService({ courses: 5, groups: 3 });
	const { items } = await listCourses(sandbox, { options: { addNames: addNames as string[] } });
	expect(items.map(({ json }) => 'groupName' in json && 'authorName' in json)).toEqual(
		Array(5).fill(true),
	);
});

it('an agent gets names as well', async () => {
	const sandbox = await startService({ courses: 12, groups: 4 });
	const { answer } = await callTool(sandbox, {
		resource: 'course',
		operation: 'list',
		output: 'simplified',
		limit: 3,
		options,
	});
	const [course = {}] = sandbox.catalogue.list('courses') as IDataObject[];
	expect(answer[0]).toMatchObject({ groupName: nameIn(sandbox, 'groups', course.groupId) });
});

it('as many lists as may be read at once do not wait for each other', async () => {
	const sandbox = await startService({ courses: 60, groups: 120, groupPageSize: 20 });
	const { items, error } = await listCourses(sandbox, { returnAll: true, options }, { items: 40 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2_400);
});

it('nothing is asked for any more when the list has failed', async () => {
	const sandbox = await startService({
		...{ courses: 300, coursePageSize: 150 },
		...{ groups: 180, groupPageSize: 60 },
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
