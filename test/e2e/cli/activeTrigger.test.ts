import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { readings } from '../harness/readings';
import { startN8n, type N8nServer } from '../harness/server';
import { endedExecutions, storedExecutions } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import {
	EVERY_5_SECONDS,
	type ImportedCredential,
	type ImportedWorkflow,
	pollingWorkflow,
	report,
} from '../harness/workflow';

let sandbox: Sandbox;
let witness: Witness;
let courses: ImportedWorkflow;
let n8n: N8n;
let server: N8nServer | undefined;

// The example has a service and a chat of its own, so that its polls disturb nobody.
let exampleSandbox: Sandbox;
let chat: Witness;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 7, coursePageSize: 3, groups: 2 });
	witness = await startWitness();
	exampleSandbox = await startSandbox({ courses: 20 });
	chat = await startWitness();
	const account = credentialFor('account', sandbox);
	const exampleAccount = credentialFor('example account', exampleSandbox);
	courses = reporting('courses', account, { triggerOn: ['added', 'updated', 'removed'] });
	const workflows = [
		courses,
		reporting('groups', account, { resource: 'group' }),
		example('example', exampleAccount),
	];
	n8n = await N8n.with({ credentials: [account, exampleAccount], workflows });
	for (const workflow of workflows) await n8n.activate(workflow);
});

afterAll(async () => {
	await stop();
	await Promise.all([witness, chat, sandbox, exampleSandbox].map((service) => service.stop()));
	await n8n.remove();
});

/** A workflow that posts every item of the trigger to the witness. */
function reporting(
	id: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
): ImportedWorkflow {
	return pollingWorkflow(id, credential, parameters, report(witness.origin));
}

/** The example workflow as somebody sets it up, but polling more often. */
function example(id: string, { type, name, ...credential }: ImportedCredential): ImportedWorkflow {
	const file = join(__dirname, '../../../examples/for-each-new-published-course.json');
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as ImportedWorkflow;
	const changes: Record<string, Partial<INode>> = {
		'When a course is published': {
			credentials: { [type]: { id: credential.id, name } },
			parameters: { pollTimes: EVERY_5_SECONDS },
		},
		'Post it to a chat': { parameters: { url: chat.origin } },
	};
	const nodes = workflow.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? {};
		return { ...node, ...change, parameters: { ...node.parameters, ...parameters } };
	});
	return { ...workflow, id, active: false, nodes };
}

async function start(): Promise<void> {
	server = await startN8n(n8n.major, n8n.home);
}

async function stop(): Promise<void> {
	await server?.stop();
	server = undefined;
}

const reports = () =>
	witness.requests.map(({ body }) => {
		const { triggerEvent, _id } = JSON.parse(body) as Record<string, unknown>;
		return [triggerEvent, _id];
	});

const idAt = (position: number) => sandbox.catalogue.list('courses')[position]?._id ?? '';

describe('an active workflow with the trigger, in a real n8n', () => {
	const expected: [event: string, id: string][] = [];

	it('starts without a flood: what is there is only remembered', async () => {
		await start();
		// The first poll reads the list twice.
		await readings(sandbox, 'courses', 3);
		expect(reports()).toEqual([]);
		expect(storedExecutions(n8n.home, 'courses')).toEqual([]);
	});

	it('reports each change once, in one execution', async () => {
		const [removed, updated] = [idAt(1), idAt(5)];
		sandbox.catalogue.remove('courses', removed);
		sandbox.catalogue.update('courses', updated, { name: 'Changed' });
		const { _id: added } = sandbox.catalogue.add('courses', {}, 0);
		expected.push(['removed', removed], ['updated', updated], ['added', added]);

		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 2);

		// The three edits may fall into two polls, so only what is reported of each record is certain.
		expect(reports().sort()).toEqual([...expected].sort());
		const executions = await endedExecutions(n8n.home, 'courses');
		expect(new Set(executions.map(({ status, mode }) => `${status} ${mode}`))).toEqual(
			new Set(['success trigger']),
		);
	});

	it('starts the example for a course that is published, and for no other', async () => {
		await readings(exampleSandbox, 'courses', 2);
		exampleSandbox.catalogue.add('courses', { name: 'Hidden', status: 'archived' });
		const { _id } = exampleSandbox.catalogue.add('courses', { name: 'Excel', status: 'published' });

		await chat.arrived(1);

		expect(chat.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ text: 'New course: Excel', courseId: _id },
		]);
	});

	it('goes on after a restart: nothing is lost and nothing is repeated', async () => {
		await stop();
		const archived = sandbox.catalogue.list('courses').find(({ status }) => status !== 'archived');
		sandbox.catalogue.archive('courses', String(archived?._id));
		const { _id: added } = sandbox.catalogue.add('courses');
		expected.push(['updated', String(archived?._id)], ['added', added]);
		await start();

		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 2);

		expect(reports().sort()).toEqual([...expected].sort());
	});

	it('writes a poll that fails into the executions, as words that help, and then makes up for it', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		const { _id: added } = sandbox.catalogue.add('courses');
		expected.push(['added', added]);

		await witness.arrived(expected.length);

		expect(reports().at(-1)).toEqual(['added', added]);
		expect(sandbox.faults.pending()).toEqual([]);
		const executions = await endedExecutions(n8n.home, 'courses');
		const failed = executions.filter(({ status }) => status === 'error');
		expect(failed.map(({ error }) => error?.message)).toEqual([
			'The service does not allow this request (courses, page 2)',
		]);
		for (const { text } of failed) {
			expect(text).not.toContain(sandbox.clientSecret);
			expect(text).not.toMatch(/bearer/i);
		}
	});

	it('polls no more when it is deactivated', async () => {
		await stop();
		await n8n.deactivate(courses);
		sandbox.catalogue.add('courses');
		sandbox.journal.clear();
		await start();

		// The other workflow has the same schedule.
		await readings(sandbox, 'groups', 3);

		expect(sandbox.journal.of('courses')).toEqual([]);
		expect(reports()).toHaveLength(expected.length);
	});
});
