import { type ListRecord, type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { catalogueRows, editCatalogue, nameOfUser, shownRows } from '../harness/catalogueRows';
import { withTableByHand } from '../harness/dataTable';
import { addresseeOf, linesOf, type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { exampleWithWebhook, type OnDemand, startOnDemand } from '../harness/onDemand';
import type { StoredExecution } from '../harness/storedExecution';
import { type SyncTarget, syncTargets, TYPED_FIELDS } from '../harness/syncTargets';
import type { ImportedWorkflow } from '../harness/workflow';

const SYNC = 'Sync courses';

/** The example that emails changes. */
const REPORT = 'what-changed';

const START = '2026-03-01T08:00:00.000Z';

/** The smallest possible edit to each field; typed columns lose most of these edits. */
const SMALLEST_EDITS: [string, (value: never) => unknown][] = [
	['name', (name: string) => `${name} `],
	['modifiedAt', (time: string) => later(time, 500)],
	['createdAt', (time: string) => later(time, 3_600_000)],
	['startsAt', (time: string) => later(time, 3_600_000)],
	['isOpen', () => false],
	['seats', () => 13],
	['price', () => 9.98],
	['translations', () => [{ lang: 'de ' }]],
];

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

let n8n: N8n;
let runs: OnDemand;
let syncs: RunningSync[];
let weekly: Sandbox;
let mailbox: Mailbox;

/** An example that runs on demand. */
class RunningSync {
	readonly table: ReturnType<SyncTarget['table']>;

	constructor(
		readonly target: SyncTarget,
		readonly sandbox: Sandbox,
		private readonly id: string,
	) {
		this.table = target.table(n8n);
	}

	async run(times?: number): Promise<StoredExecution> {
		return await runs.run(this.id, times);
	}

	/** Returns the rows that are not marked as removed and were not added by hand. */
	async shown() {
		const rows = await this.table.rows();
		return shownRows(rows.filter(({ syncVersion, removedAt }) => syncVersion && !removedAt));
	}

	async expectInSync(): Promise<void> {
		expect(await this.shown()).toEqual(catalogueRows(this.sandbox));
	}

	ids() {
		return this.sandbox.catalogue.list('courses').map(({ _id }) => _id);
	}
}

/** Returns a run's outcome and the numbers of rows written and deleted. */
const sent = (run: StoredExecution) => [
	run.error?.message ?? run.status,
	run.items(SYNC, 0).length,
	run.items(SYNC, 1).length,
];

beforeAll(async () => {
	const targets = await syncTargets();
	[weekly, mailbox] = await Promise.all([startSandbox({ courses: 20 }), startMailbox()]);
	const sandboxes = await Promise.all(
		targets.map(({ courses }) => startSandbox({ courses, coursePageSize: courses / 6 })),
	);
	const parts = sandboxes.flatMap((sandbox, at) => {
		const target = targets[at];
		if (!target) return [];
		const { example, id, choices } = target;
		const credential = credentialFor(`platform of ${id}`, sandbox);
		const workflow = exampleWithWebhook(example, credential, choices, id);
		for (const course of sandbox.catalogue.list('courses').slice(0, SMALLEST_EDITS.length)) {
			sandbox.catalogue.update('courses', course._id, { ...TYPED_FIELDS, startsAt: START });
		}
		return [{ target, sandbox, credential, workflow }];
	});
	const smtp = { credentials: { smtp: { id: 'smtp', name: 'smtp' } } };
	const account = credentialFor(REPORT, weekly);
	const reporting = exampleWithWebhook(REPORT, account, { 'Email the changes': smtp });
	n8n = await N8n.with({
		credentials: [
			...parts.flatMap(({ target, credential }) => [credential, ...target.credentials]),
			account,
			mailbox.credential,
		],
		workflows: [...parts.map(({ workflow }) => workflow), reporting],
	});
	const env = Object.assign({}, ...targets.map((target) => target.env)) as NodeJS.ProcessEnv;
	runs = await startOnDemand(n8n, env);
	syncs = parts.map(({ target, sandbox, workflow: { id } }) => {
		return new RunningSync(target, sandbox, id);
	});
	for (const workflow of [...parts.map(({ workflow }) => workflow), reporting]) {
		await runs.publish(await withTable(workflow));
	}
});

/** Creates the data table in n8n 1, whose workflows cannot create tables. */
async function withTable(workflow: ImportedWorkflow): Promise<ImportedWorkflow> {
	const hasTable = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.dataTable');
	return hasTable && n8n.major === 1 ? await withTableByHand(workflow, runs.call) : workflow;
}

afterAll(async () => {
	await runs.stop();
	await Promise.all(syncs.flatMap(({ sandbox, target }) => [sandbox.stop(), target.stop()]));
	await Promise.all([weekly.stop(), mailbox.stop()]);
	await n8n.remove();
});

describe.each([
	['a data table', 0],
	['a Google Sheet', 1],
	['a table in PostgreSQL', 2],
	['a table in MariaDB', 3],
])('the example for %s', (_what, at) => {
	let sync: RunningSync;
	let removed: string;

	beforeAll(() => {
		[sync] = syncs.slice(at) as [RunningSync];
	});

	it('fills an empty table, then writes nothing', async () => {
		expect(sent(await sync.run())).toEqual(['success', sync.target.courses, 0]);
		await sync.expectInSync();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('applies edits, additions, and removals', async () => {
		removed = sync.ids().at(-1) ?? '';
		sync.sandbox.catalogue.remove('courses', removed);
		editCatalogue(sync.sandbox, 1);
		expect((await sync.run()).status).toBe('success');
		await sync.expectInSync();
		const row = (await sync.table.rows()).find(({ courseId }) => courseId === removed);
		expect(row?.removedAt).toMatch(/^\d{4}-/);
	});

	it('restores a course and, in the same run, deletes the other removed courses or keeps them marked', async () => {
		sync.sandbox.catalogue.add('courses', { _id: removed, name: 'Back' });
		expect(sent(await sync.run())).toEqual(['success', 1, sync.target.deletes ? 3 : 0]);
		await sync.expectInSync();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
		const marked = (await sync.table.rows()).filter(({ removedAt }) => Boolean(removedAt));
		expect(marked).toHaveLength(sync.target.deletes ? 0 : 3);
	});

	it('adds the course of a row whose key was emptied at once, and leaves that row alone', async () => {
		const { table, sandbox } = sync;
		const [course = ''] = sync.ids();
		const own = async () => (await table.rows()).filter(({ courseId }) => courseId === '');
		await table.edit(course, 'courseId', '');
		const before = await own();
		for (const name of ['Renamed', 'Renamed again']) {
			sandbox.catalogue.update('courses', course, { name });
			const run = await sync.run();
			expect(sent(run)).toEqual(['success', 1, 0]);
			expect(run.runs(SYNC).flatMap(({ hints }) => hints)).toContainEqual(
				expect.objectContaining({
					message: expect.stringContaining(` for ${course}. Sync left them alone`) as string,
				}),
			);
		}
		expect(await own()).toEqual(before);
		await table.remove(['']);
		await sync.expectInSync();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('repairs a damaged table within three runs and keeps manually added rows', async () => {
		const { table, target } = sync;
		const [renamed = '', twin = '', ...others] = sync.ids();
		const before = new Map((await table.rows()).map((row) => [row.courseId, row]));
		await table.remove(others.slice(0, 40));
		await table.edit(renamed, 'name', 'overwritten');
		await table.insert('nobody', 'left behind');
		await table.insert('', 'mine');
		if (target.keepsTwins) await table.insert(twin, 'twice');
		for (let run = 0; run < 3; run += 1) expect((await sync.run()).status).toBe('success');
		expect(before.size).toBeGreaterThan(40);
		await sync.expectInSync();
		const own = (await table.rows()).filter(({ syncVersion }) => !syncVersion);
		const names = own.map(({ name }) => name).filter((name) => name !== '');
		const twins = target.keepsTwins ? ['twice'] : [];
		expect(names.sort()).toEqual(['left behind', 'mine', ...twins]);
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('changes nothing during an outage and repairs the table after a Retry and parallel runs', async () => {
		const { table, sandbox, target } = sync;
		const before = await table.rows();
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader: null });
		const failed = await sync.run();
		expect(failed.error?.message).toMatch(/exceeds the Removal Limit of 50 percent/);
		expect(await table.rows()).toEqual(before);

		editCatalogue(sandbox, 2);
		expect((await sync.run()).status).toBe('success');
		await runs.retry(failed);
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

describe.each([
	['MariaDB with text columns', 3],
	['PostgreSQL with columns of all types', 4],
])('a table in %s', (_what, at) => {
	let sync: RunningSync;

	beforeAll(() => {
		[sync] = syncs.slice(at) as [RunningSync];
	});

	it('writes the smallest edits, and writes nothing if nothing was edited', async () => {
		expect((await sync.run()).error?.message).toBeUndefined();
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
		const { catalogue } = sync.sandbox;
		const courses = catalogue.list('courses').filter(({ isOpen }) => isOpen === true);
		const edited = SMALLEST_EDITS.map(([field, edit], index) => {
			const course: Partial<ListRecord> = courses[index] ?? {};
			const { _id = '', modifiedAt } = course;
			catalogue.update('courses', _id, { modifiedAt, [field]: edit(course[field] as never) });
			return _id;
		});
		const written = (await sync.run()).json(SYNC).map(({ courseId }) => courseId);
		expect(written.sort()).toEqual(edited.sort());
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});

	it('marks a removed course, deletes it the next night, and keeps a manually added row', async () => {
		const gone = sync.ids().at(-1);
		await sync.table.insert('my own', 'mine');
		sync.sandbox.catalogue.remove('courses', gone ?? '');
		const found = async () =>
			(await sync.table.rows())
				.filter(({ courseId }) => courseId === gone || courseId === 'my own')
				.map(({ name, removedAt }) => [name === 'mine', Boolean(removedAt)])
				.sort();
		expect(sent(await sync.run())).toEqual(['success', 1, 0]);
		expect(await found()).toEqual([
			[false, true],
			[true, false],
		]);
		expect(sent(await sync.run())).toEqual(['success', 0, 1]);
		expect(await found()).toEqual([[true, false]]);
		expect(sent(await sync.run())).toEqual(['success', 0, 0]);
	});
});

describe('"What has changed"', () => {
	const id = REPORT.slice(-16);

	/** Runs the example and returns the cells of the table in its email, or the subject if there is no table. */
	async function changes(): Promise<string | string[][]> {
		const before = mailbox.mails.length;
		expect((await runs.run(id)).error?.message).toBeUndefined();
		const [mail = '', ...others] = mailbox.mails.slice(before);
		expect([addresseeOf(mail), others]).toEqual(['hr@example.com', []]);
		const html = linesOf(mail).join('\n');
		const cells = (html.match(/<tr><td.*<\/tr>/g) ?? []).map((row) =>
			[...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
		);
		return cells.length > 0 ? cells : (/^Subject: (.*)\r$/m.exec(mail)?.[1] ?? '');
	}

	/** Adds a course and returns its ID, its author's name, and its group's name. */
	function course(name: string, status = 'published'): { id: string; of: string[] } {
		const { catalogue } = weekly;
		const [author] = catalogue.list('users');
		const [group] = catalogue.list('groups');
		const ids = { authorId: author?._id ?? '', groupId: group?._id ?? '' };
		const { _id } = catalogue.add('courses', { name, status, ...ids });
		return { id: _id, of: [nameOfUser(weekly, ids.authorId), String(group?.name)] };
	}

	it('emails a table of the courses added, removed, renamed, or archived since the last email', async () => {
		const { catalogue } = weekly;
		const [both, restored] = [course('First Aid'), course('Forklift', 'archived')];
		const [gone, deleted, renamed] = [course('Old'), course('Older'), course('Fire Safety')];
		expect(await changes()).toBe('Course catalog: first report');
		expect(await changes()).toBe('Course catalog: no changes');

		catalogue.update('courses', renamed.id, { name: 'Fire & <Rescue>' });
		mailbox.refuse(true);
		expect((await runs.run(id)).error?.message).toContain('451');
		mailbox.refuse(false);

		catalogue.update('courses', both.id, { name: 'First Aid 2026' });
		catalogue.archive('courses', both.id);
		catalogue.update('courses', restored.id, { status: 'published' });
		catalogue.remove('courses', gone.id);
		catalogue.update('courses', deleted.id, { status: 'deleted' });
		const added = course('Excel');
		expect(await changes()).toEqual([
			['Added', 'Excel', ...added.of],
			['Published again', 'Forklift', ...restored.of],
			['Removed', 'Old', ...gone.of],
			['Removed', 'Older', ...deleted.of],
			['Renamed, Archived', 'First Aid → First Aid 2026', ...both.of],
			['Renamed', 'Fire Safety → Fire &#38; &#60;Rescue&#62;', ...renamed.of],
		]);

		catalogue.add('courses', { _id: gone.id, name: 'Old' });
		catalogue.remove('courses', deleted.id);
		const back = ['Added', 'Old', expect.any(String), expect.any(String)];
		expect(await changes()).toEqual([back]);
	});

	it('emails nothing if more than half of the courses are missing, and still remembers them', async () => {
		const { catalogue, faults } = weekly;
		faults.add({ on: { kind: 'courses' }, body: catalogue.shown('courses').slice(0, 3) });
		const before = mailbox.mails.length;
		expect((await runs.run(id)).error?.message).toMatch(/exceeds the Removal Limit of 50 percent/);
		expect(mailbox.mails).toHaveLength(before);
		expect(await changes()).toBe('Course catalog: no changes');
	});
});
