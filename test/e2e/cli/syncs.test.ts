import { BY_HAND, FAR_AHEAD, LEFT_BEHIND, type RunningSync, TWICE } from '../harness/runningSync';
import { RunningSyncs } from '../harness/runningSyncs';
import { dataTableTarget, googleSheetTarget, postgresTarget } from '../harness/syncTargets';

const LONG_AGO = '2000-01-01T00:00:00.000Z';

let syncs: RunningSyncs;

beforeAll(async () => {
	const [sheet, postgres] = await Promise.all([googleSheetTarget(), postgresTarget()]);
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
		await syncs.each(async (sync) => {
			sync.edit();
			await sync.inStep();
		});
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

	it('keep what a run has written that began later, until the next refresh', async () => {
		await syncs.each(async (sync) => {
			const { catalogue } = sync.sandbox;
			const [renamed = '', removed = ''] = catalogue.list('courses').map(({ _id }) => _id);
			const before = await sync.shown();
			const last = sync.runs().at(-1)?.id;
			await sync.table.writtenLater([renamed, removed]);
			catalogue.update('courses', renamed, { name: 'Renamed by an older run' });
			catalogue.remove('courses', removed);
			await sync.until(() => actionsOf(sync.told(last)).flat().includes('delete'));
			await sync.settled();
			expect(await sync.shown()).toEqual(before);

			await sync.refreshed();
			await sync.inStep();
		});
	});

	it('keep what newer runs have written when a failed run is retried', async () => {
		await syncs.each(async (sync) => {
			const last = sync.runs().at(-1)?.id;
			await sync.table.refuse(true);
			sync.edit();
			const failed = await sync.failedRun(last);
			await sync.table.refuse(false);
			const { catalogue } = sync.sandbox;
			const written = failed.json('When the catalog changes').map(({ courseId }) => courseId);
			for (const { _id } of catalogue.list('courses')) {
				if (written.includes(_id)) catalogue.update('courses', _id, { name: 'Newer' });
			}
			await sync.until(async () => (await sync.shown()).some(({ name }) => name === 'Newer'));
			await sync.settled();

			const before = await sync.shown();
			for (const minutes of [0, 2]) await sync.retry(failed, minutes);
			expect(await sync.shown()).toEqual(before);
			for (const loadWorkflow of [false, true]) {
				const retried = await sync.retry(failed, 11, loadWorkflow);
				expect(retried.error?.message).toMatch(/[Uu]se Report Everything Once|Options > Report/);
			}
			expect(await sync.shown()).toEqual(before);
		});
	});

	it('delete no row as long as a run of a refresh has failed', async () => {
		await syncs.each(async (sync) => {
			await sync.table.insert(BY_HAND, null);
			await sync.table.insert(LEFT_BEHIND, LONG_AGO);
			if (sync.table.keepsDuplicates) {
				// As many rows as there are courses, but one course only.
				const rows = sync.sandbox.catalogue.count('courses');
				for (let row = 0; row < rows; row += 1) await sync.table.insert(TWICE, FAR_AHEAD);
			}
			const before = await sync.shown();
			const last = sync.runs().at(-1)?.id;
			await sync.table.refuse(true);
			await sync.askForEverything();
			await sync.until(() => actionsOf(sync.told(last)).flat().includes('sweep'));
			await sync.settled();
			await sync.table.refuse(false);

			expect(sync.runs(last).at(-1)?.error?.message).toMatch(
				/^[01] of \d+ courses have been written since/,
			);
			expect((await sync.shown()).map(({ courseId }) => courseId)).toEqual(
				before.map(({ courseId }) => courseId),
			);
		});
	});

	it('heal when everything is reported again, and keep only rows that somebody has added', async () => {
		await syncs.each(async (sync) => {
			expect(await sync.isInStep()).toBe(false);
			await sync.refreshed();
			await sync.inStep();
			expect(await sync.rowsOf(BY_HAND)).toBe(1);
			expect(await sync.rowsOf(TWICE)).toBe(sync.table.keepsDuplicates ? 1 : 0);
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
		await syncs.each(async (sync) => {
			await sync.publish({ filters: { authorId: '0'.repeat(24) } });
			await sync.until(async () => (await sync.shown()).length === 0);
			expect(await sync.rowsOf(BY_HAND)).toBe(1);
			await sync.settled();
		});
		await syncs.each(async (sync) => {
			await sync.publish({ filters: {} });
			await sync.inStep();
		});
	});
});
