import type { INodeParameters } from 'n8n-workflow';

import { knownLists } from '../../../../nodes/LearningPlatform/catalog/knownLists';
import { SERVICE } from '../../../contract';
import type { RoutePath, Sandbox } from '../../../sandbox';
import { exampleParameters, NO_ID, pathOf, recordsOf } from '../../../unit/sandbox/examplePaths';
import { exportFile, recordsIn } from '../../export/exports';
import { runNode } from '../../harness';
import { fieldFilter, jsonOf } from '../../lists';
import { requestLines, startService } from '../../service';

const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
const byPath = (value: string) => ({ __rl: true, mode: 'path', value });

let sandbox: Sandbox;
let ids: Record<string, string>;

const listOther = async (listPath: unknown, parameters: INodeParameters = {}) =>
	await runNode({
		credential: sandbox,
		parameters: {
			resource: 'other',
			operation: 'list',
			listPath: listPath as string,
			...parameters,
		},
	});

async function serve(options: Parameters<typeof startService>[0] = {}) {
	sandbox = await startService({ courses: 20, groups: 1, ...options });
	ids = exampleParameters(sandbox.catalogue);
}

const recordLines = () => requestLines(sandbox).filter((line) => line.startsWith('GET '));

describe('the known lists', () => {
	it('are those of the service, with their scopes', () => {
		const scopes = knownLists.map(({ path, scope }) => [path, scope]);
		expect(Object.fromEntries(scopes)).toEqual(
			Object.fromEntries(
				Object.entries(SERVICE).flatMap(([path, { list, scope }]) => (list ? [[path, scope]] : [])),
			),
		);
	});

	it.each(knownLists.map(({ path, name }) => [name, path as RoutePath]))(
		'can be read from the list and by path, whole: %s',
		async (_name, kind) => {
			await serve();
			const path = pathOf(kind, ids);
			const records = recordsOf(sandbox.catalogue, kind, ids);
			for (const chosen of [fromList(kind), byPath(path)]) {
				const run = await listOther(chosen, { returnAll: true, ...ids });
				expect(run.error).toBeUndefined();
				expect(jsonOf(run.items)).toEqual(records);
			}
			expect(records.length).toBeGreaterThan(0);
			const paths = recordLines().map((line) => line.split('?')[0]);
			expect(new Set(paths)).toEqual(new Set([`GET /api/v2/${path}`]));
		},
	);

	it.each(knownLists.map(({ path, splitBy = '' }) => [path as RoutePath, splitBy]))(
		'are read whole with Read Faster: %s, in parts where it has a date for that (%s)',
		async (kind, date) => {
			await serve({ pageSizes: { [kind]: 1 } });
			const wanted = recordsOf(sandbox.catalogue, kind, ids);
			const options = { splitBy: 'auto' };
			const run = await listOther(fromList(kind), { returnAll: true, options, ...ids });
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(wanted.length);
			if (date === '') return;
			expect(jsonOf(run.items)).toEqual(expect.arrayContaining(wanted));
			const isCut = recordLines().some((line) => line.includes(`${date}[gte]=`));
			expect(isCut).toBe(wanted.length > 2);
		},
	);

	it.each(knownLists.filter(({ path }) => path.includes('{')).map(({ path }) => path))(
		'say which ID they need: %s',
		async (path) => {
			await serve();
			const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
			for (const name of names.filter((one) => one !== 'contentType')) {
				const others = { ...ids, [name]: '' };
				const chosen = fromList(path);
				await expect(listOther(chosen, others)).rejects.toThrow('is required');
				const { error } = await listOther(chosen, { ...others, [name]: '={{ "" }}' });
				expect(error?.message).toMatch(/^(Course|Group|Path|User|[A-Z].* ID) is empty$/);
			}
			expect(requestLines(sandbox)).toEqual([]);
		},
	);

	it.each(['users', 'groups/{groupId}/roles', 'paths/stats', 'skills/powers'])(
		'name the scope that is missing: %s',
		async (kind) => {
			await serve();
			const path = pathOf(kind, ids);
			sandbox = await startService({ courses: 20, groups: 1, scopes: ['tags:read'] });
			const { error } = await listOther(byPath(path));
			const scope = knownLists.find((list) => list.path === kind)?.scope ?? '';
			expect(error).toMatchObject({
				message: `The API credentials lack a permission for this list (${path}, page 1). Ask an administrator of the platform to add the scope "${scope}".`,
			});
		},
	);
});

it('IDs can be expressions, records chosen from a list, and pages of the platform', async () => {
	await serve();
	const url = `https://acme.example/group/${ids.groupId ?? ''}/members`;
	const run = await listOther(fromList('groups/{groupId}/roles'), {
		groupId: { __rl: true, mode: 'url', value: url },
	});
	expect(run.items.length).toBeGreaterThan(0);
	const session = await listOther(fromList('paths/{pathId}/sessions'), {
		pathId: `={{ "${ids.pathId ?? ''}" }}`,
	});
	expect(session.items.length).toBeGreaterThan(0);
});

it('pages, filters and the limit work as in all lists', async () => {
	await serve({ pageSizes: { users: 5 } });
	const active = sandbox.catalogue.list('users').filter(({ status }) => status === 'active');
	const run = await listOther('users', {
		limit: 12,
		filters: fieldFilter('status', 'eq', 'active'),
	});
	expect(jsonOf(run.items)).toEqual(active.slice(0, 12));
	expect(recordLines()[0]).toBe('GET /api/v2/users?status[eq]=active');
});

it('a list becomes a file, named by its path', async () => {
	await serve();
	const kind = 'groups/{groupId}/library/course-ids';
	const path = pathOf(kind, ids);
	const { items } = await exportFile(sandbox, { resource: 'other', listPath: byPath(path) });
	expect(items[0]?.json.fileName).toMatch(
		new RegExp(`^groups-${ids.groupId ?? ''}-library-course-ids-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
	);
	expect(await recordsIn(items[0])).toEqual(recordsOf(sandbox.catalogue, kind, ids));
});

describe('nothing is sent for', () => {
	it.each([
		['an address', 'https://evil.example/api/v2/users'],
		['another host', '//evil.example/users'],
		['a way up', 'users/../oauth2/token'],
		['an encoded way up', 'users/%2e%2e/oauth2/token'],
		['a way up, encoded twice', 'users/%252e%252e/x'],
		['an encoded slash', '..%2foauth2%2ftoken'],
		['a dot', './users'],
		['a query', 'users?next=x'],
		['a fragment', 'users#x'],
		['a backslash', '..\\users'],
		['a line end', 'users\r\nx'],
		['user info', 'a:b@evil.example'],
		['another prefix', '/admin/users'],
		['another version', '/api/v1/users'],
		['the token endpoint', '/api/v2/oauth2/token'],
		['an empty part', 'users//roles'],
		['braces', 'groups/{groupId}/roles'],
	])('%s, by path', async (_what, path) => {
		await serve();
		const { error, items } = await listOther(byPath(path));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^(List to Read|Group) /);
		expect(requestLines(sandbox)).toEqual([]);
	});

	it.each(['..', '.', 'a/b', 'a\\b', '../../oauth2/token', 'a\nb'])(
		'the ID %j',
		async (groupId) => {
			await serve();
			const { error } = await listOther(fromList('groups/{groupId}/roles'), { groupId });
			expect(error?.message).toMatch(/^Group has a part that cannot be sent/);
			expect(requestLines(sandbox)).toEqual([]);
		},
	);
});

describe('what is no list is an error that says so', () => {
	const singleRecord = 'The service answered with a single record instead of a list';
	const noList = 'The service answered with something that is not a list';

	it.each([
		['a course', 'courses/{courseId}', singleRecord],
		['a classroom', 'classrooms/{classroomId}', singleRecord],
		['a user', 'users/{userId}', singleRecord],
		['an audience', 'paths/{pathId}/sessions/{sessionId}/audiences', noList],
		['a secret', 'webhooks/subscriptions/{subscriptionId}/secrets', noList],
	])('%s', async (_what, kind, message) => {
		await serve();
		const { error } = await listOther(byPath(pathOf(kind, ids)));
		expect(error?.message).toContain(message);
		expect(error).toMatchObject({
			description: expect.stringContaining('Check List to Read') as string,
		});
	});

	it('a classroom with an empty list in it', async () => {
		await serve();
		const { classroomId = '' } = ids;
		sandbox.catalogue.update('classrooms', classroomId, { mediaIds: [] });
		const { error } = await listOther(byPath(`classrooms/${classroomId}`));
		expect(error?.message).toContain(singleRecord);
	});

	it('a PDF, which is not requested again', async () => {
		await serve();
		const path = pathOf('users/{userId}/certificates/{certificateId}/pdf', ids);
		const { error } = await listOther(byPath(path));
		expect(error?.message).toContain('The service answered with a file instead of records');
		expect(recordLines()).toHaveLength(1);
	});

	it('a record that is missing', async () => {
		await serve();
		const { error } = await listOther(byPath(`groups/${NO_ID}/roles`));
		expect(error?.message).toContain('The service has no group with this ID');
	});

	it('a path that the service does not know', async () => {
		await serve();
		sandbox.faults.add({ on: { kind: 'unknown' }, status: 404 });
		const { error } = await listOther(byPath('nothing'));
		expect(error).toMatchObject({
			message: 'The service has no such list (nothing, page 1)',
			description: expect.stringContaining('Check List to Read') as string,
		});
	});
});
