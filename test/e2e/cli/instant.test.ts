import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { deliver, signed } from '../../sandbox/webhooks';
import { credentialFor } from '../harness/accounts';
import { freePort } from '../harness/freePort';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { startN8n, type N8nServer } from '../harness/server';
import { until } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { chainsOf, type ImportedWorkflow, ourInstantTrigger, report } from '../harness/workflow';

const SUBSCRIPTIONS = 'webhooks/subscriptions';
const BURST = 200;

/** How the platform tries again, in ms. */
const waits = [300];

let sandbox: Sandbox;
let witness: Witness;
let n8n: N8n;
let port: number;
let server: N8nServer | undefined;
let cookie: string;
let learner: string;
let course: string;

beforeAll(async () => {
	[sandbox, witness, port] = await Promise.all([
		startSandbox({ deliveryWaitsMs: waits }),
		startWitness(),
		freePort(),
	]);
	const { catalogue } = sandbox;
	learner = catalogue.add('users', { firstName: 'Ana', lastName: 'Silva' })._id;
	course = catalogue.add('courses', { name: 'Fire Safety' })._id;
	for (const { nodes } of workflows) {
		const [, last] = nodes;
		if (last) last.parameters = report(witness.origin).parameters;
	}
	n8n = await N8n.with({ credentials: [credentialFor('account', sandbox)], workflows });
	await start();
	cookie = await createOwner(server?.url ?? '');
	for (const workflow of workflows) await publish(call, n8n.major, workflow);
	await until(
		() => own('course.attempt.closed') !== undefined && own('user.deleted') !== undefined,
		200,
		() => server?.said(),
	);
});

afterAll(async () => {
	await server?.stop();
	await Promise.all([sandbox.stop(), witness.stop()]);
	await n8n.remove();
});

/** A workflow that posts every event to the witness. */
function listening(id: string, parameters: INodeParameters): ImportedWorkflow {
	const account = { id: 'account', name: 'account', type: 'learningPlatformApi', data: {} };
	return chainsOf(id, [
		[
			{ ...ourInstantTrigger('Trigger', account, parameters), webhookId: `hook-${id}` },
			report('http://127.0.0.1'),
		],
	]);
}

const workflows = [
	listening('completions', {
		event: 'course.attempt.closed',
		options: { addNames: ['courses', 'users'] },
	}),
	listening('accounts', { event: 'user.deleted', options: { answer: 'succeeded' } }),
	listening('skills', { event: 'skill.created' }),
];

async function start(): Promise<void> {
	const env = { N8N_LOG_LEVEL: 'info' };
	server = await startN8n(n8n.major, n8n.home, { port, env });
}

const call: OwnersCall = (...request) => ownersCall(server?.url ?? '', cookie)(...request);

/** The subscription that our node has made. */
const own = (type: string) =>
	sandbox.catalogue
		.list(SUBSCRIPTIONS)
		.find(({ eventType, name }) => eventType === type && String(name).startsWith('n8n workflow'));

const ownOf = (type: string) => {
	const found = own(type);
	if (!found) throw new Error(`Nobody has subscribed to ${type}`);
	return { id: found._id, url: String(found.url), name: String(found.name) };
};

/** What has come out of the trigger. */
const items = () => witness.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** The events that the platform has told of. */
const told = new Set<string>();

const ids = () => items().map(({ eventId }) => eventId);

function finished(): string {
	const rest = { reason: 'learnerFinished', context: {} };
	const closedAt = new Date().toISOString();
	const attemptId = 'a'.repeat(24);
	const data = { attemptId, closedAt, userId: learner, courseId: course, ...rest };
	const [id = ''] = sandbox.webhooks.emit('course.attempt.closed', data);
	told.add(id);
	return id;
}

const arrived = async (...events: string[]) =>
	await until(
		() => events.every((event) => ids().includes(event)),
		100,
		() =>
			JSON.stringify([events, sandbox.webhooks.attempts.slice(-20), server?.said().slice(-9_000)]),
	);

/** A delivery of our own, so that each part can be wrong. */
function delivery(id: string, changes: { at?: number; secrets?: string[] } = {}) {
	const { id: subscription } = ownOf('course.attempt.closed');
	const secrets = sandbox.webhooks.secretsOf(subscription);
	const event = { type: 'course.attempt.closed', timestamp: Date.now(), data: { userId: learner } };
	return signed({ id, body: JSON.stringify(event), secrets, ...changes });
}

const send = (delivery: Parameters<typeof deliver>[1]) =>
	deliver(ownOf('course.attempt.closed').url, delivery);

async function polled(type: string): Promise<void> {
	const { id, url } = ownOf(type);
	sandbox.journal.clear();
	await sandbox.journal.waitFor(({ path }) => path.endsWith(`${id}/events`));
	expect(url).toContain('/webhook/');
}

it('an event comes with its fields and names', async () => {
	const event = finished();
	await arrived(event);
	expect(items()).toEqual([
		{
			attemptId: 'a'.repeat(24),
			closedAt: expect.any(String) as string,
			userId: learner,
			userName: 'Ana Silva',
			userMail: expect.any(String) as string,
			courseId: course,
			courseName: 'Fire Safety',
			reason: 'learnerFinished',
			context: {},
			eventType: 'course.attempt.closed',
			eventId: event,
			eventTime: expect.any(String) as string,
		},
	]);
});

it('an event whose type no version knows arrives', async () => {
	const [event = ''] = sandbox.webhooks.emit('skill.created', { skillId: 'welding' });
	told.add(event);
	await arrived(event);
	expect(items().at(-1)).toMatchObject({ skillId: 'welding', eventType: 'skill.created' });
});

it.each<[what: string, status: number, () => Parameters<typeof deliver>[1]]>([
	['another secret', 401, () => delivery('msg_1', { secrets: ['whsec_c2VjcmV0'] })],
	['a body that was changed', 401, () => ({ ...delivery('msg_2'), body: '{"type":"forged"}' })],
	['an old time', 401, () => delivery('msg_3', { at: Date.now() - 301_000 })],
	['a time to come', 401, () => delivery('msg_4', { at: Date.now() + 310_000 })],
	['no signature', 401, () => ({ headers: {}, body: delivery('msg_5').body })],
	['no body', 400, () => ({ ...delivery('msg_6'), body: '' })],
	['more than 1 MB', 413, () => ({ ...delivery('msg_7'), body: `"${'x'.repeat(1_100_000)}"` })],
])('a delivery with %s is refused with %i, and starts nothing', async (_, status, made) => {
	const forged = made();
	expect(await send(forged)).toBe(status);
	await arrived(finished());
	expect(ids()).not.toContain(forged.headers['webhook-id'] ?? '');
	expect(ids().every((id) => told.has(String(id)))).toBe(true);
});

it('after a rotation events are believed with both secrets, and with the new one alone', async () => {
	const { id } = ownOf('course.attempt.closed');
	sandbox.webhooks.rotate(id);
	const first = finished();
	await arrived(first);
	sandbox.webhooks.endRotation(id);
	// The secret is read again once a minute at most, and the forged ones before have had it read.
	await until(
		async () => (await send(delivery('msg_new'))) === 200,
		2_000,
		() => server?.said(),
	);
	await arrived('msg_new');
});

it('a run that fails is sent again where the platform is to hear of it', async () => {
	witness.refuse(true);
	const data = { userId: learner, deletedAt: new Date().toISOString() };
	const [event = ''] = sandbox.webhooks.emit('user.deleted', data);
	await until(
		() => sandbox.webhooks.attempts.some((each) => each.event === event && each.status === 500),
		50,
		() => JSON.stringify(sandbox.webhooks.attempts.slice(-5)),
	);
	witness.refuse(false);
	await arrived(event);
});

it('what fails while n8n is away comes after its start, and an inactive subscription is woken', async () => {
	await server?.stop();
	const events = [finished(), finished()];
	await sandbox.webhooks.idle();
	const { id } = ownOf('course.attempt.closed');
	sandbox.catalogue.update(SUBSCRIPTIONS, id, { status: 'inactive' });
	await start();
	await arrived(...events);
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, id).status).toBe('active');
});

it('a subscription that somebody has removed is made again', async () => {
	sandbox.catalogue.remove(SUBSCRIPTIONS, ownOf('course.attempt.closed').id);
	await until(
		() => own('course.attempt.closed') !== undefined,
		200,
		() => server?.said(),
	);
	const event = finished();
	await arrived(event);
	await polled('course.attempt.closed');
});

it(`${BURST} events in two seconds all arrive`, async () => {
	// n8n 2 takes longer than 15 s to answer the last of them, so that they are sent again, as the platform does it.
	waits.push(5_000, 20_000, 60_000);
	const startedAt = performance.now();
	const before = sandbox.webhooks.attempts.length;
	const events: string[] = [];
	for (let at = 0; at < BURST; at++) {
		events.push(...sandbox.webhooks.emit('skill.created', { skillId: `skill-${at}` }));
		if (at % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 95));
	}
	await arrived(...events);
	const seconds = Math.round((performance.now() - startedAt) / 1_000);
	const attempts = sandbox.webhooks.attempts.slice(before);
	const unanswered = attempts.filter(({ status }) => status !== 200).length;
	console.log(`${BURST} events had run after ${seconds} s, ${unanswered} were sent again`);
	expect(new Set(events).size).toBe(BURST);
});

it('unpublishing removes the own subscription, and no other', async () => {
	const { url } = ownOf('course.attempt.closed');
	const byHand = sandbox.webhooks.subscribe('course.attempt.closed', `${url}/other`);
	if (n8n.major === 1) await call('workflows/completions', { active: false }, 'PATCH');
	else await call('workflows/completions/deactivate', {});
	await until(
		() => own('course.attempt.closed') === undefined,
		200,
		() => server?.said(),
	);
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, byHand._id)).toMatchObject({ name: 'By hand' });
	expect(own('user.deleted')).toBeDefined();
});

it('every request is one that the contract has, and no secret is in the log', () => {
	expect(sandbox.journal.takeOffContract()).toEqual([]);
	expect(server?.said()).not.toContain('whsec_');
	expect(server?.said()).not.toMatch(/sandbox-secret/);
});
