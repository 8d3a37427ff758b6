import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { comparison, readings } from '../harness/readings';
import { startN8n, type N8nServer } from '../harness/server';
import { until } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { type ImportedWorkflow, pollingWorkflow, renamed, report } from '../harness/workflow';

let sandbox: Sandbox;
let witness: Witness;
let watching: Record<'edits' | 'changes', ImportedWorkflow>;
let n8n: N8n;
let server: N8nServer;
let call: OwnersCall;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 25 });
	witness = await startWitness();
	const account = credentialFor('account', sandbox);
	const watch = (id: string, triggerOn: string[]) =>
		pollingWorkflow(id, account, { triggerOn }, report(`${witness.origin}/${id}`));
	watching = {
		edits: watch('edits', ['updated']),
		changes: watch('changes', ['added', 'removed']),
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

/** A workflow's reports, e.g. `added 5e12`. */
const reported = (id: string) =>
	witness.requests
		.filter(({ url }) => url.endsWith(`/${id}`))
		.map(({ body }) => JSON.parse(body) as Record<string, string>)
		.map(({ triggerEvent, _id }) => `${triggerEvent} ${_id}`);

const listed = () => sandbox.catalogue.list('courses');

/** Moves a node and publishes the workflow; n8n immediately polls once. */
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

it('a poll without events remembers its records, even if the workflow is saved before the next poll', async () => {
	await only(watching.edits);
	const { _id } = sandbox.catalogue.add('courses');
	await readings(sandbox, 'courses', 2);
	sandbox.catalogue.update('courses', _id, { name: 'Edited' });
	await publishAgain(watching.edits);
	await witness.arrived(1);
	expect(reported('edits')).toEqual([`updated ${_id}`]);
});

it('the first poll after republishing does not report a missing course as removed, even if it was missing before', async () => {
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

it('a node that is renamed and renamed back over two publications neither loses nor repeats an event', async () => {
	await only(watching.edits);
	const expected = reported('edits');
	for (const [at, name] of ['Trigger', 'Renamed', 'Trigger'].entries()) {
		// n8n loads the stored state before it stops the old polls, so no edit may wait for one of these.
		await publish(call, n8n.major, renamed(watching.edits, name));
		const { _id = '' } = listed()[at + 1] ?? {};
		sandbox.catalogue.update('courses', _id, { name: `Edited for ${name}` });
		expected.push(`updated ${_id}`);
		await until(
			() => reported('edits').length >= expected.length,
			100,
			() => server.said(),
		);
		await readings(sandbox, 'courses', 2);
		expect(reported('edits').sort()).toEqual([...expected].sort());
	}
});
