import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode, type NodeOptions } from '../harness';
import { jsonOf } from '../lists';
import { startService } from '../service';
import { nameIn } from './names';

const addNames = (...owners: string[]) => ({ options: { addNames: owners, maxRetries: 0 } });

const managers = addNames('managers');

const NOT_ACCESSIBLE = { status: 403, body: { error: { code: 'userNotAccessible' } } };

const list = async (
	credential: Sandbox,
	resource: string,
	parameters: INodeParameters = {},
	options: Partial<NodeOptions> = {},
) =>
	await runNode({
		credential,
		...options,
		parameters: { resource, operation: 'list', returnAll: true, ...managers, ...parameters },
	});

/** Returns the names and email addresses of a user's managers from the catalog. */
function managersOf(sandbox: Sandbox, userId: unknown) {
	const ids = sandbox.catalogue.list(`users/${userId as string}/managers`).map(({ _id }) => _id);
	return {
		managerNames: ids.map((id) => nameIn(sandbox, 'users', id)),
		managerMails: ids.map((id) => sandbox.catalogue.get('users', id).mail ?? ''),
	};
}

const requests = ({ journal }: Sandbox) => journal.of('users/{userId}/managers').length;

const learners = async () => await startService({ users: 60 });

it.each([
	['users', 'user', '_id'],
	['course completions', 'courseCompletion', 'userId'],
])("%s have all their learners' managers", async (_records, resource, id) => {
	const sandbox = await startService({ users: 8 });
	const [, , boss, learner] = sandbox.catalogue.list('users');
	sandbox.catalogue.add(`users/${learner?._id ?? ''}/managers`, { _id: boss?._id ?? '' });
	const { items, error } = await list(sandbox, resource);
	expect(error).toBeUndefined();
	const ids = items.map(({ json }) => json[id]);
	expect(
		items.map(({ json: { managerNames, managerMails } }) => ({ managerNames, managerMails })),
	).toEqual(ids.map((userId) => managersOf(sandbox, userId)));
	expect(new Set(items.map(({ json }) => [json.managerNames].flat().length))).toContain(2);
	expect(requests(sandbox)).toBe(new Set(ids).size);
});

it('a deleted manager is omitted', async () => {
	const sandbox = await startService({ users: 8 });
	const [, , gone, boss, learner] = sandbox.catalogue.list('users').map(({ _id }) => _id);
	const path = `users/${learner ?? ''}/managers`;
	for (const { _id } of sandbox.catalogue.list(path)) sandbox.catalogue.remove(path, _id);
	for (const _id of [gone ?? '', boss ?? '']) sandbox.catalogue.add(path, { _id });
	sandbox.catalogue.update('users', gone ?? '', { status: 'deleted' });
	const { items } = await list(sandbox, 'user');
	const record = items.find(({ json }) => json._id === learner)?.json;
	expect(record?.managerMails).toEqual([sandbox.catalogue.get('users', boss ?? '').mail]);
});

it.each<[string, INodeParameters]>([
	['Limit', { returnAll: false, limit: 7 }],
	['Name Contains', { filters: { nameContains: 'grace' } }],
])('managers are requested only for records that pass %s', async (_what, parameters) => {
	const sandbox = await learners();
	const { items } = await list(sandbox, 'user', parameters);
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThan(20);
	expect(requests(sandbox)).toBe(items.length);
});

it('a manager whose record cannot be read leaves an empty entry in the list', async () => {
	const sandbox = await startService({ users: 3 });
	const { catalogue, faults } = sandbox;
	const [learner, ann, bob] = catalogue.list('users').map(({ _id }) => _id);
	const path = `users/${learner ?? ''}/managers`;
	catalogue.clear(path);
	for (const id of [ann, bob]) catalogue.add(path, { _id: id ?? '' });
	faults.add({ on: { kind: 'users/{userId}', occurrence: 3 }, ...NOT_ACCESSIBLE });
	const userId = { __rl: true, mode: 'id', value: learner ?? '' };
	const { items } = await runNode({
		credential: sandbox,
		parameters: { resource: 'user', operation: 'get', userId, ...managers },
	});
	const { managerNames, managerMails } = jsonOf(items)[0] ?? {};
	const named = [nameIn(sandbox, 'users', ann), nameIn(sandbox, 'users', bob)];
	expect([
		['', named[1]],
		[named[0], ''],
	]).toContainEqual(managerNames);
	expect((managerMails as string[]).map((mail) => mail === '')).toEqual(
		(managerNames as string[]).map((name) => name === ''),
	);
});
