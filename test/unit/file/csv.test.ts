import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';

import type { FilePlan } from '../../../nodes/LearningPlatform/file/columns';
import { awkwardValues } from './awkwardValues';
import { fileOf, textWith, bytesOf } from './written';

const csvFile = (plan: Partial<FilePlan> = {}) =>
	fileOf('csv', { fields: ['_id', 'name'], ...plan });

it.each<[what: string, plan: Partial<FilePlan>, header: string]>([
	['has the fields of a single page', {}, '_id,name\r\n'],
	['has a last column for what other pages bring', { hasMore: true }, '_id,name,otherFields\r\n'],
	[
		'calls it otherwise beside a field of that name',
		{ fields: ['otherFields'], hasMore: true },
		'otherFields,otherFields_\r\n',
	],
	['is left out when nobody knows a column', { fields: [] }, ''],
	['escapes formulas', { fields: ['=1+1'] }, "'=1+1\r\n"],
	[
		'has quotation marks where Excel would see the format SYLK',
		{ fields: ['ID', 'a'] },
		'"ID",a\r\n',
	],
	['is left alone with ID behind its beginning', { fields: ['a', '_ID'] }, 'a,_ID\r\n'],
	['comes after a byte order mark', { addByteOrderMark: true }, '\uFEFF_id,name\r\n'],
])('the header row %s', async (_what, plan, header) => {
	expect(await textWith(csvFile(plan))).toBe(header);
});

/** What people call two of the fields. */
const labels = new Map([
	['status.type', 'Learner Status'],
	['userName', 'Learner Name'],
]);

it.each<[what: string, fields: string[], header: string]>([
	['are split into words', ['_id', 'completedAt'], '"ID",Completed At'],
	['are those of the form', ['userName', 'status.type'], 'Learner Name,Learner Status'],
	['are those of the form for a row, too', ['status_type'], 'Learner Status'],
	['name each step of a path', ['translations.0.name'], 'Translations 0 Name'],
	['lack the end that only tells columns apart', ['cost_center__1a2b3c4d'], 'Cost Center'],
	[
		'have the field beside them where two are the same',
		['mail', 'email', 'name'],
		'Email (mail),Email (email),Name',
	],
	[
		'are the same in any case',
		['dueDate', 'due_DATE', 'Due date'],
		'Due Date (dueDate),Due DATE (due_DATE),Due Date (Due date)',
	],
	['are the name of a field without letters', ['_', '-1'], "_,'-1"],
])('column names in words %s', async (_what, fields, header) => {
	const file = csvFile({ fields, labels });
	expect(await textWith(file)).toBe(`${header}\r\n`);
	expect(file.columns.join()).toBe(header.replace("'-", '-').replaceAll('"', ''));
});

it.each<[what: string, name: string, value: unknown, cell: string]>([
	['a list as text', 'managers', ['Søren', 'Ana'], '"Søren, Ana"'],
	['a list with a name that has a comma', 'managers', ['Silva, Ana', 'Bo'], '"""Silva, Ana"", Bo"'],
	['an empty list as nothing', 'managers', [], ''],
	['a list of numbers', 'scores', [1, 2.5], '"1, 2.5"'],
	['no formula that a list makes', 'managers', ['=1+1', 'a'], `"'=1+1, a"`],
	['a list of objects as JSON', 'steps', [{ a: 1 }], '"[{""a"":1}]"'],
	['a status', 'status', 'notYetStarted', 'Not yet started'],
	['a status of one word', 'status', 'published', 'Published'],
	['a status in a row', 'status_type', 'onTime', 'On time'],
	['a status by its path', 'status.type', 'sessionNotOpened', 'Session not opened'],
	['a status with a prefix', 'enrollmentStatus', 'inProgress', 'In progress'],
	['a status that is an object', 'status', { type: 'late' }, 'Late'],
	[
		'the reason of a status',
		'status',
		{ type: 'toRetake', reason: 'mandatoryReplay' },
		'"To retake, Mandatory replay"',
	],
	['a status that is no word as it came', 'status', 'A-1', 'A-1'],
	['a status of numbers as it came', 'status', 7, '7'],
	['no status as nothing', 'status', null, ''],
	['an empty object as it came', 'status', {}, '{}'],
	['another field as it came', 'name', 'notYetStarted', 'notYetStarted'],
	['an object as JSON', 'author', { id: 7 }, '"{""id"":7}"'],
])('with column names in words a cell has %s', async (_what, name, value, cell) => {
	const record = { a: 1, [name]: value } as IDataObject;
	const [, row] = (await textWith(csvFile({ fields: ['a', name], labels }), record)).split('\r\n');
	expect(row).toBe(`1,${cell}`);
});

it('texts that are longer than a cell of Excel are counted, and whole', async () => {
	const file = csvFile();
	const long = 'x'.repeat(32_768);
	const text = await textWith(file, { _id: long, name: 'x'.repeat(32_767) }, { name: [long] });
	expect(text.length).toBeGreaterThan(3 * 32_767);
	expect(file.figures?.()).toEqual({ longCells: 2 });
});

it('the last column has a name in words, too', async () => {
	const file = csvFile({ fields: ['a'], hasMore: true, labels });
	expect(await textWith(file, { a: 1, b: 2 })).toBe('A,Other Fields\r\n1,"{""b"":2}"\r\n');
});

it('a row has a field of every column, in the order of the header', async () => {
	const text = await textWith(csvFile(), { name: 'n', _id: 'i' }, { name: 'n' });
	expect(text).toBe('_id,name\r\ni,n\r\n,n\r\n');
});

/** As it comes from the wire, where a field can have any name. */
const parsed = (json: string) => JSON.parse(json) as IDataObject;

it('a field is taken by its whole name, and not from what every object has', async () => {
	const fields = ['a.b', 'toString'];
	const records = [parsed('{"a.b":1,"toString":"mine"}'), { a: { b: 2 } }];
	const text = await textWith(csvFile({ fields }), ...records);
	expect(text).toBe('a.b,toString\r\n1,mine\r\n,\r\n');
});

it('fields without a column of their own are JSON in the last one, and named', async () => {
	const file = csvFile({ fields: ['a', 'b'], hasMore: true });
	const records = [
		{ a: 1, c: 2, b: 3, d: [4] },
		{ d: 5, e: null },
		parsed('{"a":6,"__proto__":{"x":1}}'),
		{ a: 7 },
	];
	expect((await textWith(file, ...records)).split('\r\n').slice(0, -1)).toEqual([
		'a,b,otherFields',
		'1,3,"{""c"":2,""d"":[4]}"',
		',,"{""d"":5,""e"":null}"',
		'6,,"{""__proto__"":{""x"":1}}"',
		'7,,',
	]);
	expect([...file.otherFields]).toEqual(['c', 'd', 'e', '__proto__']);
	expect(file.columns).toEqual(['a', 'b', 'otherFields']);
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
		['has an empty field for nothing', ['a', null, undefined, ''], 'a,,,\r\n'],
		['quotes a field with the delimiter', ['a,b', 'c'], '"a,b",c\r\n'],
		['quotes a field with a delimiter of other readers', ['a;b', 'c\td'], '"a;b","c\td"\r\n'],
		['escapes what would be a formula for such a reader', ['x;=1+1'], '"x;\'=1+1"\r\n'],
		['escapes it after the end of a line, too', ['x\n=1+1'], '"x\n\'=1+1"\r\n'],
		['escapes it within JSON, too', [[{ n: ';=1' }]], '"[{""n"":"";\'=1""}]"\r\n'],
		['leaves its own delimiter alone', ['x,=1+1'], '"x,=1+1"\r\n'],
		['is no empty line when its only field is empty', [''], '""\r\n'],
	])('%s', async (_what, values, line) => {
		expect(await row(values)).toBe(line);
	});

	it.each([
		['leaves a negative number in JSON alone', [1, -2.5, { n: -3 }], '"[1,-2.5,{""n"":-3}]"\r\n'],
		['escapes what only begins like one', ['x,-2+cmd'], '"[""x,\'-2+cmd""]"\r\n'],
	])('%s, between semicolons', async (_what, value, line) => {
		expect(await row([value], { delimiter: ';' })).toBe(line);
	});

	it('leaves formulas alone when told to', async () => {
		expect(await row(['=1+1', -1], { escapeFormulas: false })).toBe('=1+1,-1\r\n');
	});
});

it.each([',', ';', '\t'])('a strict reader finds all values between %j', async (delimiter) => {
	const line = await row(
		awkwardValues.map(([, value]) => value),
		{ delimiter },
	);
	const [cells] = parse(line, { delimiter, record_delimiter: '\r\n' });
	// The second cell, for a reader that separates by tabs.
	const escaped = (cell: string) => (delimiter === '\t' ? cell : cell.replace('\t=', "\t'="));
	expect(cells).toEqual(awkwardValues.map(([, , cell]) => escaped(cell)));
});

const file = (columns: string[] = []) =>
	fileOf('jsonl', { columns, fields: columns.length > 0 ? columns : ['_id', 'name'] });

it('a line is the record as it came', async () => {
	const record = {
		...{ _id: 'i', duration: 300, public: true, groupId: null },
		...{ name: 'a\r\nb\u2028c', formula: '=1+1', tags: ['a'], author: { name: { first: 'Ada' } } },
	};
	const line = await textWith(file(), record);
	expect(line.split(/[\r\n]/)).toHaveLength(2);
	expect(JSON.parse(line)).toEqual(record);
});

it('with columns that were chosen, a line has all of them, null where there is nothing', async () => {
	const chosen = file(['author.name', 'missing']);
	expect(await textWith(chosen, { 'author.name': 'Ada' })).toBe(
		'{"author.name":"Ada","missing":null}\n',
	);
	expect(chosen.columns).toEqual(['author.name', 'missing']);
});

it('each record of a long page has one line, and nothing comes before the first', async () => {
	const records = Array.from({ length: 120 }, (_, index) => ({ _id: index }));
	const lines = (await bytesOf(file(), [], records)).toString().trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
});

it('fields that turn up after the first page are named', async () => {
	const written = file();
	await textWith(written, { _id: 'i', rating: 5 });
	expect(written).toMatchObject({ columns: ['_id', 'name'], otherFields: new Set(['rating']) });
});
