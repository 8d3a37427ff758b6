import type { GoogleSheets } from '../harness/googleSheets';
import { BY_HAND, LEFT_BEHIND, type RunningSync, RunningSyncs } from '../harness/runningSync';
import { dataTableTarget, googleSheetTarget, postgresTarget } from '../harness/syncTargets';

const LONG_AGO = '2000-01-01T00:00:00.000Z';

let syncs: RunningSyncs;
let google: GoogleSheets;

beforeAll(async () => {
	const [sheet, postgres] = await Promise.all([googleSheetTarget(), postgresTarget()]);
	({ google } = sheet);
	syncs = await RunningSyncs.of([dataTableTarget(), sheet, postgres]);
});

afterAll(async () => {
	await syncs.end();
});

/** Renames and removes courses at the end of the list, which comes last in a load of several polls. */
function editTheEnd({ sandbox: { catalogue } }: RunningSync): void {
	const ids = catalogue
		.list('courses')
		.slice(-30)
		.map(({ _id }) => _id);
	ids.slice(0, 20).forEach((id) => catalogue.update('courses', id, { name: 'Renamed' }));
	ids.slice(20).forEach((id) => {
		catalogue.remove('courses', id);
	});
}

const actionsOf = (told: Record<string, unknown>[][]) =>
	told.map((items) => items.map(({ syncAction }) => syncAction));

describe('the examples that keep a table in step', () => {
	it('fill it over several polls, although the catalogue changes and n8n restarts meanwhile', async () => {
		let goOn: () => void = () => undefined;
		const gate = new Promise<void>((resolve) => (goOn = resolve));
		await syncs.each(async (sync) => {
			sync.holdAfterFirst(gate);
			await sync.publish();
			await sync.until(() => sync.runs().length > 0);
			await sync.settled(0);
			editTheEnd(sync);
		});
		await syncs.stop();
		goOn();
		await syncs
			.each(async (sync) => {
				expect(sync.runs()).toHaveLength(1);
				expect(await sync.table.rows()).toHaveLength(sync.recordsPerPoll);
				sync.pace();
			})
			.finally(() => syncs.start());

		await syncs.each(async (sync) => {
			await sync.inStep();
			await sync.settled();
			expect(sync.runs().map(({ status, error }) => error?.message ?? status)).toEqual(
				sync.runs().map(() => 'success'),
			);
			const told = sync.told().map((items) => items.length);
			expect(told.length).toBeGreaterThan(1);
			expect(Math.max(...told)).toBeLessThanOrEqual(sync.recordsPerPoll);
		});
	});

	it('follow additions, changes, emptied fields and removals', async () => {
		google.requests.length = 0;
		await syncs.each(async (sync) => {
			sync.edit();
			await sync.inStep();
		});
		// Google wants a request for each of the three rows, which are not next to each other.
		const changes = google.requests.filter((request) => request === 'POST :batchUpdate');
		expect(changes).toHaveLength(3);
	});

	it('keep the row of an ID that becomes a text', async () => {
		await syncs.each(async (sync) => {
			const { catalogue } = sync.sandbox;
			const id = 7 as unknown as string;
			catalogue.add('courses', { _id: id, name: 'A number' });
			await sync.inStep();
			catalogue.remove('courses', id);
			catalogue.add('courses', { _id: '7', name: 'A text' });
			await sync.inStep();
			await sync.settled();
			expect(await sync.isInStep()).toBe(true);
		});
	});

	it('write nothing when a failed run is retried after newer changes', async () => {
		await syncs.each(async (sync) => {
			await sync.table.refuse(true);
			sync.edit();
			await sync.until(() => sync.runs().some(({ status }) => status === 'error'));
			await sync.settled();
			await sync.table.refuse(false);
			const failed = sync.runs().find(({ status }) => status === 'error');
			if (failed === undefined) throw new Error('No run has failed');
			const { catalogue } = sync.sandbox;
			const written = failed.json('When the catalog changes').map(({ courseId }) => courseId);
			for (const { _id } of catalogue.list('courses')) {
				if (written.includes(_id)) catalogue.update('courses', _id, { name: 'Newer' });
			}
			await sync.until(async () => (await sync.shown()).some(({ name }) => name === 'Newer'));
			await sync.settled();

			const before = await sync.shown();
			for (const loadWorkflow of [false, true]) {
				const retried = await sync.retry(failed, loadWorkflow);
				expect(retried.error?.message).toMatch(/This run is too old: use Report Everything Once/);
			}
			expect(await sync.shown()).toEqual(before);
		});
	});

	it('delete no row as long as a run of a refresh has failed', async () => {
		await syncs.each(async (sync) => {
			await sync.table.insert(BY_HAND, null);
			await sync.table.insert(LEFT_BEHIND, LONG_AGO);
			const before = await sync.shown();
			const last = sync.runs().at(-1)?.id;
			await sync.table.refuse(true);
			await sync.askForEverything();
			await sync.until(() => actionsOf(sync.told(last)).flat().includes('sweep'));
			await sync.settled();
			await sync.table.refuse(false);

			expect(sync.runs(last).at(-1)?.error?.message).toMatch(
				/^0 of \d+ courses have been written since/,
			);
			expect((await sync.shown()).map(({ courseId }) => courseId)).toEqual(
				before.map(({ courseId }) => courseId),
			);
		});
	});

	it('heal when everything is reported again, and keep only rows that somebody has added', async () => {
		await syncs.each(async (sync) => {
			expect(await sync.isInStep()).toBe(false);
			await sync.askForEverything();
			await sync.inStep();
			expect(await sync.rowsOf(BY_HAND)).toBe(1);
			expect(sync.runs().at(-1)?.status).toBe('success');
		});
	});

	it('delete nothing in an outage during a refresh, and end in step', async () => {
		await syncs.each(async (sync) => {
			const { faults, catalogue } = sync.sandbox;
			await sync.settled();
			const last = sync.runs().at(-1)?.id;
			await sync.table.insert(LEFT_BEHIND, LONG_AGO);
			await sync.askForEverything();
			await sync.until(() => sync.told(last).length > 0);
			sync.pace({ body: [], linkHeader: null }, { status: 403 });
			await sync.until(() => faults.pending().length === 0);
			expect((await sync.table.rows()).length).toBeGreaterThan(catalogue.count('courses'));

			await sync.inStep();
			await sync.settled();
			const actions = actionsOf(sync.told(last)).flat();
			expect(actions).not.toContain('delete');
			expect(actions.filter((action) => action === 'sweep')).toHaveLength(1);
		});
	});

	it('empty the table when a filter matches nothing any more, and fill it again without it', async () => {
		google.requests.length = 0;
		await syncs.each(async (sync) => {
			await sync.publish({ filters: { authorId: '0'.repeat(24) } });
			await sync.until(async () => (await sync.shown()).length === 0);
			expect(await sync.rowsOf(BY_HAND)).toBe(1);
			await sync.settled();
		});
		// Rows next to each other are deleted with one request.
		const deletions = google.requests.filter((request) => request === 'POST :batchUpdate');
		expect(deletions.length).toBeLessThan(5);
		await syncs.each(async (sync) => {
			await sync.publish({ filters: {} });
			await sync.inStep();
		});
	});

	it('end in step with the next refresh when a run took until later ones were over', async () => {
		const sync = syncs.sync('keep-a-google-sheet-in-step');
		await sync.settled();
		sync.sandbox.faults.clear();
		const last = sync.runs().at(-1)?.id;
		let goOn: () => void = () => undefined;
		const held = google.holdNext(new Promise((resolve) => (goOn = resolve)));
		await sync.askForEverything();
		await held;
		const { catalogue } = sync.sandbox;
		const renamed = catalogue.list('courses').slice(-20);
		for (const { _id } of renamed) catalogue.update('courses', _id, { name: 'Renamed meanwhile' });
		await sync.until(() => sync.runs(last).some(({ status }) => status === 'success'));
		goOn();
		await sync.settled();

		sync.pace();
		await sync.askForEverything();
		await sync.inStep();
		await sync.settled();
		expect(sync.runs().at(-1)?.status).toBe('success');
	});
});
