import type { GoogleSheets } from '../harness/googleSheets';
import type { RunningSync } from '../harness/runningSync';
import { RunningSyncs } from '../harness/runningSyncs';
import { googleSheetTarget } from '../harness/syncTargets';

/** A column of a colleague, to the right of ours. */
const NOTES = 'O';

let syncs: RunningSyncs;
let sync: RunningSync;
let google: GoogleSheets;

beforeAll(async () => {
	const target = await googleSheetTarget(150);
	({ google } = target);
	syncs = await RunningSyncs.of([target]);
	sync = syncs.sync(target.example);
	sync.pace();
	await sync.publish();
	await sync.swept();
	google.sheet.write(1, NOTES, 'note');
	google.sheet.rows().forEach(({ courseId }, index) => {
		google.sheet.write(index + 2, NOTES, noteOn(courseId));
	});
});

afterAll(async () => {
	await syncs.end();
});

const noteOn = (courseId: unknown) => `note on ${String(courseId)}`;

/** Removes each third course of a part of the list, whose rows are not next to each other. */
function removeScattered(from: number, to: number): void {
	const { catalogue } = sync.sandbox;
	const ids = catalogue.list('courses').map(({ _id }) => _id);
	for (const id of ids.slice(from, to).filter((_, index) => index % 3 === 0)) {
		catalogue.remove('courses', id);
	}
}

/** The courses that have lost their row, or the note beside it. */
function harmed(): unknown[] {
	const notes = new Map(google.sheet.rows().map(({ courseId, note }) => [courseId, note]));
	const ids = sync.sandbox.catalogue.list('courses').map(({ _id }) => _id);
	return ids.filter((id) => notes.get(id) !== noteOn(id));
}

const deletions = () => google.requests.filter((request) => request.includes('deleteDimension'));

const ids = () => google.sheet.rows().map(({ courseId }) => courseId);

describe('deletions from a Google Sheet', () => {
	it('take one request for all rows of a run', async () => {
		google.requests.length = 0;
		removeScattered(0, 30);
		await sync.inStep();
		expect(deletions()).toEqual([
			['POST :batchUpdate deleteProtectedRange addProtectedRange']
				.concat(Array<string>(10).fill('deleteDimension'))
				.join(' '),
		]);
		expect(harmed()).toEqual([]);
	});

	it.each([
		[
			'the quota is met before anything is deleted',
			() => {
				google.quota(0);
			},
		],
		[
			'the answer is lost after all is deleted',
			() => {
				google.loseNextAnswer();
			},
		],
	])('hit no other row when %s, other rows go, and n8n retries', async (_, disturb) => {
		const before = sync.runs().at(-1)?.id;
		disturb();
		removeScattered(0, 90);
		const failed = await sync.failedRun(before);
		google.quota(Infinity);
		removeScattered(60, 90);
		const last = sync.runs().at(-1)?.id;
		await sync.until(() => sync.runs(last).some(({ status }) => status === 'success'));
		await sync.settled();
		expect(harmed()).toEqual([]);

		const kept = ids();
		for (const minutes of [0, 2]) await sync.retry(failed, minutes);
		expect(ids()).toEqual(kept);
		await sync.refreshed();
		expect(await sync.isInStep()).toBe(true);
		expect(harmed()).toEqual([]);
	});

	it('are refused when a newer run has come between, and so is all that the older one would write', async () => {
		await syncs.stop();
		await syncs.start(-1);
		sync.sandbox.faults.clear();
		const last = sync.runs().at(-1)?.id;
		let goOn: () => void = () => undefined;
		const held = google.holdNext(new Promise((resolve) => (goOn = resolve)));
		removeScattered(0, 30);
		await held;
		removeScattered(30, 60);
		await sync.until(() => sync.runs(last).some(({ status }) => status === 'success'));
		const before = ids();
		goOn();
		sync.pace();
		await sync.settled();
		expect(sync.runs(last).map(({ status }) => status)).toContain('error');
		expect(ids()).toEqual(before);
		expect(harmed()).toEqual([]);

		await sync.refreshed();
		expect(await sync.isInStep()).toBe(true);
		expect(harmed()).toEqual([]);
	});
});
