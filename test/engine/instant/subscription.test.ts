import type { Fault, Sandbox } from '../../sandbox';
import { deliver, signed } from '../../sandbox/webhooks';
import { n8nGlobal, startService, stopClock } from '../service';
import { instantNode, type InstantNode } from './instantNode';
import { failed, published, received, subscribed, SUBSCRIPTIONS, userCreated } from './published';

const ALL_SCOPES = ['webhooks:read', 'webhooks:write', 'webhookSecrets:read', 'users:read'];

/** The path of the first subscription's events. */
const eventsPath = (sandbox: Sandbox) => `${SUBSCRIPTIONS}/${subscribed(sandbox)[0]?._id}/events`;

it('a workflow that is published twice has one subscription', async () => {
	const { sandbox, node } = await published();
	await node.publish('init');
	expect(subscribed(sandbox)).toMatchObject([{ eventType: 'user.created', status: 'active' }]);
	expect(await node.hook('delete')).toBe(true);
	expect(subscribed(sandbox)).toEqual([]);
});

it('a poll during or after unpublishing creates no subscription', async () => {
	const { sandbox, node } = await published();
	await Promise.all([node.hook('delete'), node.poll()]);
	await node.poll();
	expect(subscribed(sandbox)).toEqual([]);
	await node.publish();
	sandbox.catalogue.remove(SUBSCRIPTIONS, subscribed(sandbox)[0]?._id ?? '');
	// The second request creates the subscription again.
	const unpublish = async () => {
		await node.hook('delete');
	};
	sandbox.faults.add({ on: { kind: SUBSCRIPTIONS, occurrence: 2 }, before: unpublish });
	await node.poll();
	expect(subscribed(sandbox)).toEqual([]);
	await node.publish();
	expect(subscribed(sandbox)).toHaveLength(1);
});

it.each([
	['webhookSecrets:read', 'this scope: "webhooks:read".'],
	['webhooks:write', 'these scopes: "webhooks:read", "webhookSecrets:read", "users:read".'],
])(
	'publishing without the %s scope causes an error that names the scopes and leaves nothing behind',
	async (missing, others) => {
		const sandbox = await startService({ scopes: ALL_SCOPES.filter((one) => one !== missing) });
		const options = { addNames: ['users'] };
		const node = await instantNode(sandbox, { event: 'user.created', options });
		const sentence = `The operation also needs ${others}`;
		const description = expect.stringContaining(sentence) as string;
		await expect(node.publish()).rejects.toMatchObject({
			message: expect.stringContaining(missing) as string,
			description,
		});
		expect(subscribed(sandbox)).toEqual([]);
	},
);

it('a manually created subscription needs two scopes and is never removed', async () => {
	const scopes = ['webhooks:read', 'webhookSecrets:read'];
	const sandbox = await startService({ scopes });
	const node = await instantNode(sandbox);
	await expect(node.hook('create')).rejects.toMatchObject({
		description: expect.stringContaining(`address ${node.url()}. `) as string,
	});
	sandbox.webhooks.subscribe('user.created', node.url());
	await node.publish();
	const [event] = userCreated(sandbox);
	await sandbox.webhooks.idle();
	expect(node.items).toMatchObject([{ eventId: event, eventType: 'user.created' }]);
	await node.hook('delete');
	expect(subscribed(sandbox)).toHaveLength(1);
});

/** Adds an event that failed `daysAgo` days ago and returns its ID. */
async function failedBefore(sandbox: Sandbox, node: InstantNode, daysAgo: number): Promise<string> {
	const [event = ''] = await failed(sandbox, node);
	const createdAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
	sandbox.catalogue.update(eventsPath(sandbox), event, { createdAt });
	return event;
}

it('no subscription or event is lost if the platform fails while n8n starts', async () => {
	const { sandbox, node } = await published({ deliveryWaitsMs: [] });
	const before = subscribed(sandbox).map(({ _id }) => _id);
	const events = await failed(sandbox, node);
	sandbox.faults.add({ on: { kind: `${SUBSCRIPTIONS}/{subscriptionId}/secrets` }, status: 403 });
	await node.publish('init');
	await sandbox.webhooks.idle();
	expect(subscribed(sandbox).map(({ _id }) => _id)).toEqual(before);
	expect(node.items.map(({ eventId }) => eventId)).toEqual(events);
});

it('the first start requests all failed events, and later starts request only newer failures', async () => {
	const sandbox = await startService({ deliveryWaitsMs: [] });
	const node = await instantNode(sandbox);
	sandbox.webhooks.subscribe('user.created', node.url());
	const start = async () => {
		await node.publish('init');
		return await received(sandbox, node);
	};
	const first = [await failedBefore(sandbox, node, 80), await failedBefore(sandbox, node, 1)];
	expect(await start()).toEqual(first);
	const [, since] = [await failedBefore(sandbox, node, 2), await failedBefore(sandbox, node, 1)];
	expect(await start()).toEqual([since]);
});

it.each<[answer: string, Fault[], requests: number[]]>([
	['with only a status and one word', [{ status: 202, body: 'OK', times: 2 }], [1, 1]],
	['with a rejection the second time', [{ on: { occurrence: 2 }, status: 400 }], [1, 2]],
])('an event is requested once if the platform responds %s', async (_, faults, requests) => {
	const sandbox = await startService({ deliveryWaitsMs: [] });
	const node = await instantNode(sandbox);
	sandbox.webhooks.subscribe('user.created', node.url());
	const path = eventsPath(sandbox);
	const events = [await failedBefore(sandbox, node, 5), await failedBefore(sandbox, node, 1)];
	for (const fault of faults) {
		sandbox.faults.add({ ...fault, on: { ...fault.on, kind: 'unknown' } });
	}
	await node.hook('create');
	await sandbox.webhooks.idle();
	for (const event of events) sandbox.catalogue.update(path, event, { status: 'failed' });
	await node.poll().catch(() => undefined);
	const sent = sandbox.journal.entries.filter(({ url }) => url.endsWith('/retry-failure'));
	const starts = sent.map(({ body }) => (JSON.parse(body) as { startDate: string }).startDate);
	const times = [...new Set(starts)].map((start) => starts.filter((one) => one === start).length);
	expect(times).toEqual(requests);
});

describe('a failed event', () => {
	const at = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
	const iso = new Date(at).toISOString();

	it.each<[what: string, createdAt: unknown, startDates: string[]]>([
		['in seconds as text', String(at / 1_000), [iso]],
		['without a zone, in UTC,', iso.slice(0, 19), [iso]],
		['that is missing', null, []],
	])('with a time %s is requested by that time or not at all', async (_, createdAt, startDates) => {
		const { sandbox, node } = await published();
		const kind = `${SUBSCRIPTIONS}/{subscriptionId}/events`;
		sandbox.faults.add({ on: { kind }, body: [{ _id: 'msg_1', status: 'failed', createdAt }] });
		await node.poll();
		const sent = sandbox.journal.entries.filter(({ url }) => url.endsWith('/retry-failure'));
		const starts = sent.map(({ body }) => (JSON.parse(body) as { startDate: string }).startDate);
		expect(starts).toEqual(startDates);
	});
});

it('missed events are requested once the platform allows it, and the rejection is logged once', async () => {
	const { sandbox, node } = await published({ deliveryWaitsMs: [] });
	const events = await failed(sandbox, node);
	const refusal = { status: 403, body: '{"error":{"code":"invalid_scope"}}', times: 2 };
	sandbox.faults.add({ on: { kind: 'unknown' }, ...refusal });
	for (let poll = 0; poll < 3; poll += 1) await node.poll();
	expect(await received(sandbox, node)).toEqual(events);
	const lines = node.log.filter(({ message }) => message.includes('missed events'));
	expect(lines.map(({ message }) => message)).toEqual([
		expect.stringContaining('cannot be requested again'),
		expect.stringContaining('missed events requested again: 1'),
	]);
});

const body = '{"type":"user.created","data":{}}';

/** Faults in signed deliveries, and the node's response to each. */
const wrong: [
	status: number,
	what: string,
	changes: { at?: number; text?: string; headers?: object },
][] = [
	[401, 'a body that was changed', { text: '{"type":"forged"}' }],
	[401, 'an old time', { at: -301_000 }],
	[401, 'a future time', { at: 301_000 }],
	[401, 'no signature', { headers: { 'webhook-signature': '' } }],
	[401, "another secret's signature", { headers: { 'webhook-signature': 'v1,c2lnbmVk' } }],
	[401, 'no body', { text: '' }],
	[413, 'more than 1 MB', { text: `"${'x'.repeat(1_100_000)}"` }],
];

it('a faulty delivery is rejected and starts no execution', async () => {
	const now = stopClock();
	const { sandbox, node } = await published();
	const [{ _id, url } = { _id: '' }] = subscribed(sandbox);
	const secrets = sandbox.webhooks.secretsOf(_id);
	for (const [status, what, { at = 0, text, headers }] of wrong) {
		const right = signed({ id: 'msg_1', body, secrets, at: now + at });
		const sent = { headers: { ...right.headers, ...headers }, body: text ?? body };
		expect([what, await deliver(String(url), sent)]).toEqual([what, status]);
		expect(node.log.at(-1)?.message).toContain(`rejected a request with ${status}: `);
	}
	for (const text of ['no JSON', '"a text"']) {
		expect(await deliver(String(url), signed({ id: 'msg_1', body: text, secrets }))).toBe(400);
	}
	expect(node.items).toEqual([]);
});

it('a delivery can be five minutes old and contain long integers and a byte order mark', async () => {
	const now = stopClock();
	const { sandbox, node } = await published();
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	const text = '\ufeff{"type":"user.created","data":{"userId":12345678901234567890}}';
	const secrets = sandbox.webhooks.secretsOf(_id);
	const delivery = signed({ id: 'msg_1', body: text, secrets, at: now - 299_000 });
	expect(await deliver(node.url(), delivery)).toBe(200);
	expect(node.items).toMatchObject([{ userId: '12345678901234567890' }]);
});

it.each<[how: string, request: RequestInit, before: number, after: number]>([
	['HEAD', { method: 'HEAD' }, 200, 200],
	['GET', { method: 'GET' }, 200, 200],
	['an empty POST', { method: 'POST' }, 200, 401],
	['a signed POST', { method: 'POST', headers: { 'webhook-signature': 'v1,c2ln' } }, 200, 401],
	[
		'a delivery',
		{ method: 'POST', headers: signed({ id: 'msg_1', body: '', secrets: [] }).headers },
		503,
		401,
	],
])('an address responds to %s before and after publishing', async (_, request, before, after) => {
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	const status = async () => (await fetch(node.url(), request)).status;
	expect(await status()).toBe(before);
	await node.publish();
	expect(await status()).toBe(after);
	expect(node.items).toEqual([]);
});

it('several webhook processes accept events before and after the secret is rotated', async () => {
	const { sandbox, node } = await published({ deliveryWaitsMs: [] }, { listeners: 2 });
	sandbox.journal.clear();
	// A process whose last read found no subscription waits two seconds before it reads again.
	const now = performance.now();
	jest.spyOn(n8nGlobal.performance, 'now').mockReturnValue(now + 120_000);
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	const events = [userCreated(sandbox), userCreated(sandbox), userCreated(sandbox)].flat();
	await sandbox.webhooks.idle();
	sandbox.webhooks.rotate(_id);
	events.push(...userCreated(sandbox), ...userCreated(sandbox));
	await sandbox.webhooks.idle();
	expect(node.items.map(({ eventId }) => eventId).sort()).toEqual(events.sort());
	const reads = sandbox.journal.entries.filter(({ url }) => url.endsWith('/secrets'));
	expect(reads).toHaveLength(2);
});

it('after a rotation, events signed with both secrets or with the new secret are accepted', async () => {
	const { sandbox, node } = await published();
	const [{ _id } = { _id: '' }] = subscribed(sandbox);
	sandbox.webhooks.rotate(_id);
	const events = userCreated(sandbox);
	await sandbox.webhooks.idle();
	sandbox.webhooks.endRotation(_id);
	const now = performance.now();
	jest.spyOn(n8nGlobal.performance, 'now').mockReturnValue(now + 120_000);
	events.push(...userCreated(sandbox));
	expect(await received(sandbox, node)).toEqual(events);
});

it('publishing and a simultaneous poll create only one subscription', async () => {
	const { sandbox, node } = await published({ firstByteDelayMs: 100 });
	sandbox.catalogue.remove(SUBSCRIPTIONS, subscribed(sandbox)[0]?._id ?? '');
	await Promise.all([node.hook('create'), node.poll()]);
	expect(subscribed(sandbox)).toHaveLength(1);
});

it("a subscription to n8n's previous address is kept and logged once", async () => {
	const { sandbox, node } = await published();
	const [{ _id, url } = { _id: '' }] = subscribed(sandbox);
	const before = `https://old.example${new URL(String(url)).pathname}`;
	sandbox.catalogue.update(SUBSCRIPTIONS, _id, { url: before });
	await node.publish('init');
	await node.publish('init');
	expect(subscribed(sandbox)).toMatchObject([{ url }]);
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, _id)).toMatchObject({ url: before });
	const lines = node.log.filter(({ message }) => message.includes('another subscription'));
	expect(lines.map(({ message }) => message)).toEqual([
		expect.stringMatching(/https:..old.example/),
	]);
});

it('a subscription with an invalid address does no harm', async () => {
	const { sandbox, node } = await published();
	const [{ _id, url } = { _id: '' }] = subscribed(sandbox);
	sandbox.catalogue.update(SUBSCRIPTIONS, _id, { url: 'somewhere' });
	await node.publish();
	expect(subscribed(sandbox)).toMatchObject([{ url }]);
});

it('a subscription is created once, even if the response to the first request is lost', async () => {
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	sandbox.faults.add({ on: { kind: SUBSCRIPTIONS, occurrence: 2 }, drop: 'answer' });
	await node.publish();
	expect(subscribed(sandbox)).toHaveLength(1);
});

it('a poll creates a removed subscription again', async () => {
	const { sandbox, node } = await published();
	sandbox.catalogue.remove(SUBSCRIPTIONS, subscribed(sandbox)[0]?._id ?? '');
	await node.poll();
	const events = userCreated(sandbox);
	expect(await received(sandbox, node)).toEqual(events);
});

it('forged deliveries cause at most one request a minute', async () => {
	stopClock();
	const { sandbox, node } = await published();
	const url = subscribed(sandbox)[0]?.url;
	userCreated(sandbox);
	await sandbox.webhooks.idle();
	const forged = signed({ id: 'msg_1', body: '{"data":{}}', secrets: ['whsec_bm8='] });
	const answers = async () => [
		await deliver(String(url), forged),
		await deliver(String(url), forged),
	];
	sandbox.journal.clear();
	expect(await answers()).toEqual([401, 401]);
	expect(sandbox.journal.entries).toEqual([]);

	const now = performance.now();
	jest.spyOn(n8nGlobal.performance, 'now').mockReturnValue(now + 120_000);
	sandbox.faults.add({ on: { kind: SUBSCRIPTIONS }, status: 403 });
	expect(await answers()).toEqual([503, 503]);
	expect(sandbox.journal.entries).toHaveLength(1);
	expect(node.items).toHaveLength(1);
});

it('a test event is the newest event on the platform and needs no subscription', async () => {
	const sandbox = await startService({ deliveryWaitsMs: [] });
	const node = await instantNode(sandbox);
	sandbox.webhooks.subscribe('user.created', 'http://127.0.0.1:9/');
	const ids = [...userCreated(sandbox), ...userCreated(sandbox), ...userCreated(sandbox)];
	await sandbox.webhooks.idle();
	const { catalogue } = sandbox;
	const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
	const events = eventsPath(sandbox);
	catalogue.update(events, ids[1] ?? '', { createdAt: ahead(1) });
	// The platform no longer has the payload of this event.
	catalogue.update(events, ids[2] ?? '', { createdAt: ahead(2), payload: {} });
	const before = catalogue.list(SUBSCRIPTIONS);
	expect(await node.poll('manual')).toMatchObject([{ eventId: ids[1] }]);
	expect(catalogue.list(SUBSCRIPTIONS)).toEqual(before);
});

it('a test event is the newest event, also by times in seconds as text', async () => {
	const { sandbox, node } = await published();
	// As text, 900 seconds come after 1,000 seconds.
	const body = [900_000_000, 1_000_000_000, 950_000_000].map((at) => {
		return { _id: `at ${at}`, createdAt: String(at), payload: { at } };
	});
	sandbox.faults.add({ on: { kind: `${SUBSCRIPTIONS}/{subscriptionId}/events` }, body });
	expect(await node.poll('manual')).toMatchObject([{ at: 1_000_000_000 }]);
});

it('an error with advice appears if the platform has no event to use as a test event', async () => {
	const sandbox = await startService();
	const node = await instantNode(sandbox, { event: 'group.created', options: { addNames: [] } });
	for (const { _id } of sandbox.catalogue.list(SUBSCRIPTIONS)) {
		sandbox.catalogue.clear(`${SUBSCRIPTIONS}/${_id}/events`);
	}
	await expect(node.poll('manual')).rejects.toMatchObject({
		message: 'The platform has not stored any group.created events yet',
		description: expect.stringContaining('Publish this workflow') as string,
	});
});
