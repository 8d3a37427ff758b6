import type { INodeParameters } from 'n8n-workflow';

import { knownLists } from '../../../../nodes/LearningPlatform/catalog/knownLists';
import type { RoutePath, Sandbox } from '../../../sandbox';
import { exampleParameters, NO_ID, pathOf, recordsOf } from '../../../sandbox/examplePaths';
import { exportFile, recordsIn } from '../../export/exports';
import { runNode, type StoredCredential } from '../../harness';
import { byPath, jsonOf } from '../../lists';
import { requestLines, startService, storedFor } from '../../service';

const fromList = (value: string) => ({ __rl: true, mode: 'list', value });

let sandbox: Sandbox;
/** A credential that keeps its token for the duration of a test. */
let account: StoredCredential;
/** Sandboxes with the same number of records have the same IDs. */
let ids: Record<string, string> = {};

const listOther = async (listPath: unknown, parameters: INodeParameters = {}) =>
	await runNode({
		credential: account,
		parameters: {
			resource: 'other',
			operation: 'list',
			listPath: listPath as string,
			...parameters,
		},
	});

async function serve(options: Parameters<typeof startService>[0] = {}) {
	sandbox = await startService({ courses: 20, groups: 1, users: 60, ...options });
	account = storedFor(sandbox);
	if (!ids.userId) ids = exampleParameters(sandbox.catalogue);
}

beforeEach(async () => {
	await serve();
});

const recordLines = () => requestLines(sandbox).filter((line) => line.startsWith('GET '));

describe('the known lists', () => {
	it.each(knownLists.map(({ path, name }) => [name, path as RoutePath]))(
		'can be read from the list and by path, as rows and as files: %s',
		async (_name, kind) => {
			const path = pathOf(kind, ids);
			const records = recordsOf(sandbox.catalogue, kind, ids);
			expect(records.length).toBeGreaterThan(0);
			const chosen = await listOther(fromList(kind), { returnAll: true, ...ids });
			expect(chosen.error).toBeUndefined();
			expect(jsonOf(chosen.items)).toEqual(records);
			const rows = await listOther(byPath(path), { returnAll: true, output: 'row' });
			expect(rows.items).toHaveLength(records.length);
			const columns = Object.keys(rows.items[0]?.json ?? {});
			// `context_id` could be the field `context_id` or the `_id` of `context`.
			expect(columns.filter((name) => /__[0-9a-f]{8}$/.test(name))).toEqual(
				columns.includes('context_type') ? [expect.stringMatching(/^context_id__/)] : [],
			);
			const parameters = { resource: 'other', listPath: byPath(path), format: 'jsonl' };
			const { items } = await exportFile(account, parameters);
			expect(items[0]?.json.records).toBe(records.length);
			const paths = recordLines().map((line) => line.split('?')[0]);
			expect(new Set(paths)).toEqual(new Set([`GET /api/v2/${path}`]));
		},
	);

	const idNames = new Map(
		knownLists.flatMap(({ path }) =>
			Array.from(path.matchAll(/\{(\w+Id)\}/g), ([, name = '']) => [name, path] as const),
		),
	);

	it.each([...idNames])('need the ID %s: %s', async (name, path) => {
		const others = { ...ids, [name]: '' };
		const chosen = fromList(path);
		await expect(listOther(chosen, others)).rejects.toThrow('is required');
		const { error } = await listOther(chosen, { ...others, [name]: '={{ "" }}' });
		expect(error?.message).toMatch(/^(Course|Group|Path|Session|User|[A-Z].* ID) is empty$/);
		expect(requestLines(sandbox)).toEqual([]);
	});

	it.each(['users', 'groups/{groupId}/roles'])('report the missing scope: %s', async (kind) => {
		const path = pathOf(kind, ids);
		await serve({ scopes: ['tags:read'] });
		const { error } = await listOther(byPath(path));
		const scope = knownLists.find((list) => list.path === kind)?.scope ?? '';
		expect(error).toMatchObject({
			message: `The API credentials do not have access to this list (${path}, page 1). Ask a platform administrator to add the "${scope}" scope.`,
		});
	});
});

it('IDs can be expressions, records chosen from a list, or addresses of platform pages', async () => {
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

it('an exported file is named after the path of its list', async () => {
	const kind = 'groups/{groupId}/library/course-ids';
	const path = pathOf(kind, ids);
	const { items } = await exportFile(account, { resource: 'other', listPath: byPath(path) });
	expect(items[0]?.json.fileName).toMatch(
		new RegExp(`^groups-${ids.groupId ?? ''}-library-course-ids-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
	);
	expect(await recordsIn(items[0])).toEqual(recordsOf(sandbox.catalogue, kind, ids));
});

it.each([
	['a URL', byPath('https://evil.example/api/v2/users'), ''],
	['an encoded parent path', byPath('users/%2e%2e/oauth2/token'), ''],
	['the token endpoint', byPath('/api/v2/oauth2/token'), ''],
	['an ID with parent paths', fromList('groups/{groupId}/roles'), '../../oauth2/token'],
])('nothing is sent for %s', async (_what, listPath, groupId) => {
	const { error, items } = await listOther(listPath, { groupId });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^(List to Read|Group) /);
	expect(requestLines(sandbox)).toEqual([]);
});

it.each([
	['users/{userId}', 'The service returned a single record instead of a list'],
	['webhooks/subscriptions/{subscriptionId}/secrets', 'The service did not return a list'],
	['users/{userId}/certificates/{certificateId}/pdf', 'a file instead of records'],
	[`groups/${NO_ID}/roles`, 'The service has no group with this ID'],
])('the path %s is not a list', async (kind, message) => {
	const { error } = await listOther(byPath(pathOf(kind, ids)));
	expect(error?.message).toContain(message);
	expect(recordLines()).toHaveLength(1);
});
