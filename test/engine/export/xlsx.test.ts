import { schemaErrors, sheetsOf } from '../../workbook';
import { startService } from '../service';
import { awkwardValues } from './awkwardValues';
import { exportFile, fileIn } from './exports';

const MIME_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The rows of the first sheet in the file of an item, header included. */
async function rowsIn(item: Parameters<typeof fileIn>[0]): Promise<unknown[][]> {
	return Object.values(sheetsOf(await fileIn(item)))[0] ?? [];
}

/** What a cell has of a value: types as they are, everything else as in a CSV file, but without apostrophes. */
function cellOf(value: unknown): unknown {
	if (value === null || value === undefined || value === '') return null;
	if (typeof value === 'boolean') return value;
	if (typeof value === 'number') return Math.abs(value) < 1e15 ? value : String(value);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	// By way of UTF-8, which has nothing for half of a surrogate pair.
	return Buffer.from(text.replace(/\r\n?/g, '\n').slice(0, 32_767)).toString();
}

it('every field of every record of every page is in the workbook, in the order of the service', async () => {
	const sandbox = await startService({ courses: 14, coursePageSize: 5 });
	const parameters = { format: 'xlsx', options: { convertDates: false } };
	const { items, status } = await exportFile(sandbox, parameters);
	expect(status).toBe('success');
	const [header = [], ...rows] = await rowsIn(items[0]);
	expect(header.at(-1)).toBe('otherFields');
	expect(rows).toEqual(
		sandbox.catalogue
			.list('courses')
			.map((course) => header.map((name) => cellOf(course[name as string]))),
	);
	expect(items[0]).toMatchObject({
		json: {
			fileName: expect.stringMatching(/^courses-\d{4}-\d\d-\d\d\.xlsx$/) as string,
			...{ format: 'xlsx', records: 14, pages: 3, columns: header },
			...{ sheets: 1, cutCells: 0 },
		},
		binary: { data: { mimeType: MIME_TYPE, fileExtension: 'xlsx' } },
	});
});

it('any value comes back from the workbook with its type', async () => {
	const sandbox = await startService({ courses: 0 });
	for (const [name, value] of awkwardValues) sandbox.catalogue.add('courses', { name, value });
	const parameters = { format: 'xlsx', options: { columns: 'name, value', convertDates: false } };
	const { items, hints } = await exportFile(sandbox, parameters);
	const [, ...rows] = await rowsIn(items[0]);
	expect(rows).toEqual(awkwardValues.map(([name, value]) => [name, cellOf(value)]));
	expect(await schemaErrors(await fileIn(items[0]))).toEqual([]);
	// The megabyte.
	expect(items[0]?.json.cutCells).toBe(1);
	expect(hints).toEqual([
		expect.objectContaining({
			type: 'warning',
			message: expect.stringMatching(/^A cell holds 32,767 characters.*\.xlsx: 1 cut$/) as string,
		}),
	]);
});

it('the sheet has the name of the list', async () => {
	const sandbox = await startService();
	const parameters = { resource: 'other', listPath: 'users', format: 'xlsx' };
	const { items } = await exportFile(sandbox, parameters);
	expect(Object.keys(sheetsOf(await fileIn(items[0])))).toEqual(['users']);
});

describe('dates', () => {
	const dated = async (options: { convertDates?: boolean }) => {
		const sandbox = await startService({ courses: 0 });
		sandbox.catalogue.add('courses', { createdAt: '2026-07-31T22:30:00.000Z', day: '1900-02-28' });
		const { items } = await exportFile(
			sandbox,
			{ format: 'xlsx', options: { columns: 'createdAt, day', ...options } },
			{ workflowSettings: { timezone: 'Europe/Paris' } },
		);
		return (await rowsIn(items[0]))[1];
	};

	it('can be texts, as the service has them', async () => {
		expect(await dated({ convertDates: false })).toEqual([
			'2026-07-31T22:30:00.000Z',
			'1900-02-28',
		]);
	});

	it('are dates of the spreadsheet, by the clocks of the workflow', async () => {
		// As n8n's Extract From File reads them: 2026-08-01, half past midnight.
		expect(await dated({})).toEqual([expect.closeTo(46_235 + 0.5 / 24, 6), '1900-02-28']);
	});
});

it('options that were left behind by CSV do nothing', async () => {
	const sandbox = await startService({ courses: 3 });
	const left = { addByteOrderMark: true, compress: true, delimiter: 'tab', escapeFormulas: true };
	const file = async (options: object) =>
		await fileIn((await exportFile(sandbox, { format: 'xlsx', options: { ...options } })).items[0]);
	expect((await file(left)).equals(await file({}))).toBe(true);
});

it('a list with too many fields for a sheet is an error that says what to do', async () => {
	const sandbox = await startService({ courses: 0 });
	const fields = Array.from({ length: 16_384 }, (_, index) => [`f${index}`, 1]);
	sandbox.catalogue.add('courses', Object.fromEntries(fields) as Record<string, number>);
	const { error, items } = await exportFile(sandbox, { format: 'xlsx' });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(
		/^The file would have 16,\d\d\d columns, and a sheet of Excel has/,
	);
	expect(error?.description).toContain('Columns, under Options');
});
