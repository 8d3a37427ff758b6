import { cellText, csvFile, csvRowWriter } from '../../../nodes/LearningPlatform/export/csv';
import type { ColumnPlan } from '../../../nodes/LearningPlatform/export/columns';

const plain = { delimiter: ',', escapeFormulas: true, addByteOrderMark: false };
const plan = (changes: Partial<ColumnPlan> = {}): ColumnPlan => ({
	paths: [],
	fields: ['_id', 'name'],
	hasMore: false,
	...changes,
});

describe('the header row', () => {
	it.each<[what: string, plan: ColumnPlan, header: string]>([
		['has the fields of a single page', plan(), '_id,name\r\n'],
		[
			'has a last column for what other pages bring',
			plan({ hasMore: true }),
			'_id,name,otherFields\r\n',
		],
		[
			'has the columns of the user’s choice, and no others',
			plan({ paths: ['b.c', 'a'], hasMore: true }),
			'b.c,a\r\n',
		],
		[
			'has the columns of the user’s choice for an empty list',
			plan({ paths: ['a'], fields: [] }),
			'a\r\n',
		],
		['is left out when nobody knows a column', plan({ fields: [] }), ''],
		['escapes formulas', plan({ fields: ['=1+1'] }), "'=1+1\r\n"],
	])('%s', (_what, columns, header) => {
		expect(csvFile(columns, plain).head).toBe(header);
	});

	it('is told as a list, as the columns of the file', () => {
		expect(csvFile(plan({ hasMore: true }), plain).columns).toEqual(['_id', 'name', 'otherFields']);
	});

	it('comes after a byte order mark when there is to be one', () => {
		expect(csvFile(plan(), { ...plain, addByteOrderMark: true }).head).toBe('\uFEFF_id,name\r\n');
	});
});

describe('a line', () => {
	it('has a field of every column, in the order of the header', () => {
		const { line } = csvFile(plan(), plain);
		expect(line({ name: 'n', _id: 'i' })).toBe('i,n\r\n');
		expect(line({ name: 'n' })).toBe(',n\r\n');
	});

	it('has the fields that nobody knew as JSON in the last column', () => {
		const { line, otherFields } = csvFile(plan({ hasMore: true }), plain);
		expect(line({ _id: 'i', name: 'n' })).toBe('i,n,\r\n');
		expect(line({ _id: 'i', name: 'n', rating: 5 })).toBe('i,n,"{""rating"":5}"\r\n');
		expect([...otherFields]).toEqual(['rating']);
	});

	it('follows the paths of the user’s choice', () => {
		const { line, otherFields } = csvFile(plan({ paths: ['author.name', '_id'] }), plain);
		expect(line({ _id: 'i', name: 'n', author: { name: 'Ada' } })).toBe('Ada,i\r\n');
		expect([...otherFields]).toEqual([]);
	});
});

const row = (values: unknown[], style: { delimiter?: string; escapeFormulas?: boolean } = {}) =>
	csvRowWriter({ delimiter: ',', escapeFormulas: true, ...style })(values);

describe('a row of CSV (RFC 4180)', () => {
	it.each<[what: string, values: unknown[], line: string]>([
		['ends with CR LF', ['a'], 'a\r\n'],
		['has its fields in order', ['a', 1, true], 'a,1,true\r\n'],
		['has an empty field for nothing', ['a', null, undefined, ''], 'a,,,\r\n'],
		['quotes a field with the delimiter', ['a,b', 'c'], '"a,b",c\r\n'],
		['doubles the quotes in a quoted field', ['say "hi"'], '"say ""hi"""\r\n'],
		['quotes a field that is a quote', ['"', '""'], '"""",""""""\r\n'],
		['quotes a field with a line feed', ['a\nb'], '"a\nb"\r\n'],
		['quotes a field with a carriage return', ['a\rb'], '"a\rb"\r\n'],
		['keeps spaces around a field', [' a ', ' '], ' a , \r\n'],
		['leaves other delimiters alone', ['a;b\tc'], 'a;b\tc\r\n'],
		['quotes JSON in it', [['a', 'b']], '"[""a"",""b""]"\r\n'],
		['escapes a formula within its quotes', ['=A1,"x"'], '"\'=A1,""x"""\r\n'],
		['is no empty line when its only field is empty', [''], '""\r\n'],
	])('%s', (_what, values, line) => {
		expect(row(values)).toBe(line);
	});

	it.each([
		['semicolon', ';', 'a;"b;c";d,e;f\tg\r\n'],
		['tab', '\t', 'a\tb;c\td,e\t"f\tg"\r\n'],
	])('can have a %s between its fields', (_name, delimiter, line) => {
		expect(row(['a', 'b;c', 'd,e', 'f\tg'], { delimiter })).toBe(line);
	});

	it('leaves formulas alone when told to', () => {
		expect(row(['=1+1', -1], { escapeFormulas: false })).toBe('=1+1,-1\r\n');
	});

	it('quotes a text of a megabyte as it does a short one', () => {
		const text = 'x"\n'.repeat(350_000);
		expect(row([text])).toBe(`"${text.replace(/"/g, '""')}"\r\n`);
	});
});

describe('the text of a cell', () => {
	it.each<[what: string, value: unknown, text: string]>([
		['a text as it came', ' two  spaces ', ' two  spaces '],
		['an empty text', '', ''],
		['a date as it came', '2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
		['a whole number', 300, '300'],
		['a fraction', 0.1, '0.1'],
		['a negative number', -5, '-5'],
		['a large number', 12345678901, '12345678901'],
		['true', true, 'true'],
		['false', false, 'false'],
		['nothing for null', null, ''],
		['nothing for a missing field', undefined, ''],
		['a list as JSON', ['a', 'b"c', 1, null], '["a","b\\"c",1,null]'],
		['an empty list as JSON', [], '[]'],
		[
			'an object as JSON',
			{ lang: 'fr', name: { short: 'É' } },
			'{"lang":"fr","name":{"short":"É"}}',
		],
	])('is %s', (_what, value, text) => {
		expect(cellText(value)).toBe(text);
	});
});
