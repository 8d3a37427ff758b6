import type { IDataObject } from 'n8n-workflow';

import type { FilePlan } from '../../../../nodes/LearningPlatform/file';
import { xlsxFile } from '../../../../nodes/LearningPlatform/file/xlsx/workbook';
import { openWorkbook, partOf, schemaErrors, sheetsOf, unzip } from '../../../workbook';
import { bytesOf, planOf } from '../written';

async function write(
	pages: IDataObject[][],
	plan: Partial<FilePlan> = {},
	limits?: Parameters<typeof xlsxFile>[1],
) {
	const file = xlsxFile(planOf({ fields: ['_id', 'name'], ...plan }), limits);
	return { file, workbook: await bytesOf(file, ...pages) };
}

const records = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ _id: `${index}`, name: 'n' }));

it('a workbook has a sheet with a header and a row for each record of each page', async () => {
	const { workbook, file } = await write([[], [{ _id: 'a', name: 1 }], [], [{ _id: 'b' }]]);
	expect(sheetsOf(workbook)).toEqual({
		courses: [
			['_id', 'name'],
			['a', 1],
			['b', null],
		],
	});
	expect(file.columns).toEqual(['_id', 'name']);
	expect(file.figures?.()).toEqual({ sheets: 1, cutCells: 0 });
});

it('every part is declared as XML, and a relationship leads to it', async () => {
	const { workbook } = await write([records(9)], {}, { rows: 5, bytes: 1e9 });
	const parts = [...(await unzip(workbook))].map(
		([name, part]) => [name, part.toString()] as const,
	);
	const undeclared = parts.filter(([, xml]) => !xml.startsWith('<?xml version="1.0" '));
	expect(undeclared).toEqual([]);
	const linked = parts.flatMap(([name, xml]) =>
		Array.from(xml.matchAll(/ Target="([^"]+)"/g), ([, target = '']) =>
			name === '_rels/.rels' ? target : `xl/${target}`,
		),
	);
	const others = parts.map(([name]) => name).filter((name) => !/rels$|^\[/.test(name));
	expect(linked.sort()).toEqual(others.sort());
});

it('the header stays in view, and its filter covers all rows', async () => {
	const { workbook } = await write([records(9)]);
	const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
	expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
	expect(sheet).toContain('state="frozen"');
	expect(openWorkbook(workbook).Sheets.courses?.['!autofilter']).toEqual({ ref: 'A1:B10' });
	// Excel keeps the range of a filter under this name as well.
	expect(await partOf(workbook, 'xl/workbook.xml')).toContain(
		`>'courses'!$A$1:$B$10</definedName>`,
	);
});

it('on paper every page is landscape, as wide as the sheet, and has the header and its number', async () => {
	const { workbook } = await write([records(9)], {}, { rows: 5, bytes: 1e9 });
	for (const name of ['sheet1', 'sheet2', 'sheet3']) {
		const sheet = await partOf(workbook, `xl/worksheets/${name}.xml`);
		expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
		expect(sheet).toContain('<pageSetup orientation="landscape" fitToHeight="0"/>');
		expect(sheet).toContain('<oddFooter>&amp;C&amp;P / &amp;N</oddFooter>');
	}
	const titles = openWorkbook(workbook)
		.Workbook?.Names?.filter(({ Name }) => Name === '_xlnm.Print_Titles')
		.map(({ Sheet, Ref }) => [Sheet, Ref]);
	expect(titles).toEqual([
		[0, "'courses'!$1:$1"],
		[1, "'courses (2)'!$1:$1"],
		[2, "'courses (3)'!$1:$1"],
	]);
	expect(await schemaErrors(workbook)).toEqual([]);
});

describe('the width of a column', () => {
	it.each<[what: string, name: string, values: unknown[], width: number]>([
		['is that of its longest text', 'a', ['one', 'twenty letters long.'], 21],
		['has room for its name and the filter', 'collaborativeLearning', [true], 25],
		['is not too small', 'a', [1], 8],
		['is not too large', 'a', ['x'.repeat(500)], 60],
		['is that of its longest line', 'a', ['one\ntwenty letters long.\ntwo'], 21],
	])('%s', async (_what, name, values, width) => {
		const first = values.map((value) => ({ [name]: value }) as IDataObject);
		const later = [{ [name]: 'x'.repeat(50) }];
		const { workbook } = await write([[], first, later], { fields: [name] });
		const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
		expect(sheet).toContain(`<cols><col min="1" max="1" width="${width}" customWidth="1"/></cols>`);
	});
});

describe('a list that is too long for a sheet', () => {
	it.each<[what: string, count: number, rows: number[]]>([
		['fills it to the last row', 4, [5]],
		['goes on in a second one', 5, [5, 2]],
		['goes on in as many as it takes', 12, [5, 5, 5]],
	])('%s', async (_what, count, rows) => {
		const limits = { rows: 5, bytes: 1e9 };
		const { workbook, file } = await write([records(count)], {}, limits);
		const sheets = sheetsOf(workbook);
		expect(Object.values(sheets).map(({ length }) => length)).toEqual(rows);
		expect(Object.keys(sheets)).toEqual(
			['courses', 'courses (2)', 'courses (3)'].slice(0, rows.length),
		);
		for (const [header] of Object.values(sheets)) expect(header).toEqual(['_id', 'name']);
		const ids = Object.values(sheets).flatMap(([, ...cells]) => cells.map(([id]) => id));
		expect(ids).toEqual(records(count).map(({ _id }) => _id));
		expect(file.figures?.().sheets).toBe(rows.length);
	});

	it('goes on in a second one when the first is as large as ZIP allows', async () => {
		const limits = { rows: 1e6, bytes: 100_000 };
		const { workbook } = await write([records(4_000)], {}, limits);
		const rows = Object.values(sheetsOf(workbook)).map(({ length }) => length - 1);
		expect(rows.length).toBeGreaterThan(1);
		expect(rows.reduce((sum, count) => sum + count, 0)).toBe(4_000);
	});
});

describe('the name of a sheet', () => {
	it.each([
		['a path', 'groups/5f/library/course-ids', 'groups-5f-library-course-ids'],
		['a long path', 'x'.repeat(40), 'x'.repeat(31)],
		['what no sheet may have', "a[1]:*?\\'b'", 'a-1-b-'],
	])('is made of %s', async (_what, listName, name) => {
		const { workbook } = await write([records(1)], { listName });
		expect(Object.keys(sheetsOf(workbook))).toEqual([name]);
	});

	it('has room for its number', async () => {
		const plan = { listName: 'x'.repeat(40) };
		const { workbook } = await write([records(2)], plan, { rows: 2, bytes: 1e9 });
		expect(Object.keys(sheetsOf(workbook))).toEqual(['x'.repeat(31), `${'x'.repeat(27)} (2)`]);
	});
});

it.each([
	['has a header when its columns are known', ['a'], [['a']]],
	['is an empty sheet when nobody knows a column', [], []],
])('an empty list %s', async (_what, fields, rows) => {
	const { workbook } = await write([[]], { fields });
	expect(sheetsOf(workbook)).toEqual({ courses: rows });
	expect(await schemaErrors(workbook)).toEqual([]);
});

it.each([
	['fields', 16_385, false],
	['fields, with the column for later ones', 16_384, true],
])('columns cannot be more %s', async (_what, count, hasMore) => {
	const fields = Array.from({ length: count }, (_, index) => `f${index}`);
	await expect(write([[]], { fields, hasMore })).rejects.toThrow('16,385 columns');
});

it('the same list makes the same file', async () => {
	const [one, two] = [await write([records(50)]), await write([records(50)])];
	expect(one.workbook.equals(two.workbook)).toBe(true);
});
