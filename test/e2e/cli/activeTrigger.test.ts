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

// Each example has a service and a chat of its own, so that its polls disturb nobody.
let exampleSandbox: Sandbox;
let chat: Witness;
let statistics: Sandbox;
let completions: Witness;
let mailbox: Mailbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 7, coursePageSize: 3, groups: 2 });
	witness = await startWitness();
	exampleSandbox = await startSandbox({ courses: 20 });
	chat = await startWitness();
	statistics = await startSandbox({ courseStatistics: 5_000 });
	// Has room for one message, until somebody makes room for more.
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
		'Mail the learner': { credentials: { smtp: { id: 'smtp', name: 'smtp' } } },
	});
	workflows = [
		courses,
		reporting('groups', account, { resource: 'group' }),
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

/** A workflow that posts every item of the trigger to the witness. */
function reporting(
	id: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
): ImportedWorkflow {
	return pollingWorkflow(id, credential, parameters, report(witness.origin));
}

/** An example as somebody sets it up, but polling more often. */
function example(name: string, credential: ImportedCredential, chat: Witness): ImportedWorkflow {
	const workflow = setUp(exampleWorkflow(name, credential), {
		'Post it to a chat': { parameters: { url: chat.origin }, retryOnFail: false },
	});
	return { ...workflow, active: false };
}

async function start(): Promise<N8nServer> {
	server = await startN8n(n8n.major, n8n.home);
	return server;
}

const call: OwnersCall = (...request) => ownersCall(server?.url ?? '', cookie)(...request);

async function stop(): Promise<void> {
	await server?.stop();
	server = undefined;
}

/** A workflow whose test has ended polls no more, so that the others have the machine. */
async function end({ id }: { id: string }): Promise<void> {
	await call(`workflows/${id}/deactivate`, {});
}

const reports = () =>
	witness.requests.map(({ body }) => {
		const { triggerEvent, _id } = JSON.parse(body) as Record<string, unknown>;
		return [triggerEvent, _id];
	});

/** Without the errors of polls that pile up: on a busy machine one takes longer than the seconds to the next. */
const executionsOf = (executions: StoredExecution[]) =>
	executions.filter(({ error }) => !error?.message.startsWith('The last poll is still running'));

const idAt = (position: number) => sandbox.catalogue.list('courses')[position]?._id ?? '';

describe('an active workflow with the trigger, in a real n8n', () => {
	const expected: [event: string, id: string][] = [];

	it('starts without a flood: what is there is only remembered', async () => {
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

		// The three edits may fall into two polls, so only what is reported of each record is certain.
		expect(reports().sort()).toEqual([...expected].sort());
		const executions = executionsOf(await endedExecutions(n8n.home, 'courses'));
		expect(new Set(executions.map(({ status, mode }) => `${status} ${mode}`))).toEqual(
			new Set(['success trigger']),
		);
	});

	it('starts the example for a course that is published, and for no other', async () => {
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

	it('tells the example of each completion among 5,000 attempts, once, also by Retry, with a request a poll', async () => {
		const { catalogue, journal } = statistics;
		const attempts = catalogue.list('courses/stats');
		const latest = attempts
			.map(({ completedAt }) => (completedAt ?? '') as string)
			.sort()
			.at(-1);
		const completedAt = new Date(Date.parse(latest ?? '') + 1_000).toISOString();
		const open = attempts.filter((attempt) => attempt.completedAt === undefined).slice(0, 3);
		// Each learner and course is reported once, so these are new ones. The course of the last one is gone.
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

		// Some chats refuse a message with any other field.
		expect(completions.requests.map(({ body }) => body).sort()).toEqual([
			'{"text":"Ana Silva completed Fire Safety"}',
			'{"text":"Ana Silva completed First Aid"}',
			'{"text":"Ana Silva completed training that is no longer there"}',
		]);
		expect(journal.of('courses/stats').every(({ page }) => page === 1)).toBe(true);

		const pathId = catalogue.add('paths', { name: 'Onboarding' })._id;
		const enrollment = { pathId, userId: learner, status: { type: 'successful' }, completedAt };
		catalogue.add('paths/stats', enrollment);
		await completions.arrived(4);
		expect(completions.requests.at(-1)?.body).toBe('{"text":"Ana Silva completed Onboarding"}');
		await end(completed);
	});

	it('mails a learner who is late, but nobody who has left the path or has no mail address', async () => {
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
				...{ pathId, userId, unenrolledAt, completedAt: undefined },
				...{ status: { type: 'late' }, dueDate: '2026-05-03T09:00:00.000Z' },
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
			'Hello Ben Ito,\n\nyou are late with "First Aid", which is due on 3 May 2026. Please go on with it.',
		);
		await end(late);
	});

	it('goes on after a restart: nothing is lost and nothing is repeated', async () => {
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

	it('writes a poll that fails into the executions, as words that help, and then makes up for it', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		// On the first page, which a poll that is under way beyond the second has left behind.
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

	it('polls no more when it is deactivated', async () => {
		const polls = async () => {
			// The other workflow has the same schedule.
			await readings(sandbox, 'groups', 3);
			return sandbox.journal.of('courses');
		};
		await end(courses);
		await until(
			async () => (await polls()).length === 0,
			0,
			() => JSON.stringify(reports()),
		);

		sandbox.catalogue.add('courses');
		expect(await polls()).toEqual([]);
		expect(reports()).toHaveLength(expected.length);
	});
});
