import type { IDataObject } from 'n8n-workflow';

import { partOf } from '../../../workbook';
import { bytesOf, fileOf } from '../written';

/** The rows of a workbook with these records, without its header, and how many of their cells were cut. */
async function write(rows: unknown[][], convertDates = false) {
	const fields = (rows[0] ?? []).map((_, at) => `f${at}`);
	const file = fileOf('xlsx', { fields, convertDates });
	const records = rows.map(
		(values) => Object.fromEntries(fields.map((field, at) => [field, values[at]])) as IDataObject,
	);
	const workbook = await bytesOf(file, records);
	const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
	return {
		xml: /<row r="2">.*(?=<\/sheetData>)/s.exec(sheet)?.[0] ?? '',
		cut: file.figures?.().cutCells,
	};
}

const row = async (...values: unknown[]) => (await write([values])).xml;
const cell = async (value: unknown) => /^<row r="2">(.*)<\/row>$/s.exec(await row(value))?.[1];
const text = (content: string, attributes = '') =>
	`<c r="A2"${attributes} t="inlineStr"><is><t>${content}</t></is></c>`;
const asText = (content: string) => text(content, ' s="4"');

describe('a cell', () => {
	it.each<[what: string, value: unknown, xml: string]>([
		['is a text', 'name', text('name')],
		['is a number', 300, '<c r="A2"><v>300</v></c>'],
		['is the text of a number of more than 15 digits', -1e15, asText('-1000000000000000')],
		['is true', true, '<c r="A2" t="b"><v>1</v></c>'],
		['is false', false, '<c r="A2" t="b"><v>0</v></c>'],
		['is left out for null', null, ''],
		['is left out for a missing field', undefined, ''],
		['is left out for an empty text', '', ''],
		['is JSON for a list', ['a', 1, null], text('["a",1,null]')],
		['is JSON for an object', { a: { b: '<' } }, text('{"a":{"b":"&lt;"}}')],
	])('%s', async (_what, value, xml) => {
		expect(await cell(value)).toBe(xml);
	});

	it.each([...['00123', '5e1f', '.5', '1/2', "'a", '=1', '+1', '-1', '@A1', '＝1', '＠A1']])(
		'with the text %s has the format Text, so that it stays one when it is edited',
		async (value) => {
			expect(await cell(value)).toBe(asText(value));
		},
	);

	it('with a date is a text, unless dates are wanted', async () => {
		const date = '2026-01-31T12:00:00.000Z';
		expect(await cell(date)).toBe(asText(date));
		const { xml } = await write([[date]], true);
		expect(xml).toBe('<row r="2"><c r="A2" s="2"><v>46053.5</v></c></row>');
	});
});

describe('in a text', () => {
	it.each([
		['markup is escaped', '<b> & "c" \'d\' ]]>', '&lt;b&gt; &amp; "c" \'d\' ]]&gt;'],
		['what XML cannot carry is replaced', 'a\u0000\u0008\u000B\u001F\uFFFE\uFFFFb', 'a������b'],
		['half of a surrogate pair is replaced', 'a\uD83Db\uDE00', 'a�b�'],
		['a surrogate pair is not', 'a😀', 'a😀'],
		['what would be read as an escape is escaped', 'a_x0041_b', 'a_x005F_x0041_b'],
		['so it is in capitals', '_X00e9_', '_x005F_X00e9_'],
		['so it is where two overlap', '_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
		['what looks a little like it is not', '_x41_ _xyz1_ x0041_', '_x41_ _xyz1_ x0041_'],
	])('%s', async (_what, value, content) => {
		expect(await cell(value)).toBe(text(content));
	});

	it.each([
		['spaces around it', ' a '],
		['a tab at its end', 'a\t'],
		['lines', 'a\nb'],
	])('%s are kept by readers that trim', async (_what, value) => {
		expect(await cell(value)).toContain(`<t xml:space="preserve">${value}</t>`);
	});

	it('lines end as cells have it', async () => {
		expect(await cell('a\r\nb\rc\n')).toContain('>a\nb\nc\n<');
	});
});

describe('a text that is too long for a cell', () => {
	const LIMIT = 32_767;
	it.each([
		['is cut at the limit', 'x'.repeat(LIMIT + 1), 'x'.repeat(LIMIT), 1],
		['is measured before it is escaped', '&'.repeat(LIMIT), '&amp;'.repeat(LIMIT), 0],
		['is measured in lines of cells', 'x\r\n'.repeat(LIMIT / 2), 'x\n'.repeat(LIMIT / 2), 0],
	])('%s', async (_what, value, content, cut) => {
		const written = await write([[value]]);
		expect(/<t[^>]*>(.*)<\/t>/s.exec(written.xml)?.[1] === content).toBe(true);
		expect(written.cut).toBe(cut);
	});

	it('is counted', async () => {
		const long = 'x'.repeat(40_000);
		const rows = [
			[long, Array(20_000).fill(1)],
			['x', long],
		];
		expect((await write(rows)).cut).toBe(3);
	});
});

it('a row has its cells in their columns', async () => {
	expect(await row(1, null, 3)).toBe(
		'<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c></row>',
	);
});

it('a header is bold', async () => {
	const file = fileOf('xlsx', { fields: ['=1+1'] });
	expect(await partOf(await bytesOf(file), 'xl/worksheets/sheet1.xml')).toContain(
		'<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>=1+1</t></is></c></row>',
	);
});

it('columns are called A to XFD', async () => {
	const xml = await row(...Array.from({ length: 16_384 }, (_, at) => at));
	const letters = Array.from(xml.matchAll(/<c r="([A-Z]+)2">/g), ([, name]) => name);
	const some = [0, 25, 26, 701, 702, 16_383].map((index) => letters[index]);
	expect(some).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
});
