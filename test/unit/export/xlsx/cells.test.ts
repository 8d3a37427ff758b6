import { RowWriter } from '../../../../nodes/LearningPlatform/export/xlsx/cells';
import { columnLetters } from '../../../../nodes/LearningPlatform/export/xlsx/columnLetters';
import { dateReader } from '../../../../nodes/LearningPlatform/export/xlsx/dates';

const row = (...values: unknown[]) => new RowWriter(values.length).row(2, values);
const cell = (value: unknown) => /^<row r="2">(.*)<\/row>$/s.exec(row(value))?.[1];
const text = (content: string, attributes = '') =>
	`<c r="A2"${attributes} t="inlineStr"><is><t>${content}</t></is></c>`;
const asText = (content: string) => text(content, ' s="4"');

describe('a cell', () => {
	it.each<[what: string, value: unknown, xml: string]>([
		['is a text', 'name', text('name')],
		['is a number', 300, '<c r="A2"><v>300</v></c>'],
		['is a negative fraction', -5.25, '<c r="A2"><v>-5.25</v></c>'],
		['is a small number', 1e-7, '<c r="A2"><v>1e-7</v></c>'],
		['is a number of 15 digits', 999_999_999_999_999, '<c r="A2"><v>999999999999999</v></c>'],
		['is the text of a longer number', 1e15, asText('1000000000000000')],
		['is the text of a longer negative number', -9007199254740991, asText('-9007199254740991')],
		['is the text of a number that is none', Infinity, text('Infinity')],
		['is true', true, '<c r="A2" t="b"><v>1</v></c>'],
		['is false', false, '<c r="A2" t="b"><v>0</v></c>'],
		['is left out for null', null, ''],
		['is left out for a missing field', undefined, ''],
		['is left out for an empty text', '', ''],
		['is JSON for a list', ['a', 1, null], text('["a",1,null]')],
		['is JSON for an object', { a: { b: '<' } }, text('{"a":{"b":"&lt;"}}')],
	])('%s', (_what, value, xml) => {
		expect(cell(value)).toBe(xml);
	});

	it.each(['00123', '5e1f', '=1+1', '+49 30 1234', '-1', '@SUM(A1)', "'a", '.5', '1/2'])(
		'with the text %s has the format Text, so that it stays one when it is edited',
		(value) => {
			expect(cell(value)).toBe(asText(value));
		},
	);

	it('with a date is a text, unless dates are wanted', () => {
		const date = '2026-01-31T12:00:00.000Z';
		expect(cell(date)).toBe(asText(date));
		const writer = new RowWriter(2, dateReader('UTC'));
		expect(writer.row(2, [date, '2026-01-31'])).toBe(
			'<row r="2"><c r="A2" s="2"><v>46053.5</v></c><c r="B2" s="3"><v>46053</v></c></row>',
		);
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
	])('%s', (_what, value, content) => {
		expect(cell(value)).toBe(text(content));
	});

	it.each([
		['spaces around it', ' a '],
		['a tab at its end', 'a\t'],
		['lines', 'a\nb'],
	])('%s are kept by readers that trim', (_what, value) => {
		expect(cell(value)).toContain(`<t xml:space="preserve">${value}</t>`);
	});

	it('lines end as cells have it', () => {
		expect(cell('a\r\nb\rc\n')).toContain('>a\nb\nc\n<');
	});
});

describe('a text that is too long for a cell', () => {
	const LIMIT = 32_767;
	it.each([
		['is whole up to the limit', 'x'.repeat(LIMIT), 'x'.repeat(LIMIT), 0],
		['is cut there', 'x'.repeat(LIMIT + 1), 'x'.repeat(LIMIT), 1],
		[
			'is cut before a character, not in it',
			`${'x'.repeat(LIMIT - 1)}😀`,
			'x'.repeat(LIMIT - 1),
			1,
		],
		['is measured before it is escaped', '&'.repeat(LIMIT), '&amp;'.repeat(LIMIT), 0],
		['is measured in lines of cells', 'x\r\n'.repeat(LIMIT / 2), 'x\n'.repeat(LIMIT / 2), 0],
	])('%s', (_what, value, content, cut) => {
		const writer = new RowWriter(1);
		expect(/<t[^>]*>(.*)<\/t>/s.exec(writer.row(2, [value]))?.[1] === content).toBe(true);
		expect(writer.cut).toBe(cut);
	});

	it('is counted', () => {
		const writer = new RowWriter(2);
		writer.row(2, ['x'.repeat(40_000), Array(20_000).fill(1)]);
		writer.row(3, ['x', 'x'.repeat(40_000)]);
		expect(writer.cut).toBe(3);
	});
});

it('a row has its cells in their columns', () => {
	expect(row(1, null, 3)).toBe('<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c></row>');
});

it('a header is bold', () => {
	expect(new RowWriter(1).header(1, ['=1+1'])).toBe(
		'<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>=1+1</t></is></c></row>',
	);
});

it.each([
	[0, 'A'],
	[25, 'Z'],
	[26, 'AA'],
	[701, 'ZZ'],
	[702, 'AAA'],
	[16_383, 'XFD'],
])('column %i is %s', (index, letters) => {
	expect(columnLetters(index)).toBe(letters);
});
