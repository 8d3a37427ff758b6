import type { Fault, Sandbox } from '../../sandbox';
import { deliver, signed } from '../../sandbox/webhooks';
import { InstalledPackage, runNode } from '../harness';
import { n8nGlobal, startService, stopClock } from '../service';
import { instantNode } from './instantNode';
import { SUBSCRIPTIONS } from './published';

const SECRETS = `${SUBSCRIPTIONS}/{subscriptionId}/secrets` as const;
const body = '{"type":"user.created","data":{}}';

let sandbox: Sandbox;
let node: Awaited<ReturnType<typeof instantNode>>;
let id: string;

/** The time since n8n's process started. */
let uptimeMs: number;

/** Publishes a workflow. @param process a process shared with other nodes */
async function publish(process?: InstalledPackage): Promise<void> {
	node = await instantNode(sandbox, undefined, process && { process });
	uptimeMs = 0;
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => uptimeMs);
	await node.publish();
	id = sandbox.catalogue.list(SUBSCRIPTIONS).find(({ url }) => url === node.url())?._id ?? '';
	sandbox.journal.clear();
}

beforeEach(async () => {
	stopClock();
	sandbox = await startService();
	await publish();
});

let deliveries = 0;

/** Delivers an event that is signed with these secrets. @returns the status */
const send = async (secrets: readonly string[]) => {
	deliveries += 1;
	return await deliver(node.url(), signed({ id: `msg_${deliveries}`, body, secrets }));
};

/** Holds requests back. @returns a function that lets them go on */
function hold(fault: Fault): () => void {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	sandbox.faults.add({ ...fault, before: () => held });
	return release;
}

const reads = () => sandbox.journal.of(SECRETS).length;

const wait = (seconds: number) => {
	uptimeMs += seconds * 1_000;
};

/** Replaces the secret, as an administrator does after a leak. @returns the old secret and the new one */
function rotated(): readonly [old: string, now: string] {
	const [old = ''] = sandbox.webhooks.secretsOf(id);
	sandbox.webhooks.rotate(id);
	sandbox.webhooks.endRotation(id);
	return [old, sandbox.webhooks.secretsOf(id)[0] ?? ''];
}

type Who = 'both' | 'new' | 'old';

it.each<[seconds: number, who: Who, status: number, reads: number]>([
	[1, 'old', 200, 0],
	[119, 'old', 200, 0],
	[121, 'old', 401, 1],
	[86_400, 'old', 401, 1],
	// A rotation is noticed after a minute because forged deliveries may not cause more reads.
	[1, 'new', 401, 0],
	[61, 'new', 200, 1],
	[121, 'new', 200, 1],
	[1, 'both', 200, 0],
	[121, 'both', 200, 1],
])(
	'%d seconds after the secret was read, a delivery signed with the %s secret is answered with %d',
	async (seconds, who, status, read) => {
		const [old, now] = rotated();
		wait(seconds);
		expect(await send({ old: [old], new: [now], both: [now, old] }[who])).toBe(status);
		expect(reads()).toBe(read);
		expect(node.items).toHaveLength(status === 200 ? 1 : 0);
	},
);

it('an unchanged secret is read at most once in two minutes, no matter how many events arrive', async () => {
	const secrets = sandbox.webhooks.secretsOf(id);
	const statuses: number[] = [];
	for (let seconds = 0; seconds < 600; seconds += 20) {
		wait(20);
		statuses.push(await send(secrets));
	}
	expect(new Set(statuses)).toEqual(new Set([200]));
	expect(reads()).toBe(5);
});

it('simultaneous deliveries share one read, and none starts the workflow before it', async () => {
	const [old, now] = rotated();
	wait(121);
	const release = hold({ on: { kind: SECRETS } });
	const answers = Promise.all(
		[old, old, now, now, now].map(async (secret) => await send([secret])),
	);
	await sandbox.journal.waitFor(({ kind }) => kind === SECRETS);
	expect(node.items).toEqual([]);
	release();
	expect(await answers).toEqual([401, 401, 200, 200, 200]);
	expect(reads()).toBe(1);
	expect(node.items).toHaveLength(3);
});

it.each<[what: string, fault: Fault]>([
	['is refused', { on: { kind: SECRETS }, status: 403 }],
	['fails', { on: { kind: SECRETS }, status: 400 }],
	['returns no secret', { on: { kind: SECRETS }, status: 200, body: {} }],
	['returns an empty secret', { on: { kind: SECRETS }, status: 200, body: { secret: '' } }],
	['finds no list of subscriptions', { on: { kind: SUBSCRIPTIONS }, status: 404 }],
	['finds a broken list of subscriptions', { on: { kind: SUBSCRIPTIONS }, body: {} }],
])('if reading an old secret %s, the platform delivers a genuine event again', async (_, fault) => {
	const secrets = sandbox.webhooks.secretsOf(id);
	wait(121);
	sandbox.faults.add(fault);
	expect(await send(secrets)).toBe(503);
	expect(node.items).toEqual([]);
	expect(node.log.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('the secret cannot be read'),
	);
	wait(5);
	expect(await send(secrets)).toBe(200);
	expect(node.items).toHaveLength(1);
});

it('if reading an old secret takes too long, the platform delivers a genuine event again', async () => {
	const secrets = sandbox.webhooks.secretsOf(id);
	wait(121);
	const release = hold({ on: { kind: SECRETS } });
	const time = new AbortController();
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const limit = jest.spyOn(AbortSignal, 'timeout');
	limit.mockImplementation((ms) => (ms === 5_000 ? time.signal : timeout(ms)));
	const answer = send(secrets);
	await sandbox.journal.waitFor(({ kind }) => kind === SECRETS);
	time.abort();
	expect(await answer).toBe(503);
	limit.mockRestore();
	release();
	await sandbox.journal.idle();
	expect(await send(secrets)).toBe(200);
	expect(reads()).toBe(1);
});

it('reading an old secret does not wait for lists that fill all slots', async () => {
	await publish(await InstalledPackage.load());
	wait(121);
	const release = hold({ on: { kind: 'courses' }, times: 20 });
	const lists = runNode({ credential: sandbox, parameters: { operation: 'list' }, items: 20 });
	await sandbox.journal.waitFor(() => sandbox.journal.of('courses').length === 20);
	expect(await send(sandbox.webhooks.secretsOf(id))).toBe(200);
	expect(reads()).toBe(1);
	release();
	expect((await lists).error).toBeUndefined();
});

it('forged deliveries cause at most one read a minute, also while the secret is old', async () => {
	wait(121);
	const forged = () => send(['whsec_bm8=']);
	expect(await Promise.all([forged(), forged(), forged()])).toEqual([401, 401, 401]);
	expect(reads()).toBe(1);
	wait(59);
	expect(await forged()).toBe(401);
	expect(reads()).toBe(1);
	wait(2);
	expect(await forged()).toBe(401);
	expect(reads()).toBe(2);
});

it('a subscription that was removed accepts no genuine event', async () => {
	const secrets = sandbox.webhooks.secretsOf(id);
	sandbox.catalogue.remove(SUBSCRIPTIONS, id);
	wait(121);
	expect(await send(secrets)).toBe(503);
	expect(node.items).toEqual([]);
});
