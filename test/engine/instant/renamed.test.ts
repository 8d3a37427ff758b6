import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { type InstantNode, instantNode, type InstantOptions } from './instantNode';

const SUBSCRIPTIONS = 'webhooks/subscriptions';
const DAY_MS = 86_400_000;

const subscription = (sandbox: Sandbox, node: InstantNode) =>
	sandbox.catalogue.list(SUBSCRIPTIONS).find(({ url }) => url === node.url())?._id ?? '';

/** Makes an event fail and dates it back. */
async function failed(sandbox: Sandbox, node: InstantNode, daysAgo: number): Promise<string> {
	node.answer('nobody');
	const data = { userId: '0'.repeat(24), createdAt: new Date().toISOString() };
	const [event = ''] = sandbox.webhooks.emit('user.created', data);
	await sandbox.webhooks.idle();
	node.answer('n8n');
	const createdAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
	sandbox.catalogue.update(`${SUBSCRIPTIONS}/${subscription(sandbox, node)}/events`, event, {
		createdAt,
	});
	return event;
}

/** Returns the IDs of the events that arrived since the last call. */
async function received(sandbox: Sandbox, node: InstantNode): Promise<unknown[]> {
	await sandbox.webhooks.idle();
	return node.items.splice(0).map(({ eventId }) => eventId);
}

const renamed =
	(...names: string[]) =>
	async (node: InstantNode) => {
		for (const name of names) {
			node.rename(name);
			await node.save();
		}
	};

const changes: [how: string, change: (node: InstantNode) => Promise<void>][] = [
	[
		'keeps its name',
		async (node) => {
			await node.save();
		},
	],
	['is renamed', renamed('New')],
	['is renamed and renamed back, over two publications', renamed('New', 'Trigger')],
	['is renamed twice', renamed('New', 'Newer')],
	['gets a name with other letter case', renamed('TRIGGER')],
	[
		'is renamed while the workflow is unpublished',
		async (node) => {
			await node.hook('delete');
			node.rename('New');
			await node.publish();
		},
	],
	[
		'is renamed after a restart',
		async (node) => {
			await node.start();
			await renamed('New')(node);
		},
	],
];

describe.each<[where: string, inN8n: InstantOptions]>([
	['n8n', {}],
	['n8n 2 with durable cursors', { isDurable: true }],
])('in %s, a node that', (_, inN8n) => {
	it.each(changes)('%s does not request old failed events a second time', async (__, change) => {
		const sandbox = await startService({ deliveryWaitsMs: [], writesPerSecond: 0 });
		const node = await instantNode(sandbox, undefined, inN8n);
		await node.publish();
		const old = await failed(sandbox, node, 40);
		await node.start();
		// Within 36 hours, an event can fail after it was requested, so it is requested again.
		const id = subscription(sandbox, node);
		await received(sandbox, node);
		sandbox.catalogue.update(`${SUBSCRIPTIONS}/${id}/events`, old, { status: 'failed' });
		await change(node);
		await node.start();
		await node.poll();
		expect(await received(sandbox, node)).toEqual([]);
		const recent = await failed(sandbox, node, 0);
		await node.poll();
		expect(await received(sandbox, node)).toEqual([recent]);
		await node.hook('delete');
		expect(sandbox.catalogue.get(SUBSCRIPTIONS, id).status).toBe('inactive');
	});

	it('is added again under the same name starts anew', async () => {
		const sandbox = await startService({ deliveryWaitsMs: [], writesPerSecond: 0 });
		const node = await instantNode(sandbox, undefined, inN8n);
		await node.publish();
		const old = await failed(sandbox, node, 40);
		const staticData = {
			global: {
				'learningPlatform:workflow:other': { askedUntil: Date.now(), polledAt: Date.now() },
			},
		};
		const again = await instantNode(sandbox, undefined, { ...inN8n, staticData });
		sandbox.catalogue.update(SUBSCRIPTIONS, subscription(sandbox, node), { url: again.url() });
		await again.publish();
		expect(await received(sandbox, again)).toEqual([old]);
	});
});
