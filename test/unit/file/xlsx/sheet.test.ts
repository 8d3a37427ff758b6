import type { IDataObject } from 'n8n-workflow';

import type { FilePlan } from '../../../../nodes/LearningPlatform/file/columns';
import { partOf } from '../../../workbook';
import { bytesOf, fileOf } from '../written';

/** Returns the XML of a row, its first cell, and the number of truncated cells. */
async function write(values: unknown[], plan: Partial<FilePlan> = {}) {
	const { fields = values.map((_, at) => `f${at}`) } = plan;
	const file = fileOf('xlsx', { fields, ...plan });
	const record = Object.fromEntries(fields.map((field, at) => [field, values[at]]));
	const sheet = await partOf(
		await bytesOf(file, [record as IDataObject]),
		'xl/worksheets/sheet1.xml',
	);
	const [, row = '', cell] = /(<row r="2">(.*)<\/row>)(?=<\/sheetData>)/s.exec(sheet) ?? [];
	return { row, cell, cut: file.figures?.().cutCells };
}

const cell = async (value: unknown) => (await write([value])).cell;
const text = (content: string, attributes = '') =>
	`<c r="A2"${attributes} t="inlineStr"><is><t>${content}</t></is></c>`;
const asText = (content: string) => text(content, ' s="4"');

describe('a cell', () => {
	it.each<[what: string, value: unknown, xml: string]>([
		['is text', 'name', text('name')],
		['is text with accents', 'Größe', text('Größe')],
		['is text in any script', '東京 🚀', text('東京 🚀')],
		['is a number', 300, '<c r="A2"><v>300</v></c>'],
		['is text for a number with more than 15 digits', -1e15, asText('-1000000000000000')],
		['is true', true, '<c r="A2" t="b"><v>1</v></c>'],
		['is false', false, '<c r="A2" t="b"><v>0</v></c>'],
		['is omitted for null', null, ''],
		['is omitted for a missing field', undefined, ''],
		['is omitted for an empty string', '', ''],
		['is JSON for a list', ['a', 1, null], text('["a",1,null]')],
		['is JSON for an object', { a: { b: '<' } }, text('{"a":{"b":"&lt;"}}')],
		['is text for a date unless dates are requested', '2026-01-31', asText('2026-01-31')],
	])('%s', async (_what, value, xml) => {
		expect(await cell(value)).toBe(xml);
	});

	it.each(['00123', '5e1f', '.5', '1/2', "'a", '=1', '+1', '-1', '@A1', '＝1', '＠A1'])(
		'with the text %s has the Text format, so it remains text after an edit',
		async (value) => {
			expect(await cell(value)).toBe(asText(value));
		},
	);

	it.each([
		['surrounding spaces', ' a '],
		['a trailing tab', 'a\t'],
		['line feeds', 'a\nb'],
	])('preserves %s even in readers that trim text', async (_what, value) => {
		expect(await cell(value)).toContain(`<t xml:space="preserve">${value}</t>`);
	});

	const LIMIT = 32_767;
	it.each([
		['is truncated at the limit', 'x'.repeat(LIMIT + 1), 'x'.repeat(LIMIT), 1],
		['is measured before it is escaped', '&'.repeat(LIMIT), '&amp;'.repeat(LIMIT), 0],
		['is measured without carriage returns', 'x\r\n'.repeat(LIMIT / 2), 'x\n'.repeat(LIMIT / 2), 0],
	])('with long text %s', async (_what, value, content, count) => {
		const { cell: written = '', cut } = await write([value]);
		expect(/<t[^>]*>(.*)<\/t>/s.exec(written)?.[1] === content).toBe(true);
		expect(cut).toBe(count);
	});
});

it('a row has each cell in the right column', async () => {
	const xml = '<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c></row>';
	expect((await write([1, null, 3])).row).toBe(xml);
});

it('a header is bold', async () => {
	const file = fileOf('xlsx', { fields: ['=1+1'] });
	expect(await partOf(await bytesOf(file), 'xl/worksheets/sheet1.xml')).toContain(
		'<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>=1+1</t></is></c></row>',
	);
});

it('columns are named from A to XFD', async () => {
	const some = [0, 25, 26, 701, 702, 16_383];
	const values = Array.from({ length: 16_384 }, (_, at) => (some.includes(at) ? at : null));
	const { row } = await write(values);
	const letters = Array.from(row.matchAll(/<c r="([A-Z]+)2">/g), ([, name]) => name);
	expect(letters).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
});

/** Returns a cell's date in a workbook with dates, or `undefined` if the cell contains text. */
async function dateOf(value: string, timeZone: string, field = 'createdAt') {
	const labels = new Map([[field, 'In Words']]);
	const plan = { fields: [field], convertDates: true, timeZone, labels };
	const { cell: written = '' } = await write([value], plan);
	const [, style, serial] = /<c r="A2" s="([23])"><v>([^<]*)</.exec(written) ?? [];
	return style === undefined ? undefined : { serial: Number(serial), hasTime: style === '2' };
}

const PARIS = 'Europe/Paris';

// Serial numbers as Excel shows them in cells with a number format.
it.each([
	['a day', '2026-01-31', PARIS, 46053, false],
	['the same day far west of UTC', '2026-01-31', 'Pacific/Pago_Pago', 46053, false],
	['a moment during standard time', '2026-01-31T11:00:00.000Z', PARIS, 46053.5, true],
	['a moment during daylight saving time', '2026-07-31T10:00:00Z', PARIS, 46234.5, true],
	['a moment before the clocks change that day', '2026-03-29T00:30:00Z', PARIS, 46110.0625, true],
	['a moment after the clocks change that day', '2026-03-29T10:00:00Z', PARIS, 46110.5, true],
	['a moment in a different time zone', '2026-01-31T20:00:00+09:00', PARIS, 46053.5, true],
	['a zone without a colon', '2026-01-31T20:00:00+0900', PARIS, 46053.5, true],
	['a moment to the millisecond', '2026-01-31T00:00:00.500Z', 'UTC', 46053.000005787, true],
	['a time without a zone', '2026-01-31T12:00:00', PARIS, 46053.5, true],
	['the first day that all spreadsheets display the same way', '1900-03-01', 'UTC', 61, false],
	['the last day', '9999-12-31', 'UTC', 2_958_465, false],
])('is a date in a workbook: %s', async (_what, value, timeZone, serial, hasTime) => {
	const date = await dateOf(value, timeZone);
	expect(date?.serial).toBeCloseTo(serial, 6);
	expect(date?.hasTime).toBe(hasTime);
});

it.each([
	['a day before March 1900', '1900-02-28'],
	['a moment in the year 10000 in local time', '9999-12-31T23:30:00Z'],
	['a day that does not exist', '2026-02-30'],
	['a year', '2026'],
	['only digits', '20260131'],
	['a date within text', 'on 2026-01-31'],
	['a date followed by more text', '2026-01-31 or so'],
])('remains text: %s', async (_what, value) => {
	expect(await dateOf(value, PARIS)).toBeUndefined();
});

it.each([
	['a course named after a day', 'name', '2026-01-31', false],
	['a code that looks like a time without a zone', 'custom', '2026-01-31T12:00', false],
	['a custom value that is a day', 'value', '2026-01-31', false],
	['a moment in any field', 'value', '2026-01-31T12:00:00.000Z', true],
	["a day in a row's date column", 'courseCreatedAt', '2026-01-31', true],
	['a day in the field for a planned date', 'startDate', '2026-01-31', true],
])('depends on the field name, not the column name: %s', async (_what, field, value, isDate) => {
	expect((await dateOf(value, 'UTC', field)) !== undefined).toBe(isDate);
});
