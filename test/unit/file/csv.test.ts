import type { IDataObject } from 'n8n-workflow';

import { chooseColumns, type FilePlan } from '../../../nodes/LearningPlatform/file';
import { fileOf, textWith } from './files';

const csvFile = (plan: Partial<FilePlan> = {}) =>
	fileOf('csv', { fields: ['_id', 'name'], ...plan });

describe('the header row', () => {
	it.each<[what: string, plan: Partial<FilePlan>, header: string]>([
		['has the fields of a single page', {}, '_id,name\r\n'],
		['has a last column for what other pages bring', { hasMore: true }, '_id,name,otherFields\r\n'],
		[
			'has the columns of the user’s choice, and no others',
			{ chosen: chooseColumns(['b.c', 'a']).columns, hasMore: true },
			'b.c,a\r\n',
		],
		[
			'has the columns of the user’s choice for an empty list',
			{ chosen: chooseColumns(['a']).columns, fields: [] },
			'a\r\n',
		],
		['is left out when nobody knows a column', { fields: [] }, ''],
		['escapes formulas', { fields: ['=1+1'] }, "'=1+1\r\n"],
	])('%s', async (_what, plan, header) => {
		expect(await textWith(csvFile(plan))).toBe(header);
	});

	it('is told as a list, as the columns of the file', () => {
		expect(csvFile({ hasMore: true }).columns).toEqual(['_id', 'name', 'otherFields']);
	});

	it('comes after a byte order mark when there is to be one', async () => {
		const file = csvFile({ addByteOrderMark: true });
		expect(await textWith(file)).toBe('\uFEFF_id,name\r\n');
	});
});

describe('a line', () => {
	const linesOf = async (file: ReturnType<typeof csvFile>, ...records: IDataObject[]) =>
		(await textWith(file, ...records)).split('\r\n').slice(1, -1);

	it('has a field of every column, in the order of the header', async () => {
		expect(await linesOf(csvFile(), { name: 'n', _id: 'i' }, { name: 'n' })).toEqual(['i,n', ',n']);
	});

	it('has the fields that nobody knew as JSON in the last column', async () => {
		const file = csvFile({ hasMore: true });
		const record = { _id: 'i', name: 'n' };
		expect(await linesOf(file, record, { ...record, rating: 5 })).toEqual([
			'i,n,',
			'i,n,"{""rating"":5}"',
		]);
		expect([...file.otherFields]).toEqual(['rating']);
	});

	it('follows the paths of the user’s choice', async () => {
		const file = csvFile({ chosen: chooseColumns(['author.name', '_id']).columns });
		expect(await linesOf(file, { _id: 'i', name: 'n', author: { name: 'Ada' } })).toEqual([
			'Ada,i',
		]);
		expect([...file.otherFields]).toEqual([]);
	});
});

/** The row of a record with these values, behind the header. */
const row = async (values: unknown[], style: Partial<FilePlan> = {}) => {
	const fields = values.map((_, at) => `f${at}`);
	const file = csvFile({ fields, ...style });
	const record = Object.fromEntries(fields.map((field, at) => [field, values[at]])) as IDataObject;
	const text = await textWith(file, record);
	return text.slice(text.indexOf('\r\n') + 2);
};

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
	])('%s', async (_what, values, line) => {
		expect(await row(values)).toBe(line);
	});

	it.each([
		['semicolon', ';', 'a;"b;c";d,e;f\tg\r\n'],
		['tab', '\t', 'a\tb;c\td,e\t"f\tg"\r\n'],
	])('can have a %s between its fields', async (_name, delimiter, line) => {
		expect(await row(['a', 'b;c', 'd,e', 'f\tg'], { delimiter })).toBe(line);
	});

	it('leaves formulas alone when told to', async () => {
		expect(await row(['=1+1', -1], { escapeFormulas: false })).toBe('=1+1,-1\r\n');
	});

	it('quotes a text of a megabyte as it does a short one', async () => {
		const text = 'x"\n'.repeat(350_000);
		expect(await row([text])).toBe(`"${text.replace(/"/g, '""')}"\r\n`);
	});
});

describe('the text of a cell', () => {
	const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

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
	])('is %s', async (_what, value, text) => {
		expect(await row([value, 'end'])).toBe(`${quoted(text)},end\r\n`);
	});
});
