import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { comparison, readings } from '../harness/readings';
import { type N8nServer, SCHEDULER, startN8n } from '../harness/server';
import { inDatabase, storedExecutions, until } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import {
	type ImportedWorkflow,
	pollEvery,
	pollingWorkflow,
	renamed,
	report,
} from '../harness/workflow';

const LOOK_EVERY_MS = 300;

let sandbox: Sandbox;
let witness: Witness;
let n8n: N8n;
let watch: ImportedWorkflow;
let server: N8nServer;
let call: OwnersCall;

describe("a trigger under n8n's scheduler", () => {
	const expected: [event: string, id: string][] = [];

	beforeAll(async () => {
		sandbox = await startSandbox({ courses: 25, coursePageSize: 10 });
		witness = await startWitness();
		const account = credentialFor('account', sandbox);
		const triggerOn = ['added', 'updated', 'removed'];
		const polls = { pollTimes: pollEvery(5), triggerOn };
		watch = pollingWorkflow('watch', account, polls, report(witness.origin));
		const workflows = [{ ...watch, active: true }];
		n8n = await N8n.with({ credentials: [account], workflows });
		server = await startN8n(2, n8n.home, { env: SCHEDULER });
	});

	afterAll(async () => {
		await server.stop();
		await Promise.all([witness.stop(), sandbox.stop()]);
		await n8n.remove();
	});

	const reports = () =>
		witness.requests.map(({ body }) => {
			const { triggerEvent, _id } = JSON.parse(body) as Record<string, unknown>;
			return [triggerEvent, _id];
		});

	const idAt = (position: number) => sandbox.catalogue.list('courses')[position]?._id ?? '';

	/** The errors from polls, except errors about overlapping polls. */
	const tooSlow = () =>
		storedExecutions(n8n.home, 'watch')
			.map(({ error }) => error?.message ?? '')
			.filter((message) => !message.startsWith('The previous poll is still running'))
			.filter((message) => message !== '');

	const publication = () =>
		inDatabase(n8n.home, { readOnly: true }, (database) => {
			const newest = 'SELECT status FROM workflow_publication_outbox ORDER BY id DESC LIMIT 1';
			return database.prepare(newest).get()?.status;
		});

	it('reports each change once if n8n is killed between two polls', async () => {
		await comparison(server, 'watch');
		expected.push(['added', sandbox.catalogue.add('courses')._id]);
		await witness.arrived(1);
		await readings(sandbox, 'courses', 2);

		await server.kill();
		const [removed, updated] = [idAt(1), idAt(5)];
		sandbox.catalogue.remove('courses', removed);
		sandbox.catalogue.update('courses', updated, { name: 'Changed' });
		expected.push(['removed', removed], ['updated', updated]);
		server = await startN8n(2, n8n.home, { env: SCHEDULER });
		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 3);

		expect(reports().sort()).toEqual([...expected].sort());
	});

	it('remembers the records from a poll without events when the workflow is republished', async () => {
		call = ownersCall(server.url, await createOwner(server.url));
		const removed = idAt(0);
		sandbox.catalogue.remove('courses', removed);
		expected.push(['removed', removed]);
		await readings(sandbox, 'courses', 1);
		const nodes = watch.nodes.map((node, at) => ({
			...node,
			position: [at, 1] as [number, number],
		}));
		await publish(call, 2, { ...watch, nodes });
		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 3);
		expect(reports().sort()).toEqual([...expected].sort());
	});

	/** Adds a course and holds back the second page of the poll that finds it. @returns a function that releases the page */
	async function addCourseToHeldPoll(): Promise<() => void> {
		let release: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		await sandbox.journal.idle();
		sandbox.journal.clear();
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, before: () => held });
		expected.push(['added', sandbox.catalogue.add('courses')._id]);
		return release;
	}

	it('neither loses nor repeats a change when its node is renamed and renamed back', async () => {
		for (const name of ['Renamed', watch.nodes[0]?.name ?? '']) {
			expected.push(['added', sandbox.catalogue.add('courses')._id]);
			await publish(call, 2, renamed(watch, name));
			await witness.arrived(expected.length);
			await readings(sandbox, 'courses', 3);
			expect(reports().sort()).toEqual([...expected].sort());
		}
	});

	it('reports a change once if the workflow is published while a poll is finding the change', async () => {
		const release = await addCourseToHeldPoll();
		await sandbox.journal.waitFor(({ kind, page }) => kind === 'courses' && page === 2);
		await publish(call, 2, renamed(watch, 'Published'));
		// n8n replaces the triggers after it has answered.
		await until(
			() => publication() !== 'pending',
			LOOK_EVERY_MS,
			() => server.said(),
		);
		release();
		await witness.arrived(expected.length);
		await readings(sandbox, 'courses', 3);
		expect(reports().sort()).toEqual([...expected].sort());
	});

	it('fails if reading the list takes too long, then reports the change in the next poll', async () => {
		const release = await addCourseToHeldPoll();

		await until(
			() => tooSlow().length > 0,
			LOOK_EVERY_MS,
			() => server.said(),
		);

		expect(tooSlow()).toEqual([
			'The list of courses could not be read within the 24 seconds that n8n allows for a poll',
		]);
		const slow = sandbox.journal.of('courses').filter(({ aborted }) => aborted);
		expect(slow.map(({ page }) => page)).toEqual([2]);
		release();
		await witness.arrived(expected.length);
		expect(reports().sort()).toEqual([...expected].sort());
		expect(server.said()).toMatch(/Poll failed; backing off/);
	});
});
