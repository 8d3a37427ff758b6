import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { comparison, readings } from '../harness/readings';
import { startN8n, type N8nServer } from '../harness/server';
import { storedExecutions, until } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { type ImportedWorkflow, pollingWorkflow, report } from '../harness/workflow';

// One page, so that a fault is about a whole reading.
const COURSES = 25;

let sandbox: Sandbox;
let witness: Witness;
let watching: Record<'edits' | 'changes' | 'removals', ImportedWorkflow>;
let n8n: N8n;
let server: N8nServer;
let call: OwnersCall;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: COURSES, coursePageSize: 100 });
	witness = await startWitness();
	const account = credentialFor('account', sandbox);
	const watch = (id: string, triggerOn: string[]) =>
		pollingWorkflow(id, account, { triggerOn }, report(`${witness.origin}/${id}`));
	watching = {
		edits: watch('edits', ['updated']),
		changes: watch('changes', ['added', 'removed']),
		removals: watch('removals', ['removed']),
	};
	n8n = await N8n.with({ credentials: [account], workflows: Object.values(watching) });
	server = await startN8n(n8n.major, n8n.home);
	call = ownersCall(server.url, await createOwner(server.url));
});

afterAll(async () => {
	await server.stop();
	await Promise.all([witness.stop(), sandbox.stop()]);
	await n8n.remove();
});

/** What a workflow has reported, e.g. `added 5e12`. */
const reported = (id: string) =>
	witness.requests
		.filter(({ url }) => url.endsWith(`/${id}`))
		.map(({ body }) => JSON.parse(body) as Record<string, string>)
		.map(({ triggerEvent, _id }) => `${triggerEvent} ${_id}`);

const listed = () => sandbox.catalogue.list('courses');

/** Publishes a workflow in which a node was moved, with one poll at once. */
async function publishAgain({ nodes, ...workflow }: ImportedWorkflow): Promise<void> {
	const moved = nodes.map((node, at) => ({
		...node,
		position: [at, reported('edits').length + 1],
	}));
	await publish(call, n8n.major, { ...workflow, nodes: moved } as ImportedWorkflow);
}

async function only(workflow: ImportedWorkflow): Promise<void> {
	for (const { id } of Object.values(watching)) {
		if (id !== workflow.id) await call(`workflows/${id}/deactivate`, {}).catch(() => undefined);
	}
	await publish(call, n8n.major, workflow);
	await comparison(server, workflow.id);
}

it('an edit of a course that a poll without events has found is reported, although the workflow is saved before the next poll', async () => {
	await only(watching.edits);
	const { _id } = sandbox.catalogue.add('courses');
	await readings(sandbox, 'courses', 2);
	sandbox.catalogue.update('courses', _id, { name: 'Edited' });
	await publishAgain(watching.edits);
	await witness.arrived(1);
	expect(reported('edits')).toEqual([`updated ${_id}`]);
});

it('a field that is added to all courses is no update while it is empty, and then a line in the log', async () => {
	const before = reported('edits').length;
	for (const { _id, modifiedAt } of listed()) {
		const spelled = String(modifiedAt).replace('Z', '+00:00');
		sandbox.catalogue.update('courses', _id, { reviewers: [], note: null, modifiedAt: spelled });
	}
	await readings(sandbox, 'courses', 2);
	expect(reported('edits')).toHaveLength(before);

	const ids = listed().map(({ _id }) => _id);
	for (const id of ids) sandbox.catalogue.update('courses', id, { level: 1 });
	await witness.arrived(before + ids.length);
	const updates = reported('edits').slice(before);
	expect(updates.sort()).toEqual(ids.map((id) => `updated ${id}`).sort());
	expect(server.said()).toMatch(/\d+ of \d+ records were updated at once/);
});

it('a course that one poll lacks after publishing again is not reported as removed, although n8n has stored that it was missing before', async () => {
	await only(watching.changes);
	const [kept] = listed();
	if (!kept) throw new Error('The list is empty.');
	sandbox.catalogue.remove('courses', kept._id);
	const { _id: added } = sandbox.catalogue.add('courses');
	await until(
		() => reported('changes').includes(`added ${added}`),
		100,
		() => server.said(),
	);
	sandbox.catalogue.add('courses', kept, 0);
	await readings(sandbox, 'courses', 2);
	const before = reported('changes');
	const body = listed().filter(({ _id }) => _id !== kept._id);
	sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null });
	await publishAgain(watching.changes);
	await readings(sandbox, 'courses', 3);
	expect(sandbox.faults.pending()).toEqual([]);
	expect(reported('changes')).toEqual(before);
});

it('a list that is replaced as a whole is an error, and nothing is reported as removed', async () => {
	await only(watching.removals);
	const count = listed().length;
	sandbox.catalogue.clear('courses');
	for (let at = 0; at < count; at += 1) sandbox.catalogue.add('courses');
	const errors = () =>
		storedExecutions(n8n.home, 'removals').map(({ error }) => error?.message ?? '');
	await until(
		() => errors().some((message) => message.startsWith(`${count} of ${count} known records`)),
		200,
		() => server.said(),
	);
	expect(reported('removals')).toEqual([]);
});
