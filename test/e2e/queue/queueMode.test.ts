import { campaign } from '../../campaign';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { readings } from '../harness/readings';
import { startWitness, type Witness } from '../harness/witness';
import {
	chainsOf,
	list,
	node,
	ourInstantTrigger,
	ourNode,
	ourTrigger,
	report,
	webhook,
} from '../harness/workflow';
import type { Major } from '../install/majors';
import { Cluster, underWay } from './cluster';

const PAGES = 10;
const PAGE_SIZE = 20;
const EXECUTIONS = campaign(60, 200);
/** More than one worker takes at once, so that both have some. */
const SLOW_EXECUTIONS = 14;

const { n8nMajor } = globalThis as unknown as { n8nMajor: Major };

let steady: Sandbox;
let limited: Sandbox;
let expiring: Sandbox;
let dying: Sandbox;
let watched: Sandbox;
/** In ms, between the attempts to deliver an event of `telling`. */
const waits = Array.from({ length: 3_000 }, () => 300);
let telling: Sandbox;
let witness: Witness;
let cluster: Cluster | undefined;

beforeAll(async () => {
	const records = { courses: PAGES * PAGE_SIZE, coursePageSize: PAGE_SIZE };
	steady = await startSandbox(records);
	limited = await startSandbox({ ...records, requestsPerSecond: 50 });
	// A list takes longer than such a token lasts, and the token is renewed two seconds before its end.
	expiring = await startSandbox({
		...records,
		firstByteDelayMs: 2_200,
		tokenLifetimeSeconds: 20,
	});
	dying = await startSandbox(records);
	watched = await startSandbox({ courses: 25, coursePageSize: 10 });
	// It sends an event again until it has arrived.
	telling = await startSandbox({ deliveryWaitsMs: waits });
	witness = await startWitness();
	const accounts = {
		steady: credentialFor('steady', steady),
		limited: credentialFor('limited', limited),
		expiring: credentialFor('expiring', expiring),
		dying: credentialFor('dying', dying),
		watched: credentialFor('watched', watched),
		telling: credentialFor('telling', telling),
	};
	const all = { resource: 'course', returnAll: true };
	const reportIds = (id: string) => [
		node(`IDs ${id}`, 'n8n-nodes-base.aggregate', {
			fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: '_id' }] },
		}),
		report(`${witness.origin}/${id}`, `Report ${id}`),
	];
	const lists = (['steady', 'limited', 'expiring', 'dying'] as const).map((id) => [
		webhook(id),
		list(`List ${id}`, accounts[id], all),
		...reportIds(id),
	]);
	const file = ourNode('Export', accounts.steady, { resource: 'course', operation: 'export' });
	const wait = node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', httpMethod: 'POST' });
	const exported = [
		webhook('export'),
		report(`${witness.origin}/resume`, 'Tell where to resume', '[$execution.resumeUrl]'),
		file,
		// What comes out of Wait is the request that ended it; the file waits here.
		node(
			'After the wait',
			'n8n-nodes-base.merge',
			{ mode: 'chooseBranch', output: 'specifiedInput', useDataOfInput: '1' },
			{ typeVersion: 3 },
		),
		node('Rows', 'n8n-nodes-base.extractFromFile', {
			operation: 'csv',
			options: { enableBOM: true },
		}),
		...reportIds('export'),
	];
	const changes = [
		ourTrigger('Trigger', accounts.watched, { triggerOn: ['added', 'updated', 'removed'] }),
		report(`${witness.origin}/changes`, 'Report changes'),
	];
	const workflow = chainsOf('queue', [...lists, exported, [file, wait], changes]);
	const instant = ourInstantTrigger('Instant', accounts.telling, { event: 'skill.created' });
	const events = chainsOf('events', [
		[{ ...instant, webhookId: 'instant' }, report(`${witness.origin}/events`)],
	]);
	const afterWait = { node: 'After the wait', type: 'main', index: 1 } as const;
	workflow.connections[wait.name] = { main: [[afterWait]] };
	cluster = await Cluster.with(Object.values(accounts), [workflow, events]);
});

afterAll(async () => {
	await cluster?.stop();
	await Promise.all(
		[witness, steady, limited, expiring, dying, watched, telling].map((service) => service.stop()),
	);
});

function running(): Cluster {
	if (cluster === undefined) throw new Error('n8n did not start');
	return cluster;
}

const reported = (id: string) =>
	witness.requests
		.filter(({ url }) => url === `/${id}`)
		.map(({ body }) => JSON.parse(body) as unknown);

/** The IDs that each execution of a chain has read. */
const read = (id: string) => reported(id).map((body) => (body as { _id: string[] })._id);

const idsOf = (sandbox: Sandbox) => sandbox.catalogue.list('courses').map(({ _id }) => _id);

const statusesOf = (sandbox: Sandbox) =>
	new Set(sandbox.journal.of('courses').map(({ status }) => status));

it(`${EXECUTIONS} executions on two workers read the whole list each, with one or two tokens`, async () => {
	const run = await running().run('steady', EXECUTIONS);
	await run.succeeded();

	expect(read('steady')).toEqual(Array(EXECUTIONS).fill(idsOf(steady)));
	expect(statusesOf(steady)).toEqual(new Set([200]));
	expect(steady.journal.of('courses')).toHaveLength(EXECUTIONS * PAGES);
	expect([1, 2]).toContain(steady.journal.of('token').length);
	for (const worker of running().running) {
		expect(worker.said()).toContain('Worker finished execution');
	}
});

it(`${EXECUTIONS} executions settle below 50 requests a second, although the workers share no counter`, async () => {
	const run = await running().run('limited', EXECUTIONS);
	await run.succeeded();

	const entries = limited.journal.of('courses');
	const refused = entries.filter(({ status }) => status === 429);
	expect(read('limited')).toEqual(Array(EXECUTIONS).fill(idsOf(limited)));
	expect(refused.length / entries.length).toBeLessThan(0.1);
});

it('tokens that expire in the middle of lists are renewed in time by both workers', async () => {
	const run = await running().run('expiring', SLOW_EXECUTIONS);
	await run.succeeded();

	expect(read('expiring')).toEqual(Array(SLOW_EXECUTIONS).fill(idsOf(expiring)));
	expect(statusesOf(expiring)).toEqual(new Set([200]));
	expect(expiring.journal.of('token').length).toBeGreaterThan(1);
});

it(`executions of a worker that is killed ${
	n8nMajor === 1 ? 'run again on the other one' : 'end as errors'
}, and all others are right`, async () => {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	const times = SLOW_EXECUTIONS;
	dying.faults.add({ on: { kind: 'courses', page: PAGES / 2 }, times, before: () => held });
	const run = await running().run('dying', SLOW_EXECUTIONS);
	await running().hasBegun(SLOW_EXECUTIONS);
	const [victim] = running().running;
	if (victim === undefined) throw new Error('No worker is left');
	const lost = underWay(victim);
	expect(lost.size).toBeGreaterThan(0);

	await running().killWorker(victim);
	release();
	const states = await run.ended();

	const harmed = [...states].filter(([, state]) => state !== 'success').map(([id]) => id);
	expect(new Set(harmed)).toEqual(n8nMajor === 1 ? new Set() : lost);
	const whole = SLOW_EXECUTIONS - harmed.length;
	expect(read('dying')).toEqual(Array(whole).fill(idsOf(dying)));
});

it('a file that one worker has exported is read by the next node on another one', async () => {
	const [first, ...others] = running().running;
	if (first === undefined) throw new Error('No worker is left');
	for (const other of others) await running().stopWorker(other);
	const run = await running().run('export', 1);
	await run.reaches('waiting');
	await running().startWorker();
	await running().stopWorker(first);

	const [[address]] = reported('resume') as [[string]];
	expect(await running().post(address)).toMatchObject({ status: 200 });
	await run.succeeded();

	expect(read('export')).toEqual([idsOf(steady)]);
});

it('every change is reported once when the main is killed and the list changes meanwhile', async () => {
	const { catalogue } = watched;
	await readings(watched, 'courses', 3);
	const { _id: before } = catalogue.add('courses');
	await witness.arrived(1, '/changes');
	await readings(watched, 'courses', 2);

	await running().killMain();
	const [removed, updated] = [1, 5].map((position) => idsOf(watched)[position] ?? '');
	catalogue.remove('courses', String(removed));
	catalogue.update('courses', String(updated), { name: 'Changed' });
	const { _id: meanwhile } = catalogue.add('courses');
	await running().startMain();
	await witness.arrived(4, '/changes');
	await readings(watched, 'courses', 3);

	const events = (reported('changes') as Record<string, unknown>[]).map(({ triggerEvent, _id }) => [
		triggerEvent,
		_id,
	]);
	expect(events.sort()).toEqual(
		[
			['added', before],
			['removed', removed],
			['updated', updated],
			['added', meanwhile],
		].sort(),
	);
});

it('an event arrives that was sent while the process that hears webhooks was dead', async () => {
	const { webhooks } = telling;
	const emit = () => webhooks.emit('skill.created', { skillId: 'welding' });
	const sent = emit();
	await Promise.all([witness.arrived(1, '/events'), webhooks.idle()]);
	await running().killListener();
	waits.length = 0;
	sent.push(...emit());
	await webhooks.idle();
	// Not before: n8n answers every request with 200 for a moment while it starts, and the event would count as delivered.
	await running().startListener();
	waits.push(300, 300, 300);
	const { subscription = '' } = webhooks.attempts[0] ?? {};
	webhooks.retry('failed', subscription, { startDate: '', endDate: '~' });
	await witness.arrived(2, '/events');

	const arrived = (reported('events') as { eventId: string }[]).map(({ eventId }) => eventId);
	expect(arrived).toEqual(sent);
	const failed = webhooks.attempts.filter(({ status }) => status === 0);
	expect(failed.map(({ event }) => event)).toContain(sent[1]);
});
