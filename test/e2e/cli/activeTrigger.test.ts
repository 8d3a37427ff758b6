import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, setUp } from '../harness/examples';
import { addresseeOf, linesOf, type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { comparison, readings } from '../harness/readings';
import { startN8n, type N8nServer } from '../harness/server';
import {
	endedExecutions,
	type StoredExecution,
	storedExecutions,
	until,
} from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import {
	type ImportedCredential,
	type ImportedWorkflow,
	pollingWorkflow,
	report,
} from '../harness/workflow';

let sandbox: Sandbox;
let witness: Witness;
let courses: ImportedWorkflow;
let published: ImportedWorkflow;
let completed: ImportedWorkflow;
let late: ImportedWorkflow;
let workflows: ImportedWorkflow[];
let n8n: N8n;
let server: N8nServer | undefined;
let cookie: string;

// Each example has its own service and chat.
let exampleSandbox: Sandbox;
let chat: Witness;
let statistics: Sandbox;
let completions: Witness;
let mailbox: Mailbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 7, coursePageSize: 3 });
	witness = await startWitness();
	exampleSandbox = await startSandbox({ courses: 20 });
	chat = await startWitness();
	statistics = await startSandbox({ courseStatistics: 5_000 });
	// Rejects every message after the first until a test allows more.
	completions = await startWitness(() => {
		completions.refuse(completions.requests.length === 1);
		return {};
	});
	mailbox = await startMailbox();
	const account = credentialFor('account', sandbox);
	const statisticsAccount = credentialFor('statistics account', statistics);
	const exampleAccount = credentialFor('example account', exampleSandbox);
	courses = reporting('courses', account, { triggerOn: ['added', 'updated', 'removed'] });
	published = example('for-each-new-published-course', exampleAccount, chat);
	completed = example('when-a-course-is-completed', statisticsAccount, completions);
	late = setUp(exampleWorkflow('remind-learners', statisticsAccount), {
		'Email the learner': { credentials: { smtp: { id: 'smtp', name: 'smtp' } } },
	});
	workflows = [
		courses,
		reporting('paths', account, {
			resource: 'pathCompletion',
			triggerOn: ['completed', 'failed', 'late'],
		}),
		reporting('passed', account, {
			resource: 'courseCompletion',
			triggerOn: ['completed'],
			options: { passingScore: 80 },
		}),
		published,
		completed,
		late,
	];
	const credentials = [account, exampleAccount, statisticsAccount, mailbox.credential];
	n8n = await N8n.with({ credentials, workflows });
});

afterAll(async () => {
	await stop();
	const services = [witness, chat, completions, mailbox, sandbox, exampleSandbox, statistics];
	await Promise.all(services.map((service) => service.stop()));
	await n8n.remove();
});

/** Creates a workflow that posts every item from the trigger to the witness. */
function reporting(
	id: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
): ImportedWorkflow {
	return pollingWorkflow(id, credential, parameters, report(witness.origin));
}

/** Sets up an example that posts to a chat. */
const example = (name: string, credential: ImportedCredential, chat: Witness) =>
	setUp(exampleWorkflow(name, credential), {
		'Post it to a chat': { parameters: { url: chat.origin }, retryOnFail: false },
	});

async function start(): Promise<N8nServer> {
	server = await startN8n(n8n.major, n8n.home);
	return server;
}

const call: OwnersCall = (...request) => ownersCall(server?.url ?? '', cookie)(...request);

async function stop(): Promise<void> {
	await server?.stop();
	server = undefined;
}

/** Deactivates a workflow because its polls would slow down the other workflows. */
async function end({ id }: { id: string }): Promise<void> {
	await call(`workflows/${id}/deactivate`, {});
}

const reports = () =>
	witness.requests.map(({ body }) => {
		const { triggerEvent, _id } = JSON.parse(body) as Record<string, unknown>;
		return [triggerEvent, _id];
	});

/** Ignores errors about overlapping polls: on a busy machine, a poll can take more than three seconds. */
const executionsOf = (executions: StoredExecution[]) =>
	executions.filter(
		({ error }) => !error?.message.startsWith('The previous poll is still running'),
	);

const idAt = (position: number) => sandbox.catalogue.list('courses')[position]?._id ?? '';

describe('an active workflow', () => {
	const expected: [event: string, id: string][] = [];

	it('starts without reporting the existing courses', async () => {
		const server = await start();
		cookie = await createOwner(server.url);
		for (const workflow of workflows) await publish(call, n8n.major, workflow);
		for (const { id } of workflows) await comparison(server, id);
		expect(reports()).toEqual([]);
		expect(executionsOf(storedExecutions(n8n.home, 'courses'))).toEqual([]);
	});

	it('reports each change once, in one execution', async () => {
		const [removed, updated] = [idAt(1), idAt(5)];
		sandbox.catalogue.remove('courses', removed);
		sandbox.catalogue.update('courses', updated, { name: 'Changed' });
		const { _id: added } = sandbox.catalogue.add('courses', {}, 0);
		expected.push(['removed', removed], ['updated', updated], ['added', added]);

		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 2);

		// Two polls can split the three edits, so the order of the reports and the number of executions vary.
		expect(reports().sort()).toEqual([...expected].sort());
		const executions = executionsOf(await endedExecutions(n8n.home, 'courses'));
		expect(new Set(executions.map(({ status, mode }) => `${status} ${mode}`))).toEqual(
			new Set(['success trigger']),
		);
	});

	it('runs the example only for a published course', async () => {
		const { catalogue } = exampleSandbox;
		catalogue.add('courses', { name: 'Hidden', status: 'archived' });
		const authorId = catalogue.add('users', { firstName: 'Ana', lastName: 'Silva' })._id;
		const groupId = catalogue.add('groups', { name: 'Sales' })._id;
		const course = { name: 'Excel', status: 'published', authorId, groupId };
		catalogue.add('courses', course);

		await chat.arrived(1);

		expect(chat.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ text: 'New course: Excel by Ana Silva in Sales' },
		]);
		await end(published);
	});

	it('reports each completion among 5,000 attempts once, even after Retry, with one request per poll', async () => {
		const { catalogue, journal } = statistics;
		const attempts = catalogue.list('courses/stats');
		const latest = attempts
			.map(({ completedAt }) => (completedAt ?? '') as string)
			.sort()
			.at(-1);
		const completedAt = new Date(Date.parse(latest ?? '') + 1_000).toISOString();
		const open = attempts.filter((attempt) => attempt.completedAt === undefined).slice(0, 3);
		// A learner's completion of a course is reported only once, so this learner and these courses are new.
		const learner = catalogue.add('users', { firstName: 'Ana', lastName: 'Silva' })._id;
		const names = ['Fire Safety', 'First Aid', 'Privacy'];
		const courseIds = names.map((name) => catalogue.add('courses', { name })._id);
		catalogue.remove('courses', courseIds[2] ?? '');
		open.forEach(({ _id }, index) => {
			const fields = { userId: learner, courseId: courseIds[index], completedAt };
			catalogue.update('courses/stats', _id, fields);
		});

		await completions.arrived(1);
		await readings(statistics, 'courses/stats', 3);
		const runs = executionsOf(await endedExecutions(n8n.home, completed.id));
		const failed = runs.filter(({ status }) => status === 'error');
		expect(failed).not.toEqual([]);
		completions.refuse(false);
		for (const run of failed) await call(`executions/${run.id}/retry`, { loadWorkflow: false });

		// Some chats reject messages with additional fields.
		expect(completions.requests.map(({ body }) => body).sort()).toEqual([
			'{"text":"Ana Silva completed Fire Safety"}',
			'{"text":"Ana Silva completed First Aid"}',
			'{"text":"Ana Silva completed training that no longer exists"}',
		]);
		expect(journal.of('courses/stats').every(({ page }) => page === 1)).toBe(true);

		const pathId = catalogue.add('paths', { name: 'Onboarding' })._id;
		const enrollment = { pathId, userId: learner, status: { type: 'successful' }, completedAt };
		catalogue.add('paths/stats', enrollment);
		await completions.arrived(4);
		expect(completions.requests.at(-1)?.body).toBe('{"text":"Ana Silva completed Onboarding"}');
		await end(completed);
	});

	it('emails late learners, except those who left the path or have no email address', async () => {
		const { catalogue } = statistics;
		const ben = catalogue.add('users', {
			firstName: 'Ben',
			lastName: 'Ito',
			mail: 'ben@example.com',
		})._id;
		const silent = catalogue.add('users', { firstName: 'Cem', mail: undefined })._id;
		const pathId = catalogue.add('paths', { name: 'First Aid' })._id;
		const enroll = (userId: string, unenrolledAt?: string) =>
			catalogue.add('paths/stats', {
				pathId,
				userId,
				unenrolledAt,
				completedAt: undefined,
				status: { type: 'late' },
				dueDate: '2026-05-03T09:00:00.000Z',
			})._id;
		enroll(ben, '2026-04-01T09:00:00.000Z');
		enroll(silent);
		enroll(ben);
		await until(
			() => mailbox.mails.length > 0,
			200,
			() => server?.said(),
		);
		const runs = executionsOf(await endedExecutions(n8n.home, late.id));
		expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
		const [mail = '', ...others] = mailbox.mails;
		expect([addresseeOf(mail), others]).toEqual(['ben@example.com', []]);
		expect(linesOf(mail).join('\n').trim()).toBe(
			'Hello Ben Ito,\n\nYou are behind on "First Aid", which is due on May 3, 2026. Please complete it soon.',
		);
		await end(late);
	});

	it('neither loses nor repeats a change after a restart', async () => {
		const { catalogue } = sandbox;
		const open = { completedAt: undefined, unenrolledAt: undefined };
		const [failing = '', delayed = ''] = ['unsuccessful', 'late'].map(
			(type) => catalogue.add('paths/stats', { ...open, status: { type } })._id,
		);
		const completedAt = new Date().toISOString();
		const attempt = { userId: 'ana', courseId: 'fire-safety', completedAt };
		catalogue.add('courses/stats', { ...attempt, score: 60 });
		const { _id: passed } = catalogue.add('courses/stats', { ...attempt, score: 85 });
		expected.push(['failed', failing], ['late', delayed], ['completed', passed]);
		await witness.arrived(expected.length);
		await stop();
		const successful = { status: { type: 'successful' }, completedAt };
		for (const id of [failing, delayed]) catalogue.update('paths/stats', id, successful);
		const { _id: renewed } = catalogue.add('courses/stats', { ...attempt, score: 95 });
		catalogue.add('courses/stats', { ...attempt, score: 79 });
		for (const id of [failing, delayed, renewed]) expected.push(['completed', id]);
		const archived = sandbox.catalogue.list('courses').find(({ status }) => status !== 'archived');
		sandbox.catalogue.archive('courses', String(archived?._id));
		const { _id: added } = sandbox.catalogue.add('courses');
		expected.push(['updated', String(archived?._id)], ['added', added]);
		await start();

		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 2);
		await readings(sandbox, 'courses/stats', 2);

		expect(reports().sort()).toEqual([...expected].sort());
	});

	it('stores a failed poll as an execution with a helpful error and reports the change in the next poll', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		// Adds the course to the first page, which a poll in progress may already have read.
		const { _id: added } = sandbox.catalogue.add('courses', {}, 0);
		expected.push(['added', added]);

		await witness.arrived(expected.length);

		expect(reports().at(-1)).toEqual(['added', added]);
		expect(sandbox.faults.pending()).toEqual([]);
		const executions = executionsOf(await endedExecutions(n8n.home, 'courses'));
		const failed = executions.filter(({ status }) => status === 'error');
		expect(failed.map(({ error }) => error?.message)).toEqual([
			'The service does not allow this request (courses, page 2)',
		]);
		for (const { text } of failed) {
			expect(text).not.toContain(sandbox.clientSecret);
			expect(text).not.toMatch(/bearer/i);
		}
	});
});
