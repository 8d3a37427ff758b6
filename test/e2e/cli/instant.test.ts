import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { deliver, signed } from '../../sandbox/webhooks';
import { credentialFor } from '../harness/accounts';
import { freePort } from '../harness/freePort';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { readings } from '../harness/readings';
import { type N8nServer, SCHEDULER, startN8n } from '../harness/server';
import { inDatabase, until } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import {
	chainsOf,
	type ImportedWorkflow,
	ourInstantTrigger,
	pollEvery,
	report,
} from '../harness/workflow';

const SUBSCRIPTIONS = 'webhooks/subscriptions';
const BURST = 20;

/** The delays between deliveries, in ms: long enough even if n8n is busy. */
const PATIENT = Array.from({ length: 3_000 }, () => 300);
const waits = [...PATIENT];

let sandbox: Sandbox;
let witness: Witness;
let n8n: N8n;
let port: number;
let server: N8nServer | undefined;
let cookie: string;
let learner: string;
let course: string;
let accounts: ImportedWorkflow;
/** A workflow that is imported but not published. */
let copy: ImportedWorkflow;

beforeAll(async () => {
	[sandbox, witness, port] = await Promise.all([
		startSandbox({ deliveryWaitsMs: waits }),
		startWitness(),
		freePort(),
	]);
	const { catalogue } = sandbox;
	learner = catalogue.add('users', { firstName: 'Ana', lastName: 'Silva' })._id;
	course = catalogue.add('courses', { name: 'Fire Safety' })._id;
	accounts = listening('accounts', { event: EVENTS[1], options: { answer: 'succeeded' } });
	copy = listening('copy', { event: EVENTS[2] });
	const workflows = [
		listening('completions', { event: EVENTS[0], options: { addNames: ['courses', 'users'] } }),
		accounts,
		listening('skills', { event: EVENTS[2] }),
	];
	const credentials = [credentialFor('account', sandbox)];
	n8n = await N8n.with({ credentials, workflows: [...workflows, copy] });
	await start();
	cookie = await createOwner(server?.url ?? '');
	for (const workflow of workflows) await publish(call, n8n.major, workflow);
	for (const type of EVENTS) await untilOwn(type, (found) => found !== undefined);
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
			report(witness.origin),
		],
	]);
}

const EVENTS = ['course.attempt.closed', 'user.deleted', 'skill.created'] as const;

async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
	const env = { N8N_LOG_LEVEL: 'info', ...environment };
	server = await startN8n(n8n.major, n8n.home, { port, env });
}

/** The settings for a restart: they enable n8n 2's scheduler. */
const again = () => (n8n.major === 2 ? SCHEDULER : {});

const call: OwnersCall = (...request) => ownersCall(server?.url ?? '', cookie)(...request);

/** The subscription that our node created. */
const own = (type: string) => allOwn(type)[0];

const allOwn = (type: string) =>
	sandbox.catalogue
		.list(SUBSCRIPTIONS)
		.filter(({ eventType, name }) => eventType === type && String(name).startsWith('n8n workflow'));

const untilOwn = async (type: string, is: (found: ReturnType<typeof own>) => boolean) =>
	await until(
		() => is(own(type)),
		200,
		() => server?.said(),
	);

const ownOf = (type: string) => {
	const found = own(type);
	if (!found) throw new Error(`Nobody has subscribed to ${type}`);
	return { id: found._id, url: String(found.url), name: String(found.name) };
};

/** The items emitted by the trigger. */
const items = () => witness.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const ids = () => items().map(({ eventId }) => eventId);

function finished(): string {
	const rest = { reason: 'learnerFinished', context: {} };
	const closedAt = new Date().toISOString();
	const attemptId = 'a'.repeat(24);
	const data = { attemptId, closedAt, userId: learner, courseId: course, ...rest };
	const [id = ''] = sandbox.webhooks.emit('course.attempt.closed', data);
	return id;
}

/** Resolves when the trigger has emitted all of these events. */
async function arrived(...events: string[]): Promise<void> {
	const isMissing = (event: string) => !ids().includes(event);
	while (events.some(isMissing)) await witness.arrived(witness.requests.length + 1);
}

it('an event has all its fields and names', async () => {
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

it('a delivery altered in transit is rejected', async () => {
	const { id, url } = ownOf('course.attempt.closed');
	const secrets = sandbox.webhooks.secretsOf(id);
	const body = JSON.stringify({ type: 'course.attempt.closed', data: { userId: learner } });
	const changed = { ...signed({ id: 'msg_1', body, secrets }), body: body.replace('a', 'b') };
	expect(await deliver(url, changed)).toBe(401);
	await arrived(finished());
	expect(ids()).not.toContain('msg_1');
});

it('if the workflow responds after the run, the platform resends an event whose run failed', async () => {
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

async function unpublish(id: string): Promise<void> {
	if (n8n.major === 1) await call(`workflows/${id}`, { active: false }, 'PATCH');
	else await call(`workflows/${id}/deactivate`, {});
}

/** Makes five events fail, republishes their workflow, and expects the events to arrive. */
async function failedArriveAfter(publishAgain: () => Promise<void>): Promise<void> {
	waits.length = 0;
	witness.refuse(true);
	const data = { userId: learner, deletedAt: new Date().toISOString() };
	const events = Array.from({ length: 5 }, () => sandbox.webhooks.emit('user.deleted', data));
	await sandbox.webhooks.idle();
	witness.refuse(false);
	waits.push(...PATIENT);
	await publishAgain();
	await arrived(...events.flat());
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, ownOf('user.deleted').id).status).toBe('active');
}

it('failed events arrive after the workflow is saved or republished', async () => {
	// n8n 2 does not restart an unchanged trigger.
	const options = { answer: 'succeeded', addNames: [] };
	const saved = { ...accounts, nodes: listening('accounts', { event: EVENTS[1], options }).nodes };
	await failedArriveAfter(() => publish(call, n8n.major, saved));
});

it('events sent during a restart arrive afterward, and an inactive subscription is reactivated', async () => {
	await server?.stop();
	waits.length = 0;
	const events = [finished(), finished()];
	await sandbox.webhooks.idle();
	waits.push(...PATIENT);
	const { id } = ownOf('course.attempt.closed');
	sandbox.catalogue.update(SUBSCRIPTIONS, id, { status: 'inactive' });
	const started = start(again());
	// Until n8n has loaded its workflows, it responds to every request with 200.
	const answers = async () => await fetch(`http://127.0.0.1:${port}`).then(Boolean, () => false);
	await until(answers, 5, () => server?.said());
	events.push(...sandbox.webhooks.emit('skill.created', { skillId: 'at start' }));
	await started;
	await arrived(...events);
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, id).status).toBe('active');
});

it('failed events arrive after the workflow is unpublished and published again', async () => {
	await failedArriveAfter(async () => {
		await unpublish(accounts.id);
		await untilOwn('user.deleted', (found) => found?.status === 'inactive');
		await publish(call, n8n.major, accounts);
	});
});

it(`${BURST} simultaneous events all arrive`, async () => {
	const emit = (at: number) => sandbox.webhooks.emit('skill.created', { skillId: `skill-${at}` });
	const events = Array.from({ length: BURST }, (_, at) => emit(at)).flat();
	await arrived(...events);
	expect(new Set(events).size).toBe(BURST);
	expect(items().at(-1)).toMatchObject({ eventType: 'skill.created' });
});

it('unpublishing a workflow removes only its own subscription', async () => {
	const { url } = ownOf('course.attempt.closed');
	const byHand = sandbox.webhooks.subscribe('course.attempt.closed', `${url}/other`);
	await unpublish('completions');
	await untilOwn('course.attempt.closed', (found) => found === undefined);
	expect(sandbox.catalogue.get(SUBSCRIPTIONS, byHand._id)).toMatchObject({ name: 'By hand' });
	expect(own('user.deleted')).toBeDefined();
});

it('after WEBHOOK_URL changes, neither the workflow nor its copy touches the old subscription', async () => {
	const polled = listening('skills', { event: EVENTS[2], pollTimes: pollEvery(3) });
	const { id: first } = ownOf('skill.created');
	await publish(call, n8n.major, polled);
	await untilOwn('skill.created', (found) => found !== undefined && found._id !== first);
	await readings(sandbox, SUBSCRIPTIONS, 3);
	const old = ownOf('skill.created');
	await server?.stop();
	waits.length = 0;
	const failed = sandbox.webhooks.emit('skill.created', { skillId: 'failed' });
	await sandbox.webhooks.idle();
	sandbox.catalogue.update(SUBSCRIPTIONS, old.id, { status: 'inactive' });
	const data = "(SELECT staticData FROM workflow_entity WHERE id = 'skills')";
	inDatabase(n8n.home, {}, (database) => {
		database.exec(`UPDATE workflow_entity SET staticData = ${data} WHERE id = 'copy'`);
	});
	await start({ ...again(), WEBHOOK_URL: `http://127.0.0.1:${port}/` });
	await publish(call, n8n.major, copy);
	const states = () => allOwn('skill.created').map(({ url, status }) => [url, status]);
	await until(
		() => states().length === 3,
		200,
		() => server?.said(),
	);
	await readings(sandbox, SUBSCRIPTIONS, 3);
	const { href } = new URL('webhook/', `http://127.0.0.1:${port}/`);
	// n8n 2 publishes workflows in any order.
	expect(states().sort()).toEqual([
		[`${href}hook-copy/event`, 'active'],
		[`${href}hook-skills/event`, 'active'],
		[old.url, 'inactive'],
	]);
	expect(ids()).not.toContain(failed[0]);
});

it('every request complies with the contract, and the log contains no secrets', () => {
	expect(sandbox.journal.takeOffContract()).toEqual([]);
	expect(server?.said()).not.toContain('whsec_');
	expect(server?.said()).not.toMatch(/sandbox-secret/);
});
