import { repeats } from '../../repeats';
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
const EXECUTIONS = repeats(60, 200);
/** More executions than one worker can run at once. */
const SLOW_EXECUTIONS = 14;

const { n8nMajor } = globalThis as unknown as { n8nMajor: Major };

/** The delays between deliveries from `telling`, in ms. */
const waits = Array.from({ length: 3_000 }, () => 300);

const records = { courses: PAGES * PAGE_SIZE, coursePageSize: PAGE_SIZE };

/** The services, by the ID of their credential. */
const SERVICES = {
	steady: records,
	limited: { ...records, requestsPerSecond: 50 },
	// Reading a list takes longer than a token lasts; tokens are renewed two seconds before they expire.
	expiring: { ...records, firstByteDelayMs: 2_200, tokenLifetimeSeconds: 20 },
	dying: records,
	watched: { courses: 25, coursePageSize: 10 },
	telling: { deliveryWaitsMs: waits },
};

type Name = keyof typeof SERVICES;

let services: Record<Name, Sandbox>;
let witness: Witness;
let cluster: Cluster | undefined;

beforeAll(async () => {
	const started = Object.entries(SERVICES).map(async ([name, options]) => {
		return [name, await startSandbox(options)] as const;
	});
	services = Object.fromEntries(await Promise.all(started)) as typeof services;
	witness = await startWitness();
	const account = (name: Name) => credentialFor(name, services[name]);
	const all = { resource: 'course', returnAll: true };
	const reportIds = (id: string) => [
		node(`IDs ${id}`, 'n8n-nodes-base.aggregate', {
			fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: '_id' }] },
		}),
		report(`${witness.origin}/${id}`, `Report ${id}`),
	];
	const lists = (['steady', 'limited', 'expiring', 'dying'] as const).map((id) => [
		webhook(id),
		list(`List ${id}`, account(id), all),
		...reportIds(id),
	]);
	const file = ourNode('Export', account('steady'), { resource: 'course', operation: 'export' });
	const wait = node('Wait', 'n8n-nodes-base.wait', { resume: 'webhook', httpMethod: 'POST' });
	const exported = [
		webhook('export'),
		report(`${witness.origin}/resume`, 'Report where to resume', '[$execution.resumeUrl]'),
		file,
		// The Wait node emits the request that ended the wait, so this node keeps the file.
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
		ourTrigger('Trigger', account('watched'), { triggerOn: ['added', 'updated', 'removed'] }),
		report(`${witness.origin}/changes`, 'Report changes'),
	];
	const workflow = chainsOf('queue', [...lists, exported, [file, wait], changes]);
	const instant = ourInstantTrigger('Instant', account('telling'), { event: 'skill.created' });
	const events = chainsOf('events', [
		[{ ...instant, webhookId: 'instant' }, report(`${witness.origin}/events`)],
	]);
	const afterWait = { node: 'After the wait', type: 'main', index: 1 } as const;
	workflow.connections[wait.name] = { main: [[afterWait]] };
	const credentials = (Object.keys(SERVICES) as Name[]).map(account);
	cluster = await Cluster.with(credentials, [workflow, events]);
});

afterAll(async () => {
	await cluster?.stop();
	await Promise.all([witness, ...Object.values(services)].map((service) => service.stop()));
});

function running(): Cluster {
	if (cluster === undefined) throw new Error('n8n did not start');
	return cluster;
}

const reported = (id: string) =>
	witness.requests
		.filter(({ url }) => url === `/${id}`)
		.map(({ body }) => JSON.parse(body) as unknown);

/** The IDs from each execution of a chain. */
const read = (id: string) => reported(id).map((body) => (body as { _id: string[] })._id);

const idsOf = (name: Name) => services[name].catalogue.list('courses').map(({ _id }) => _id);

const statusesOf = (name: Name) =>
	new Set(services[name].journal.of('courses').map(({ status }) => status));

it(`${EXECUTIONS} executions on two workers each read the whole list, with at most two tokens in total`, async () => {
	const run = await running().run('steady', EXECUTIONS);
	await run.succeeded();

	expect(read('steady')).toEqual(Array(EXECUTIONS).fill(idsOf('steady')));
	expect(statusesOf('steady')).toEqual(new Set([200]));
	expect(services.steady.journal.of('courses')).toHaveLength(EXECUTIONS * PAGES);
	expect([1, 2]).toContain(services.steady.journal.of('token').length);
	for (const worker of running().workers) {
		expect(worker.said()).toContain('Worker finished execution');
	}
});

it(`${EXECUTIONS} executions settle below 50 requests a second, even though the workers share no counter`, async () => {
	const run = await running().run('limited', EXECUTIONS);
	await run.succeeded();

	const entries = services.limited.journal.of('courses');
	const refused = entries.filter(({ status }) => status === 429);
	expect(read('limited')).toEqual(Array(EXECUTIONS).fill(idsOf('limited')));
	expect(refused.length / entries.length).toBeLessThan(0.1);
});

it('both workers renew tokens that expire in the middle of a list', async () => {
	const run = await running().run('expiring', SLOW_EXECUTIONS);
	await run.succeeded();

	expect(read('expiring')).toEqual(Array(SLOW_EXECUTIONS).fill(idsOf('expiring')));
	expect(statusesOf('expiring')).toEqual(new Set([200]));
	expect(services.expiring.journal.of('token').length).toBeGreaterThan(1);
});

it(`a killed worker's executions ${
	n8nMajor === 1 ? 'run again on the other worker' : 'end as errors'
}, and all others succeed`, async () => {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	const times = SLOW_EXECUTIONS;
	services.dying.faults.add({
		on: { kind: 'courses', page: PAGES / 2 },
		times,
		before: () => held,
	});
	const run = await running().run('dying', SLOW_EXECUTIONS);
	await running().hasBegun(SLOW_EXECUTIONS);
	const [victim] = running().workers;
	if (victim === undefined) throw new Error('No worker is left');
	const lost = underWay(victim);
	expect(lost.size).toBeGreaterThan(0);

	await running().end(victim, 'kill');
	release();
	const states = await run.ended();

	const harmed = [...states].filter(([, state]) => state !== 'success').map(([id]) => id);
	expect(new Set(harmed)).toEqual(n8nMajor === 1 ? new Set() : lost);
	const whole = SLOW_EXECUTIONS - harmed.length;
	expect(read('dying')).toEqual(Array(whole).fill(idsOf('dying')));
});

it('the next node reads an exported file on another worker', async () => {
	const [first, ...others] = running().workers;
	if (first === undefined) throw new Error('No worker is left');
	for (const other of others) await running().end(other, 'stop');
	const run = await running().run('export', 1);
	await run.reaches('waiting');
	await running().startWorker();
	await running().end(first, 'stop');

	const [[address]] = reported('resume') as [[string]];
	expect(await running().post(address)).toMatchObject({ status: 200 });
	await run.succeeded();

	expect(read('export')).toEqual([idsOf('steady')]);
});

it('every change is reported once, even if the main process is killed', async () => {
	const { catalogue } = services.watched;
	await readings(services.watched, 'courses', 3);
	const { _id: before } = catalogue.add('courses');
	await witness.arrived(1, '/changes');
	await readings(services.watched, 'courses', 2);

	await running().main?.kill();
	const [removed, updated] = [1, 5].map((position) => idsOf('watched')[position] ?? '');
	catalogue.remove('courses', String(removed));
	catalogue.update('courses', String(updated), { name: 'Changed' });
	const { _id: meanwhile } = catalogue.add('courses');
	await running().startMain();
	await witness.arrived(4, '/changes');
	await readings(services.watched, 'courses', 3);

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

it('an event sent while the webhook process was down arrives later', async () => {
	const { webhooks } = services.telling;
	const emit = () => webhooks.emit('skill.created', { skillId: 'welding' });
	const sent = emit();
	await Promise.all([witness.arrived(1, '/events'), webhooks.idle()]);
	await running().listener?.kill();
	waits.length = 0;
	sent.push(...emit());
	await webhooks.idle();
	// While starting, n8n briefly responds to every request with 200, so the event must wait until n8n is ready.
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
