import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { catalogueRows, editCatalogue, shownRows } from '../harness/catalogueRows';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from '../harness/owner';
import { setUp } from '../harness/runningSyncs';
import { startN8n, type N8nServer } from '../harness/server';
import { endedExecutions, type StoredExecution, until } from '../harness/storedExecution';
import { type SyncTarget, syncTargets } from '../harness/syncTargets';

const SYNC = 'Sync courses';

let n8n: N8n;
let server: N8nServer;
let call: OwnersCall;
let syncs: RunningSync[];

/** An example that runs whenever a test asks for it. */
class RunningSync {
	readonly table: ReturnType<SyncTarget['table']>;

	private readonly id: string;

	constructor(
		readonly target: SyncTarget,
		readonly sandbox: Sandbox,
	) {
		this.id = this.workflow().id;
		this.table = target.table(n8n);
	}

	/** The example with a webhook in place of its schedule. */
	workflow() {
		return webhooked(this.target, this.sandbox);
	}

	/** Runs the workflow, so many times at once; answers the last run. */
	async run(times = 1): Promise<StoredExecution> {
		const before = (await endedExecutions(n8n.home, this.id)).length;
		const start = async () => {
			const url = `${server.url}/webhook/${this.target.example}`;
			const { ok } = await fetch(url, { method: 'POST' });
			return ok;
		};
		// n8n 2 registers a webhook some moments after it has published the workflow.
		await Promise.all(Array.from({ length: times }, () => until(start, 500, () => 'not there')));
		return await this.ended(before + times);
	}

	/** Has n8n retry an execution with its old items. */
	async retry({ id }: StoredExecution): Promise<StoredExecution> {
		const before = (await endedExecutions(n8n.home, this.id)).length;
		await call(`executions/${id}/retry`, { loadWorkflow: false });
		return await this.ended(before + 1);
	}

	private async ended(count: number): Promise<StoredExecution> {
		return await until(
			async () => {
				const all = await endedExecutions(n8n.home, this.id);
				// One that began just after the look at those under way is stored, and still running.
				const isOver = all.every(({ status }) => status !== 'new' && status !== 'running');
				return isOver && all.length >= count && all.at(-1);
			},
			200,
			() => count,
		);
	}

	/** The rows of the table that are neither marked nor of a person. */
	async shown() {
		const rows = await this.table.rows();
		return shownRows(rows.filter(({ courseId, removedAt }) => Boolean(courseId) && !removedAt));
	}

	async expectInStep(): Promise<void> {
		expect(await this.shown()).toEqual(catalogueRows(this.sandbox));
	}

	ids() {
		return this.sandbox.catalogue.list('courses').map(({ _id }) => _id);
	}
}

function webhooked(target: SyncTarget, sandbox: Sandbox) {
	const { example, choices } = target;
	const webhook = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: example,
		parameters: { httpMethod: 'POST', path: example, responseMode: 'onReceived' },
	};
	const workflow = exampleWorkflow(example, credentialFor(example, sandbox));
	return setUp(workflow, { 'Every hour': webhook, ...choices });
}

/** How many rows a run has written and deleted. */
const sent = (run: StoredExecution) => [
	run.error?.message ?? run.status,
	run.items(SYNC, 0).length,
	run.items(SYNC, 1).length,
];

beforeAll(async () => {
	const targets = await syncTargets();
	const sandboxes = await Promise.all(
		targets.map(({ courses }) => startSandbox({ courses, coursePageSize: courses / 6 })),
	);
	const parts = sandboxes.flatMap((sandbox, at) => {
		const target = targets[at];
		return target ? [{ target, sandbox }] : [];
	});
	n8n = await N8n.with({
		credentials: parts.flatMap(({ target, sandbox }) => [
			credentialFor(target.example, sandbox),
			...target.credentials,
		]),
		workflows: parts.map(({ target, sandbox }) => webhooked(target, sandbox)),
	});
	const env = Object.assign({}, ...targets.map((target) => target.env)) as NodeJS.ProcessEnv;
	server = await startN8n(n8n.major, n8n.home, { env });
	call = ownersCall(server.url, await createOwner(server.url));
	syncs = parts.map(({ target, sandbox }) => new RunningSync(target, sandbox));
	for (const sync of syncs) {
		const workflow = sync.workflow();
		await publish(call, n8n.major, (await sync.target.prepare?.(workflow, n8n, call)) ?? workflow);
	}
});

afterAll(async () => {
	await server.stop();
	await Promise.all(syncs.flatMap(({ sandbox, target }) => [sandbox.stop(), target.stop()]));
	await n8n.remove();
});

describe.each([
	['a data table', 0],
	['a Google Sheet', 1],
	['a table in PostgreSQL', 2],
])('the example for %s', (_what, at) => {
	let sync: RunningSync;
	let removed: string;

	beforeAll(() => {
		[sync] = syncs.slice(at) as [RunningSync];
	});

	it('fills an empty table, and then writes nothing', async () => {
		expect(sent(await sync.run())).toEqual(['success', sync.target.courses, 0]);
		await sync.expectInStep();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('follows edits, additions and removals', async () => {
		removed = sync.ids().at(-1) ?? '';
		sync.sandbox.catalogue.remove('courses', removed);
		editCatalogue(sync.sandbox, 1);
		expect((await sync.run()).status).toBe('success');
		await sync.expectInStep();
		const row = (await sync.table.rows()).find(({ courseId }) => courseId === removed);
		expect(row?.removedAt).toMatch(/^\d{4}-/);
	});

	it('takes a course back, and deletes the others in the next run, or keeps them marked', async () => {
		sync.sandbox.catalogue.add('courses', { _id: removed, name: 'Back' });
		expect(sent(await sync.run())).toEqual(['success', 1, sync.target.deletes ? 3 : 0]);
		await sync.expectInStep();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
		const marked = (await sync.table.rows()).filter(({ removedAt }) => Boolean(removedAt));
		expect(marked).toHaveLength(sync.target.deletes ? 0 : 3);
	});

	it('heals a damaged table within three runs, and leaves a row of a person alone', async () => {
		const { table, target } = sync;
		const [renamed = '', twin = '', ...others] = sync.ids();
		const before = new Map((await table.rows()).map((row) => [row.courseId, row]));
		await table.remove(others.slice(0, 40));
		await table.rename(renamed, 'overwritten');
		await table.insert('nobody', 'left behind');
		await table.insert('', 'mine');
		if (target.keepsTwins && target.deletes) await table.insert(twin, 'twice');
		for (let run = 0; run < 3; run += 1) expect((await sync.run()).status).toBe('success');
		expect(before.size).toBeGreaterThan(40);
		await sync.expectInStep();
		expect((await table.rows()).filter(({ name }) => name === 'mine')).toHaveLength(1);
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('changes nothing in an outage, and heals what its Retry and two runs at once have left', async () => {
		const { table, sandbox, target } = sync;
		const before = await table.rows();
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader: null });
		const failed = await sync.run();
		expect(failed.error?.message).toMatch(/more than the Removal Limit of 50 percent/);
		expect(await table.rows()).toEqual(before);

		editCatalogue(sandbox, 2);
		expect((await sync.run()).status).toBe('success');
		await sync.retry(failed);
		const [first = ''] = sync.ids();
		sandbox.catalogue.update('courses', first, { name: 'Two at once' });
		if (target.deletes) sandbox.catalogue.add('courses', { name: 'Added by two at once' });
		await sync.run(2);
		for (let run = 0; run < 2; run += 1) expect((await sync.run()).status).toBe('success');
		const shown = await sync.shown();
		const twins = target.deletes
			? []
			: shown.filter((row, index) => shown[index - 1]?.courseId === row.courseId);
		expect(shown.filter((row) => !twins.includes(row))).toEqual(catalogueRows(sandbox));
	});
});
