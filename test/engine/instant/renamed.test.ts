import type { Sandbox } from '../../sandbox';
import { type InstantNode, instantNode, type InstantOptions } from './instantNode';
import { failed, published, received, subscribed, SUBSCRIPTIONS } from './published';

const DAY_MS = 86_400_000;

/** Makes an event fail and dates it back. */
async function failedBefore(sandbox: Sandbox, node: InstantNode, daysAgo: number): Promise<string> {
	const [event = ''] = await failed(sandbox, node);
	const createdAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
	sandbox.catalogue.update(`${SUBSCRIPTIONS}/${idOf(sandbox)}/events`, event, { createdAt });
	return event;
}

const idOf = (sandbox: Sandbox) => subscribed(sandbox)[0]?._id ?? '';

const OPTIONS = { deliveryWaitsMs: [], writesPerSecond: 0 };

const renamed =
	(...names: string[]) =>
	async (node: InstantNode) => {
		for (const name of names) {
			node.rename(name);
			await node.save();
		}
	};

const CHANGES: [how: string, change: (node: InstantNode) => Promise<void>][] = [
	['keeps its name', (node) => node.save()],
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

// With durable cursors, only the place of the memory differs.
describe.each<[where: string, inN8n: InstantOptions, changes: typeof CHANGES]>([
	['n8n', {}, CHANGES],
	['n8n 2 with durable cursors', { isDurable: true }, CHANGES.slice(-3)],
])('in %s, a node that', (_, inN8n, changes) => {
	it.each(changes)('%s does not request old failed events a second time', async (__, change) => {
		const { sandbox, node } = await published(OPTIONS, inN8n);
		const old = await failedBefore(sandbox, node, 40);
		await node.start();
		// Within 36 hours, an event can fail after it was requested, so it is requested again.
		const id = idOf(sandbox);
		await received(sandbox, node);
		sandbox.catalogue.update(`${SUBSCRIPTIONS}/${id}/events`, old, { status: 'failed' });
		await change(node);
		await node.start();
		await node.poll();
		expect(await received(sandbox, node)).toEqual([]);
		const recent = await failed(sandbox, node);
		await node.poll();
		expect(await received(sandbox, node)).toEqual(recent);
		await node.hook('delete');
		expect(sandbox.catalogue.get(SUBSCRIPTIONS, id).status).toBe('inactive');
	});

	it('is added again under the same name starts anew', async () => {
		const { sandbox, node } = await published(OPTIONS, inN8n);
		const old = await failedBefore(sandbox, node, 40);
		const staticData = {
			global: {
				'learningPlatform:workflow:other': { askedUntil: Date.now(), polledAt: Date.now() },
			},
		};
		const again = await instantNode(sandbox, undefined, { ...inN8n, staticData });
		sandbox.catalogue.update(SUBSCRIPTIONS, idOf(sandbox), { url: again.url() });
		await again.publish();
		expect(await received(sandbox, again)).toEqual([old]);
	});
});
