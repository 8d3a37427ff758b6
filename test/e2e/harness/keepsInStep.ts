import type { RunningSync } from './runningSync';

/** What every example promises that keeps a table in step; its test adds what is its own. */
export function itKeepsInStep(running: () => RunningSync, courses: number): void {
	it(`fills the table with ${courses} courses`, async () => {
		const sync = running();
		await sync.inStep();
		await sync.settled();
		expect(sync.executions().map(({ status, error }) => error?.message ?? status)).toEqual([
			'success',
		]);
	});

	it('follows additions, changes, emptied fields and removals', async () => {
		const sync = running();
		sync.edit();
		await sync.inStep();
	});

	it('heals when everything is reported again after it failed, and keeps only rows that somebody has added', async () => {
		const sync = running();
		await sync.fallBehind();
		expect(await sync.isInStep()).toBe(false);

		await sync.askForEverything();
		await sync.inStep();
		expect(await sync.rowsByHand()).toBe(1);
		await sync.settled();
		expect(sync.executions().at(-1)?.status).toBe('success');
	});
}
