import { gunzipSync } from 'node:zlib';

import { schemaErrors, sheetsOf } from '../../workbook';
import { startService } from '../service';
import { exportFile, fileIn, rowsIn } from './exports';

/** Returns the rows of the first sheet in an item's file, header included. */
async function cellsIn(item: Parameters<typeof fileIn>[0]): Promise<unknown[][]> {
	return Object.values(sheetsOf(await fileIn(item)))[0] ?? [];
}

it.each([
	['csv', 'text/csv', { longCells: 0 }],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', { cutCells: 0 }],
	['jsonl', 'application/x-ndjson', {}],
])("a %s file's item describes the file", async (format, mimeType, figures) => {
	const sandbox = await startService({ courses: 14, coursePageSize: 5 });
	const { items, status } = await exportFile(sandbox, { format, binaryPropertyName: 'sheet' });
	expect(status).toBe('success');
	expect(items).toMatchObject([
		{
			json: {
				fileName: expect.stringMatching(
					new RegExp(`^courses-\\d{4}-\\d\\d-\\d\\d\\.${format}$`),
				) as string,
				format,
				records: 14,
				pages: 3,
				...figures,
			},
			binary: { sheet: { mimeType, fileExtension: format } },
		},
	]);
});

it("a workbook has dates in the workflow's time zone and a sheet named after the list", async () => {
	const sandbox = await startService({ courses: 0 });
	const long = 'x'.repeat(40_000);
	const dates = { createdAt: '2026-07-31T22:30:00.000Z', day: '1900-02-28' };
	sandbox.catalogue.add('courses', { ...dates, long });
	const { items, hints } = await exportFile(
		sandbox,
		{ format: 'xlsx', options: { columns: 'createdAt, day, long' } },
		{ workflowSettings: { timezone: 'Europe/Paris' } },
	);
	expect(Object.keys(sheetsOf(await fileIn(items[0])))).toEqual(['courses']);
	// n8n's Extract From File reads this number as 2026-08-01, half past midnight.
	const row = [expect.closeTo(46_235 + 0.5 / 24, 6), '1900-02-28', long.slice(0, 32_767)];
	expect((await cellsIn(items[0]))[1]).toEqual(row);
	expect(await schemaErrors(await fileIn(items[0]))).toEqual([]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^An Excel cell holds at most 32,767 characters.*\.xlsx: 1 truncated$/),
	]);
});

it('readable column names appear only in the header, and the file is named after the resource', async () => {
	const sandbox = await startService({ courses: 2, users: 5, courseStatistics: 5 });
	const courseId = { __rl: true, mode: 'id', value: sandbox.catalogue.list('courses')[0]?._id };
	const exported = async (resource: string, format: string, more = {}) => {
		const parameters = { resource, format, options: { headerInWords: true }, ...more };
		const { items } = await exportFile(sandbox, parameters);
		return { item: items[0], name: (items[0]?.json.fileName as string).replace(/\d.*\d/, 'DAY') };
	};
	const status = await exported('trainingStatus', 'xlsx', { courseId, show: 'all' });
	const words = ['Learner ID', 'Learner Name', 'Learner Email', 'Status', 'Due Date'];
	const rest = ['Completed At', 'Progress', 'Score', 'Attempts', 'Started At', 'Course ID'];
	expect((await cellsIn(status.item))[0]).toEqual([...words, ...rest]);
	expect(status).toMatchObject({
		name: 'training-status-DAY.xlsx',
		item: { json: { columns: [...words, ...rest] } },
	});
	const rows = await exported('pathCompletion', 'csv', {
		output: 'row',
		outputFields: 'status_type',
	});
	expect((await rowsIn(rows.item))[0]).toEqual(['Record ID', 'Learner Status']);
	expect(rows.name).toBe('path-completions-DAY.csv');
	const lines = await exported('courseCompletion', 'jsonl');
	expect(lines.name).toBe('course-completions-DAY.jsonl');
	expect((await fileIn(lines.item)).toString()).toMatch(/^{"_id":/);
});

it('a compressed file has the same content', async () => {
	const sandbox = await startService({ courses: 100 });
	const whole = await exportFile(sandbox, { fileName: 'all.csv' });
	const { items } = await exportFile(sandbox, {
		fileName: 'all.csv',
		options: { compress: true },
	});
	const [plain, file] = [await fileIn(whole.items[0]), await fileIn(items[0])];
	expect(gunzipSync(file).equals(plain)).toBe(true);
	expect(file.length).toBeLessThan(plain.length / 3);
	expect(items[0]).toMatchObject({
		json: { fileName: 'all.csv.gz', format: 'csv' },
		binary: { data: { mimeType: 'application/gzip', fileExtension: 'gz' } },
	});
});
