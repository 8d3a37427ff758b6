import { startSandbox, type Sandbox } from '../../sandbox';
import { type Delivery, deliver, signedEvent, webhookSecret } from '../../sandbox/webhooks';
import { credentialFor } from '../harness/accounts';
import { withTableByHand } from '../harness/dataTable';
import { exampleWorkflow } from '../harness/examples';
import { freePort } from '../harness/freePort';
import { N8n } from '../harness/n8n';
import { createOwner, ownersCall, publish } from '../harness/owner';
import { readings } from '../harness/readings';
import { setUp } from '../harness/runningSyncs';
import { startN8n, type N8nServer } from '../harness/server';
import { startWitness, type Witness } from '../harness/witness';
import type { ImportedWorkflow } from '../harness/workflow';

const SECRET = webhookSecret();

let sandbox: Sandbox;
let chat: Witness;
let n8n: N8n;
let port: number;
let server: N8nServer | undefined;
let learner: string;

beforeAll(async () => {
	[sandbox, chat, port] = await Promise.all([
		startSandbox({ courseStatistics: 0 }),
		startWitness(),
		freePort(),
	]);
	learner = sandbox.catalogue.add('users', { firstName: 'Ana', lastName: 'Silva' })._id;
	const account = credentialFor('account', sandbox);
	const example = withSecret(
		setUp(exampleWorkflow('instant-completions', account), {
			'Post it to a chat': { parameters: { url: chat.origin } },
		}),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [example] });
	await start();
	const call = ownersCall(url(), await createOwner(url()));
	const prepared = n8n.major === 1 ? await withTableByHand(example, call) : example;
	await publish(call, n8n.major, prepared);
	// The first poll reads the list twice.
	await readings(sandbox, 'courses/stats', 3);
});

afterAll(async () => {
	await server?.stop();
	await Promise.all([sandbox.stop(), chat.stop()]);
	await n8n.remove();
});

/** The example after somebody has pasted the secret of the subscription. */
function withSecret(example: ImportedWorkflow): ImportedWorkflow {
	const pasted = JSON.stringify(example).replace(/whsec_PASTE[\w-]+/, SECRET);
	return JSON.parse(pasted) as ImportedWorkflow;
}

const url = () => `http://127.0.0.1:${port}`;

async function start(): Promise<void> {
	server = await startN8n(n8n.major, n8n.home, { port });
	await server.hasActivated(0);
}

const send = (delivery: Delivery) => deliver(`${url()}/webhook/course-completed`, delivery);

const texts = () => chat.requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);

/** A learner completes a course that has a name of its own; the list of completions shows it. */
function completed(name: string) {
	const { catalogue } = sandbox;
	const courseId = catalogue.add('courses', { name })._id;
	const completedAt = new Date().toISOString();
	const attempt = catalogue.add('courses/stats', { userId: learner, courseId, completedAt });
	const data = { attemptId: attempt._id, closedAt: completedAt, userId: learner, courseId };
	const rest = { reason: 'learnerFinished', context: {} };
	const delivery = signedEvent('course.attempt.closed', { ...data, ...rest }, SECRET);
	return { courseId, attempt, delivery };
}

describe('the example that tells completions at once', () => {
	it('tells a completion by names, once, though it is delivered twice and found by a poll', async () => {
		const { delivery } = completed('Fire Safety');
		expect([await send(delivery), await send(delivery)]).toEqual([200, 200]);
		await readings(sandbox, 'courses/stats', 3);
		expect(texts()).toEqual(['Ana Silva completed Fire Safety']);
	});

	it('refuses what the platform has not signed, and tells nothing of it', async () => {
		const told = texts();
		const { delivery } = completed('Forged');
		sandbox.catalogue.clear('courses/stats');
		const { headers, body } = delivery;
		const forged = [
			{ headers: { ...headers, 'webhook-signature': '' }, body },
			{ headers, body: body.replace(learner, '0'.repeat(24)) },
			signedEvent(
				'course.attempt.closed',
				(JSON.parse(body) as { data: object }).data,
				webhookSecret(),
			),
		];
		expect(await Promise.all(forged.map(send))).toEqual([401, 401, 401]);
		await readings(sandbox, 'courses/stats', 2);
		expect(texts()).toEqual(told);
	});

	it('tells once, and later, what the chat did not take', async () => {
		const told = texts();
		chat.refuse(true);
		const { delivery, attempt } = completed('First Aid');
		sandbox.catalogue.clear('courses/stats');
		// n8n 1 accepts an event whose run fails, so that the platform does not send it again; the trigger finds it.
		expect(await send(delivery)).toBe(n8n.major === 1 ? 200 : 500);
		chat.refuse(false);
		if (n8n.major === 1) {
			sandbox.catalogue.add('courses/stats', attempt);
			await chat.arrived(told.length + 1);
		}
		expect([await send(delivery), await send(delivery)]).toEqual([200, 200]);
		expect(texts()).toEqual([...told, 'Ana Silva completed First Aid']);
	});

	it('says what it knows of a course that cannot be read, and why it knows no more', async () => {
		const { courseId, delivery } = completed('Privacy');
		sandbox.catalogue.clear('courses/stats');
		sandbox.catalogue.remove('courses', courseId);
		expect(await send(delivery)).toBe(200);
		expect(texts().at(-1)).toMatch(/^Ana Silva completed a course \(.*course.*\)$/);
	});

	it('tells afterwards what was completed while n8n was down, though the platform tries again', async () => {
		const told = texts();
		await server?.stop();
		const { delivery } = completed('Forklift');
		await expect(send(delivery)).rejects.toThrow('fetch failed');
		await start();
		await chat.arrived(told.length + 1);
		expect(await send(delivery)).toBe(200);
		await readings(sandbox, 'courses/stats', 2);
		expect(texts()).toEqual([...told, 'Ana Silva completed Forklift']);
	});
});
