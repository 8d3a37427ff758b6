import type { IDataObject } from 'n8n-workflow';

import type { FilePlan } from '../../../../nodes/LearningPlatform/file/columns';
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

it('a workbook has a sheet with a header and a row for each record on each page', async () => {
	const { workbook, file } = await write([[{ _id: 'a', name: 1 }], [{ _id: 'b' }]]);
	expect(sheetsOf(workbook)).toEqual({
		courses: [
			['_id', 'name'],
			['a', 1],
			['b', null],
		],
	});
	expect(file.columns).toEqual(['_id', 'name']);
	expect(file.figures?.()).toEqual({ cutCells: 0 });
});

it('every part is declared as XML and is the target of a relationship', async () => {
	const { workbook } = await write([records(9)]);
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

it('the header remains in view, and its filter covers all rows', async () => {
	const { workbook } = await write([records(9)]);
	const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
	expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
	expect(sheet).toContain('state="frozen"');
	expect(openWorkbook(workbook).Sheets.courses?.['!autofilter']).toEqual({ ref: 'A1:B10' });
	// Excel also stores a filter's range under this name.
	expect(await partOf(workbook, 'xl/workbook.xml')).toContain(
		`>'courses'!$A$1:$B$10</definedName>`,
	);
});

describe('the width of a column', () => {
	it.each<[what: string, name: string, values: unknown[], width: number]>([
		['fits its longest text', 'a', ['one', 'twenty letters long.'], 21],
		['fits its name and the filter button', 'collaborativeLearning', [true], 25],
		['is not too small', 'a', [1], 8],
		['is not too large', 'a', ['x'.repeat(500)], 60],
		['fits its longest line', 'a', ['one\ntwenty letters long.\ntwo'], 21],
	])('%s', async (_what, name, values, width) => {
		const first = values.map((value) => ({ [name]: value }) as IDataObject);
		const later = [{ [name]: 'x'.repeat(50) }];
		const { workbook } = await write([first, later], { fields: [name] });
		const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
		expect(sheet).toContain(`<cols><col min="1" max="1" width="${width}" customWidth="1"/></cols>`);
	});
});

describe('a list as long as a sheet', () => {
	it.each([
		['fills the sheet to the last row', 4, { rows: 5, bytes: 1e9 }],
		['can be as large as ZIP allows', 300, { rows: 1e6, bytes: 1e5 }],
	])('%s', async (_what, count, limits) => {
		const { workbook } = await write([records(count)], {}, limits);
		expect(sheetsOf(workbook).courses).toHaveLength(count + 1);
	});

	it.each([
		['row', 5, { rows: 5, bytes: 1e9 }],
		['byte', 4_000, { rows: 1e6, bytes: 100_000 }],
	])('causes an error that suggests CSV if it has one more %s', async (_what, count, limits) => {
		await expect(write([records(count)], {}, limits)).rejects.toMatchObject({
			message: expect.stringMatching(/^The list is too long for an Excel sheet/) as string,
			description: expect.stringMatching(/^Choose CSV or JSON Lines/) as string,
		});
	});
});

describe('a sheet name', () => {
	it.each([
		['a path', 'groups/5f/library/course-ids', 'groups-5f-library-course-ids'],
		['a long path', 'x'.repeat(40), 'x'.repeat(31)],
		['a path with forbidden characters', "a[1]:*?\\'b'", 'a-1-b-'],
	])('is made from %s', async (_what, listName, name) => {
		const { workbook } = await write([records(1)], { listName });
		expect(Object.keys(sheetsOf(workbook))).toEqual([name]);
	});
});

it.each([
	['has a header if its columns are known', ['a'], [['a']]],
	['is an empty sheet if it has no columns', [], []],
])('an empty list %s', async (_what, fields, rows) => {
	const { workbook } = await write([], { fields });
	expect(sheetsOf(workbook)).toEqual({ courses: rows });
	expect(await schemaErrors(workbook)).toEqual([]);
});

it.each([
	['16,385 fields', 16_385, false],
	['16,384 fields and a column for later fields', 16_384, true],
])('a sheet cannot have %s', async (_what, count, hasMore) => {
	const fields = Array.from({ length: count }, (_, index) => `f${index}`);
	await expect(write([], { fields, hasMore })).rejects.toThrow('16,385 columns');
});

it('the same list produces the same file', async () => {
	const [one, two] = [await write([records(50)]), await write([records(50)])];
	expect(one.workbook.equals(two.workbook)).toBe(true);
});
