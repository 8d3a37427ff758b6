import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SEED } from '../../repeats';
import { exportFile } from '../export/exports';
import { runNode, type NodeOptions } from '../harness';
import { byId, fieldFilter, jsonOf } from '../lists';
import { NO_ID } from '../../sandbox/examplePaths';
import { countRequests } from '../names/names';
import { outcomes, requestLines, startService } from '../service';
import { callTool } from '../tool';
import { expected, type Platform, startRandomly } from './model';

let platform: Platform;

beforeEach(async () => {
	platform = await startRandomly(SEED);
});

const question = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'trainingStatus',
	operation: 'list',
	returnAll: true,
	courseId: byId(platform.ids.course),
	pathId: byId(platform.ids.path),
	groupId: byId(platform.ids.group),
	...more,
});

const ask = async (more: INodeParameters = {}, options: Partial<NodeOptions> = {}) =>
	await runNode({ credential: platform.sandbox, ...options, parameters: question(more) });

const answer = async (more: INodeParameters = {}) => {
	const { items, error } = await ask(more);
	expect(error).toBeUndefined();
	return jsonOf(items);
};

/** The expected people's IDs, derived only from the platform's records. */
const counted = (training: 'course' | 'path', people: string, show: string) =>
	[...expected(platform, { training, people, show }).keys()].sort();

const idsOf = (records: IDataObject[]) => records.map(({ userId }) => userId).sort();

it('rejects Late for courses, which have no due date', async () => {
	const { error } = await ask({ show: 'late' });
	expect(error?.message).toBe('Show must be all, completed, or notCompleted');
});

it('by default, lists active users who have not completed a course, or enrolled users who have not completed a path', async () => {
	expect(idsOf(await answer())).toEqual(counted('course', 'active', 'notCompleted'));
	const ofPath = await answer({ training: 'path' });
	expect(idsOf(ofPath)).toEqual(counted('path', 'enrolled', 'notCompleted'));
});

it('requests only the course, its attempts, and the active users', async () => {
	await answer();
	const { sandbox, ids } = platform;
	const gets = requestLines(sandbox).filter((line) => line.startsWith('GET '));
	expect(gets).toEqual([
		`GET /api/v2/courses/${ids.course}`,
		`GET /api/v2/courses/stats?courseId[eq]=${ids.course}`,
		'GET /api/v2/users?status[eq]=active',
	]);
});

describe('several courses and all active users', () => {
	const items = [0, 1, 2].map((at) => ({ json: { at } }));
	const each = (more: INodeParameters = {}) => {
		const ids = platform.sandbox.catalogue.list('courses').map(({ _id }) => _id);
		return { courseId: byId(`={{ ${JSON.stringify(ids)}[$json.at] }}`), ...more };
	};
	const usersRead = () => countRequests(platform.sandbox).users;

	it.each(['list', 'export'])('read the users once: %s', async (operation) => {
		const run = await ask({ ...each({ show: 'all' }), operation }, { items });
		expect(run.error).toBeUndefined();
		const active = counted('course', 'active', 'all').length;
		expect(run.items).toHaveLength(items.length * (operation === 'list' ? active : 1));
		if (operation === 'export') {
			const counts = jsonOf(run.items).map(({ records }) => records);
			expect(counts).toEqual(items.map(() => active));
		}
		expect(usersRead()).toBe(1);
	});

	it('read the users again for different filters and log the number searched', async () => {
		const parameters = each({ filters: { nameContains: '={{ ["a", "e", "a"][$json.at] }}' } });
		const { items: found, error, log } = await ask(parameters, { items });
		expect(error).toBeUndefined();
		expect(found.length).toBeGreaterThan(0);
		expect(usersRead()).toBe(2);
		const searches = log.filter(({ message }) => / listed \d+ of \d+ records /.test(message));
		expect(searches).toHaveLength(3);
	});

	it('read only the first page for a low Limit', async () => {
		const sandbox = await startService({ courses: 3, users: 90, pageSizes: { users: 10 } });
		platform = { ...platform, sandbox };
		const { items: found } = await ask(each({ returnAll: false, limit: 2, show: 'all' }), {
			items,
		});
		expect(found).toHaveLength(6);
		expect(new Set(sandbox.journal.of('users').map(({ page }) => page))).toEqual(new Set([1]));
	});

	it('read the users again after a failure', async () => {
		platform.sandbox.faults.add({ on: { kind: 'users' }, status: 500 });
		const parameters = { ...question(each()), operation: 'export', options: { maxRetries: 0 } };
		const { items: found } = await runNode({
			credential: platform.sandbox,
			parameters,
			items,
			onError: 'continueRegularOutput',
		});
		expect(found.map(({ json }) => json.error === undefined)).toEqual([false, true, true]);
		expect(usersRead()).toBe(2);
	});
});

it.each([
	['course', { courseId: byId(NO_ID) }],
	['path', { training: 'path', pathId: byId(NO_ID) }],
	['group', { people: 'group', groupId: byId(NO_ID) }],
])('a nonexistent %s causes an error, not an empty list', async (name, more) => {
	const { error, items } = await ask(more);
	expect(items).toEqual([]);
	expect(error?.message).toBe(`The service has no ${name} with the ID "${NO_ID}"`);
});

it('sends no request for the course after the node has failed', async () => {
	const { sandbox } = platform;
	sandbox.faults.add({ on: { kind: 'courses/{courseId}' }, status: 503 });
	const { error } = await ask({ people: 'group', groupId: byId(NO_ID) });
	expect(error?.message).toContain('no group');
	expect(outcomes(sandbox).slice(1)).toEqual([
		'courses/{courseId} 503',
		'courses/{courseId} 200',
		'groups/{groupId} 404',
	]);
});

it('accepts an uppercase ID and returns it as the platform writes it', async () => {
	const { sandbox } = platform;
	const { course: courseId } = platform.ids;
	const body = { _id: courseId };
	sandbox.faults.add({ on: { kind: 'courses/{courseId}' }, status: 200, body });
	const records = await answer({ courseId: byId(courseId.toUpperCase()), show: 'all' });
	expect(new Set(records.map((record) => record.courseId))).toEqual(new Set([courseId]));
	expect(records.some(({ status }) => status === 'completed')).toBe(true);
});

it.each<[scopes: string[], asked: INodeParameters, missing: string, others: string]>([
	[['courses:read', 'courseStats:read'], {}, 'users:read', '"courses:read", "courseStats:read"'],
	[['tags:read'], {}, 'courses:read', '"courseStats:read", "users:read"'],
	[
		['tags:read'],
		{ training: 'path', people: 'group' },
		'paths:read',
		'"pathStats:read", "users:read", "groups:read"',
	],
])('with only %j, the error names all scopes: %j', async (scopes, asked, missing, others) => {
	const sandbox = await startService({ courses: 3, scopes });
	const courseId = byId(sandbox.catalogue.records('courses').at(0)._id);
	const parameters = question({ courseId, ...asked });
	const { error } = await runNode({ credential: sandbox, parameters });
	expect(error?.message).toContain(`to add the "${missing}" scope.`);
	expect(error?.description).toContain(`The operation also needs these scopes: ${others}.`);
});

it('the error of each input item names the scopes of its own lists', async () => {
	const scopes = ['courses:read', 'courseStats:read', 'paths:read', 'pathStats:read'];
	const sandbox = await startService({ courses: 3, scopes });
	const idIn = (list: 'courses' | 'paths') => byId(sandbox.catalogue.records(list).at(0)._id);
	const parameters = question({
		courseId: idIn('courses'),
		pathId: idIn('paths'),
		people: 'active',
		training: "={{ ['course', 'path'][$itemIndex] }}",
	});
	const options = { items: 2, onError: 'continueRegularOutput' } as const;
	const { items } = await runNode({ credential: sandbox, parameters, ...options });
	const others = ['"courses:read", "courseStats:read"', '"paths:read", "pathStats:read"'];
	expect(jsonOf(items).map(({ message }) => message)).toEqual(
		others.map((some) => expect.stringContaining(`also needs these scopes: ${some}.`) as string),
	);
});

it.each(['active', 'group'])('filters narrow the people: %s', async (people) => {
	const { catalogue } = platform.sandbox;
	const [one = '', ...others] = counted('course', people, 'all');
	for (const id of others) catalogue.update('users', id, { firstName: 'Zoe', lastName: 'Ito' });
	const mail = 'ana.silva@example.com';
	catalogue.update('users', one, { mail, firstName: 'Ana', lastName: 'Silva' });
	for (const filters of [{ mail }, { nameContains: 'silva' }]) {
		expect(idsOf(await answer({ people, show: 'all', filters }))).toEqual([one]);
	}
});

it('omits a deleted member, even if a filter finds the person', async () => {
	const { catalogue } = platform.sandbox;
	const [role] = catalogue.list(`groups/${platform.ids.group}/roles`);
	const mail = 'ana@example.com';
	const { _id } = catalogue.update('users', String(role?.userId), { mail, status: 'active' });
	const asked = { people: 'group', show: 'all', filters: { mail } };
	expect(idsOf(await answer(asked))).toEqual([_id]);
	catalogue.update('users', _id, { status: 'deleted' });
	expect(await answer(asked)).toEqual([]);
});

it('omits a member whose user is missing and reports no empty name', async () => {
	const { catalogue } = platform.sandbox;
	const [role] = catalogue.list(`groups/${platform.ids.group}/roles`);
	catalogue.remove('users', String(role?.userId));
	const asked = { people: 'group', show: 'all' };
	const { items, log, error } = await ask(asked);
	expect(error).toBeUndefined();
	expect(idsOf(jsonOf(items))).not.toContain(role?.userId);
	expect(log.filter(({ message }) => message.includes('names left empty'))).toEqual([]);
});

it('applies Limit and Add Names Of', async () => {
	const records = await answer({
		show: 'all',
		returnAll: false,
		limit: 3,
		options: { addNames: ['courses'] },
	});
	const { name } = platform.sandbox.catalogue.get('courses', platform.ids.course);
	expect(records.map(({ courseName }) => courseName)).toEqual(Array(3).fill(name));
});

it('a file with no people has all columns', async () => {
	platform.sandbox.catalogue.clear('paths/stats');
	for (const output of ['raw', 'row']) {
		const parameters = { ...question({ training: 'path', output }), operation: 'export' };
		const { items } = await exportFile(platform.sandbox, parameters);
		expect(items[0]?.json).toMatchObject({
			records: 0,
			columns: expect.arrayContaining(['userId', 'userName', 'dueDate', 'pathId']) as string[],
		});
	}
});

it('an agent gets simplified records and a note about the people beyond the limit', async () => {
	const asked = question({ show: 'all', returnAll: false, limit: 3, output: 'simplified' });
	const { answer: entries } = await callTool(platform.sandbox, asked);
	expect(entries).toHaveLength(4);
	expect(Object.keys(entries[0] ?? {})).toEqual([
		'userId',
		'userName',
		'userMail',
		'status',
		'dueDate',
		'completedAt',
		'progress',
		'score',
		'attempts',
		'startedAt',
	]);
	expect(entries[3]?.note).toMatch(/are not listed here/);
});

describe('a note explains to an agent why nobody is listed:', () => {
	const others = (show: string) =>
		`Show was "${show}", so people with other statuses are not listed. If the Show field is available, set it to "all" to list everyone.`;

	it.each<[what: string, asked: INodeParameters, note: string]>([
		[
			'completed',
			{},
			`No active user matches. ${others('notCompleted')} Invited and deleted users are never listed.`,
		],
		[
			'on time',
			{ training: 'path', show: 'late' },
			`No person enrolled in the path matches. ${others('late')} Deleted users are never listed.`,
		],
		[
			'not completed',
			{ training: 'path', people: 'group', show: 'completed' },
			`No member of the group matches. ${others('completed')} Deleted users are never listed.`,
		],
		[
			'an unknown name',
			{ show: 'all', filters: { nameContains: 'null' } },
			'No active user matches. Invited and deleted users are never listed. Name Contains was "null": enter one word of the name, or "any" for all.',
		],
	])('%s', async (_what, asked, note) => {
		const { sandbox, ids } = platform;
		const { catalogue } = sandbox;
		const [courseId, pathId] = [ids.course, ids.path];
		for (const list of ['courses/stats', 'paths/stats'] as const) catalogue.clear(list);
		const completedAt = '2026-01-31T08:00:00.000Z';
		for (const { _id: userId } of catalogue.list('users')) {
			catalogue.add('courses/stats', { courseId, userId, completedAt });
			const status = { type: 'onTime' };
			catalogue.add('paths/stats', { pathId, userId, status, unenrolledAt: undefined });
		}
		const { answer: entries } = await callTool(sandbox, question(asked));
		expect(entries).toEqual([{ note }]);
	});
});

it('ignores a field filter left over from another resource', async () => {
	const filters = fieldFilter('modifiedAt', 'gte', '2026-01-31');
	expect(await answer({ filters })).toHaveLength(
		counted('course', 'active', 'notCompleted').length,
	);
});
