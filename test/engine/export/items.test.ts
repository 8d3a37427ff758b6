import { isFullRun } from '../../repeats';
import { setClock, startService } from '../service';
import { exportFile, recordsIn } from './exports';
import { storeWith } from './storage';

it("each input item's parameters apply to the item's own file", async () => {
	const sandbox = await startService({ courses: 40 });
	const statuses = ['published', 'archived', 'deleted'];
	const parameters = {
		fileName: '={{ $json.status }}.csv',
		filters: { status: '={{ $json.status }}' },
	};
	const { items } = await exportFile(sandbox, parameters, {
		items: statuses.map((status) => ({ json: { status } })),
	});
	const all = sandbox.catalogue.list('courses');
	for (const [index, status] of statuses.entries()) {
		const ids = all.filter((course) => course.status === status).map(({ _id }) => _id);
		const item = items[index];
		expect((await recordsIn(item)).map(({ _id }) => _id)).toEqual(ids);
		expect(item?.json.fileName).toBe(`${status}.csv`);
		expect(item?.pairedItem).toEqual({ item: index });
	}
	expect(items).toHaveLength(3);
});

it("the date in a file name is the day the run started, in the workflow's time zone", async () => {
	const sandbox = await startService({ courses: 2, coursePageSize: 1 });
	let now = Date.parse('2026-01-31T12:00:00Z');
	setClock(() => now);
	const inBody = () => void (now = Date.parse('2026-02-01T12:00:00Z'));
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, inBody });
	const workflowSettings = { timezone: 'Pacific/Kiritimati' };
	const { items } = await exportFile(sandbox, {}, { workflowSettings });
	expect(items[0]?.json.fileName).toBe('courses-2026-02-01.csv');
	expect(now).toBe(Date.parse('2026-02-01T12:00:00Z'));
});

it('files are written one at a time, so memory use does not grow with their number', async () => {
	// If files were written at the same time, requests would arrive during this delay.
	const sandbox = await startService({ courses: 1, firstByteDelayMs: 20 });
	const { items } = await exportFile(sandbox, {}, { items: 5 });
	expect(items).toHaveLength(5);
	expect(sandbox.journal.entries.map(({ openAtArrival }) => openAtArrival)).toEqual(
		Array<number>(6).fill(0),
	);
});

describe('hints', () => {
	it('name repeated pages and late fields', async () => {
		const sandbox = await startService({ groups: 6, groupPageSize: 3 });
		const last = sandbox.catalogue.list('groups').at(-1);
		sandbox.catalogue.update('groups', last?._id ?? '', { rating: 5 });
		sandbox.faults.add({ on: { kind: 'groups', page: 2 }, status: 503 });
		const { hints } = await exportFile(sandbox, { resource: 'group', fileName: 'all.csv' });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Some fields first appeared on later pages.* all\.csv: rating$/),
			expect.stringMatching(/^Some pages failed and were requested again.* all\.csv: page 2$/),
		]);
	});

	it('warn about a file that is too large for the database', async () => {
		// The test writes 200 MB.
		if (!isFullRun) return;
		const sandbox = await startService({ courses: 10, coursePageSize: 1 });
		// The service sends 400 kB for each course, and each of the 50 columns contains all of it.
		const paths = Array.from({ length: 50 }, (_, depth) => `in${'.in'.repeat(depth)}`);
		const nested = paths.reduce<object | string>((inner) => ({ in: inner }), 'x'.repeat(401_000));
		for (const { _id } of sandbox.catalogue.list('courses')) {
			sandbox.catalogue.update('courses', _id, nested as object);
		}
		storeWith(async (file) => {
			let fileSize = 0;
			for await (const chunk of file) fileSize += (chunk as Buffer).length;
			return { fileId: 'file', fileSize };
		}, 'database');
		const options = { columns: paths.join(',') };
		const parameters = { fileName: 'all.jsonl', format: 'jsonl', options };
		const { hints } = await exportFile(sandbox, parameters, { binaryDataMode: 'database' });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^This n8n instance stores files in its database.* all\.jsonl: 20\d MB$/,
			),
		]);
	});
});
