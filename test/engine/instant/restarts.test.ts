import type { Sandbox } from '../../sandbox';
import { n8nGlobal, setClock, startService, stopClock } from '../service';
import {
	type InstantNode,
	instantNode,
	type InstantOptions,
	loadInstantTrigger,
} from './instantNode';
import { failed, published, received, subscribed, SUBSCRIPTIONS } from './published';

const MINUTE = 60_000;

const states = (sandbox: Sandbox) => subscribed(sandbox).map(({ url, status }) => [url, status]);

/** Events are delivered once. */
const ONCE = { deliveryWaitsMs: [] };

/** n8n without its scheduler, and n8n 2 with it. */
const N8N: [string, InstantOptions][] = [
	['n8n', {}],
	['n8n 2 with durable cursors', { isDurable: true }],
];

describe.each(N8N)('in %s', (_, inN8n) => {
	it.each<[how: string, again: (node: InstantNode) => Promise<void>]>([
		['saved twice', (node) => node.save().then(() => node.save())],
		['unpublished and published again', (node) => node.hook('delete').then(() => node.publish())],
		[
			'unpublished and, after a restart, published again',
			async (node) => {
				await node.hook('delete');
				await node.replace();
				await node.publish();
			},
		],
	])('failed events arrive after the workflow was %s', async (__, again) => {
		const { sandbox, node } = await published(ONCE, inN8n);
		const events = await failed(sandbox, node, 5);
		await again(node);
		expect((await received(sandbox, node)).sort()).toEqual(events.sort());
		expect(states(sandbox)).toEqual([[node.url(), 'active']]);
		await node.hook('delete');
		expect(states(sandbox)).toEqual([]);
	});

	it('an event that fails a second time is requested again after the workflow is saved', async () => {
		const { sandbox, node } = await published(ONCE, inN8n);
		const events = await failed(sandbox, node);
		node.fail(true);
		await node.poll();
		await sandbox.webhooks.idle();
		node.fail(false);
		await node.poll();
		expect(await received(sandbox, node)).toEqual([]);
		await node.save();
		expect(await received(sandbox, node)).toEqual(events);
	});

	it('an event that a poll requests during unpublishing is requested again after publishing', async () => {
		const { sandbox, node } = await published(ONCE, inN8n);
		const events = await failed(sandbox, node);
		let unpublished: Promise<unknown> | undefined;
		const unpublish = async () => {
			node.answer('nobody');
			sandbox.journal.clear();
			unpublished = node.hook('delete');
			await sandbox.journal.waitFor(({ kind }) => kind === SUBSCRIPTIONS);
		};
		// The first write is the request to resend the event.
		sandbox.faults.add({ on: { kind: 'unknown' }, before: unpublish });
		await node.poll();
		await unpublished;
		await sandbox.webhooks.idle();
		node.answer('n8n');
		await node.publish();
		expect(await received(sandbox, node)).toEqual(events);
	});

	it.each<[how: string, change: (node: InstantNode) => Promise<void>]>([
		['n8n is restarted', (node) => node.start({ isMoved: true })],
		[
			'the workflow is published after the change',
			async (node) => {
				await node.hook('delete');
				await node.replace({ isMoved: true });
				await node.poll();
				await node.publish();
			},
		],
		[
			'a poll comes before the activation',
			async (node) => {
				await node.replace({ isMoved: true });
				await node.poll();
				await node.publish('init');
			},
		],
	])('after WEBHOOK_URL changes, only the new address is used: %s', async (__, change) => {
		const { sandbox, node } = await published(ONCE, inN8n);
		const [{ _id, url: old } = { _id: '' }] = subscribed(sandbox);
		await failed(sandbox, node, 5);
		sandbox.catalogue.update(SUBSCRIPTIONS, _id, { status: 'inactive' });
		await change(node);
		await node.poll();
		expect(states(sandbox)).toEqual([
			[old, 'inactive'],
			[node.url(), 'active'],
		]);
	});

	it('a copied workflow subscribes only its own address, regardless of its static data', async () => {
		const { sandbox, node } = await published(ONCE);
		const [{ _id, url } = { _id: '' }] = subscribed(sandbox);
		const staticData = { 'node:Trigger': { url, askedUntil: Date.now() } };
		const copy = await instantNode(sandbox, undefined, { ...inN8n, staticData });
		await copy.poll();
		expect(states(sandbox)).toEqual([[url, 'active']]);
		sandbox.catalogue.remove(SUBSCRIPTIONS, _id);
		await copy.publish();
		await copy.poll();
		expect(states(sandbox)).toEqual([[copy.url(), 'active']]);
		expect(node.items).toEqual([]);
	});
});

it.each(['pending', 'sending'])('a subscription with a %s event is suspended', async (status) => {
	const { sandbox, node } = await published(ONCE);
	const [event = ''] = await failed(sandbox, node);
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	sandbox.catalogue.update(`${SUBSCRIPTIONS}/${_id}/events`, event, { status });
	await node.hook('delete');
	expect(states(sandbox)).toEqual([[node.url(), 'inactive']]);
});

it('a subscription with unreadable events is suspended', async () => {
	const { sandbox, node } = await published(ONCE);
	sandbox.faults.add({ on: { kind: `${SUBSCRIPTIONS}/{subscriptionId}/events` }, status: 403 });
	await node.hook('delete');
	expect(states(sandbox)).toEqual([[node.url(), 'inactive']]);
});

it.each<[chance: string, at: (node: InstantNode) => Promise<unknown>, left: number]>([
	['polls', async (node) => await node.poll(), 2],
	['is unpublished', async (node) => await node.hook('delete'), 1],
])(
	'suspended subscriptions without open events are removed when another node of the workflow %s',
	async (_, at, left) => {
		const sandbox = await startService({ deliveryWaitsMs: [] });
		const process = await loadInstantTrigger();
		const event = (name: string) => ({ event: name, options: { addNames: [] } });
		const node = await instantNode(sandbox, event('user.created'), { process });
		const other = await instantNode(sandbox, event('user.deleted'), { process, name: 'Other' });
		for (const each of [node, other]) await each.publish();
		const [{ _id } = { _id: '' }, { _id: ofOther } = { _id: '' }] = subscribed(sandbox);
		await failed(sandbox, node, 5);
		await node.hook('delete');
		await other.poll();
		expect(states(sandbox)).toEqual([
			[node.url(), 'inactive'],
			[other.url(), 'active'],
		]);
		sandbox.catalogue.clear(`${SUBSCRIPTIONS}/${_id}/events`);
		await at(other);
		expect(subscribed(sandbox).map((each) => each._id)).toEqual([ofOther].slice(0, left - 1));
	},
);

it('a subscription suspended by the platform is kept while its node is published', async () => {
	const sandbox = await startService();
	const process = await loadInstantTrigger();
	const node = await instantNode(sandbox, undefined, { process });
	const deleted = { event: 'user.deleted', options: { addNames: [] } };
	const other = await instantNode(sandbox, deleted, { process, name: 'Other' });
	for (const each of [node, other]) await each.publish();
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	sandbox.catalogue.update(SUBSCRIPTIONS, _id, { status: 'inactive' });
	await other.poll();
	expect(states(sandbox)).toHaveLength(2);
	await node.poll();
	expect(states(sandbox)).toEqual([node, other].map((each) => [each.url(), 'active']));
});

it('a subscription that disappears during its reactivation is created again', async () => {
	const { sandbox, node } = await published(ONCE);
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	sandbox.catalogue.update(SUBSCRIPTIONS, _id, { status: 'inactive' });
	const remove = () => {
		sandbox.catalogue.remove(SUBSCRIPTIONS, _id);
	};
	sandbox.faults.add({ on: { kind: `${SUBSCRIPTIONS}/{subscriptionId}` }, before: remove });
	await node.poll();
	expect(states(sandbox)).toEqual([[node.url(), 'active']]);
});

describe('events that arrived while n8n was starting', () => {
	const before = 10 * MINUTE;
	const tookMs = 30_000;
	let now: number;

	beforeEach(() => {
		now = stopClock();
	});

	/** Adds an event that was delivered `agoMs` milliseconds ago. */
	function delivered(sandbox: Sandbox, agoMs: number): string {
		const [{ _id } = { _id: '' }] = subscribed(sandbox);
		const at = Date.now() - agoMs;
		const payload = { type: 'user.created', timestamp: at, data: {} };
		const event = { createdAt: new Date(at).toISOString(), status: 'delivered', payload };
		return sandbox.catalogue.add(`${SUBSCRIPTIONS}/${_id}/events`, event)._id;
	}

	it.each(N8N)('are requested once: %s', async (_, inN8n) => {
		const { sandbox, node } = await published(ONCE, inN8n);
		delivered(sandbox, before);
		const atStart = delivered(sandbox, 10_000);
		await node.start({ tookMs });
		delivered(sandbox, -MINUTE);
		await node.poll();
		expect(await received(sandbox, node)).toEqual([atStart]);
	});

	it.each<[what: string, then: (node: InstantNode) => Promise<void>]>([
		['a repeated activation', (node) => node.publish('init')],
		['a takeover by another main process', (node) => node.publish('leadershipChange')],
		['saving the workflow', (node) => node.save()],
	])('are not requested again by %s', async (_, then) => {
		const { sandbox, node } = await published(ONCE);
		await node.start({ tookMs });
		setClock(() => now + 5 * MINUTE);
		delivered(sandbox, MINUTE);
		await then(node);
		expect(await received(sandbox, node)).toEqual([]);
	});

	it('are not requested when the workflow is published later', async () => {
		const { sandbox, node } = await published(ONCE);
		delivered(sandbox, 0);
		await node.save();
		expect(await received(sandbox, node)).toEqual([]);
	});

	it('are requested only if they are at most ten minutes old', async () => {
		const { sandbox, node } = await published(ONCE);
		delivered(sandbox, 11 * MINUTE);
		const atStart = delivered(sandbox, 9 * MINUTE);
		await node.start({ tookMs: 20 * MINUTE });
		expect(await received(sandbox, node)).toEqual([atStart]);
	});

	it.each([-120, 120])('are found if n8n’s clock is %i minutes off', async (minutes) => {
		// n8n refuses deliveries while its clock is wrong, no matter how long its start takes.
		const deliveryWaitsMs = Array.from({ length: 100_000 }, () => 20);
		const { sandbox, node } = await published({ deliveryWaitsMs, clock: () => now });
		delivered(sandbox, before);
		delivered(sandbox, 125 * MINUTE);
		const atStart = delivered(sandbox, 10_000);
		delivered(sandbox, -MINUTE);
		const spy = jest.spyOn(n8nGlobal.Date, 'now');
		spy.mockImplementation(() => now + minutes * MINUTE);
		await node.start({ tookMs });
		spy.mockRestore();
		expect(await received(sandbox, node)).toEqual([atStart]);
	});
});
