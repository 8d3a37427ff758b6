import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';

import type { FilePlan } from '../../../nodes/LearningPlatform/file/columns';
import { awkwardValues } from './awkwardValues';
import { fileOf, textWith } from './written';

const csvFile = (plan: Partial<FilePlan> = {}) =>
	fileOf('csv', { fields: ['_id', 'name'], ...plan });

it.each<[what: string, plan: Partial<FilePlan>, header: string]>([
	['has the fields of a single page', {}, '_id,name'],
	['ends with a column for fields from later pages', { hasMore: true }, '_id,name,otherFields'],
	[
		'renames that last column if a field has the same name',
		{ fields: ['otherFields'], hasMore: true },
		'otherFields,otherFields_',
	],
	['escapes formulas', { fields: ['=1+1'] }, "'=1+1"],
	['quotes ID at the start, which Excel would take for SYLK', { fields: ['ID', 'a'] }, '"ID",a'],
	['does not quote ID elsewhere', { fields: ['a', '_ID'] }, 'a,_ID'],
	['comes after a byte order mark', { addByteOrderMark: true }, '\uFEFF_id,name'],
])('the header row %s', async (_what, plan, header) => {
	expect(await textWith(csvFile(plan))).toBe(`${header}\r\n`);
});

it('a file without columns has no header row', async () => {
	expect(await textWith(csvFile({ fields: [] }))).toBe('');
});

const labels = new Map([
	['status.type', 'Learner Status'],
	['userName', 'Learner Name'],
]);

it.each<[what: string, fields: string[], header: string]>([
	['are split into words', ['_id', 'completedAt'], '"ID",Completed At'],
	['are the form labels', ['userName', 'status.type'], 'Learner Name,Learner Status'],
	['are the form labels for rows, too', ['status_type'], 'Learner Status'],
	['name each step in a path', ['translations.0.name'], 'Translations 0 Name'],
	['drop the hash', ['cost_center__1a2b3c4d'], 'Cost Center'],
	[
		'include the field name if they differ only in case',
		['dueDate', 'due_DATE', 'Due date', 'name'],
		'Due Date (dueDate),Due DATE (due_DATE),Due Date (Due date),Name',
	],
	['are the field name if it has no letters', ['_', '-1'], "_,'-1"],
])('column names in words %s', async (_what, fields, header) => {
	const file = csvFile({ fields, titles: labels });
	expect(await textWith(file)).toBe(`${header}\r\n`);
	expect(file.columns.join()).toBe(header.replace("'-", '-').replaceAll('"', ''));
});

it.each<[what: string, name: string, value: unknown, cell: string]>([
	['a list as text', 'managers', ['Søren', 'Ana'], '"Søren, Ana"'],
	['a list with a comma in a name', 'managers', ['Silva, Ana', 'Bo'], '"""Silva, Ana"", Bo"'],
	['nothing for an empty list', 'managers', [], ''],
	['an escaped list that starts like a formula', 'managers', ['=1+1', 'a'], `"'=1+1, a"`],
	['a list of objects as JSON', 'steps', [{ a: 1 }], '"[{""a"":1}]"'],
	['a status', 'status', 'notYetStarted', 'Not yet started'],
	['a status in a row', 'status_type', 'onTime', 'On time'],
	['a status by its path', 'status.type', 'sessionNotOpened', 'Session not opened'],
	['a status with a prefix', 'enrollmentStatus', 'inProgress', 'In progress'],
	['a status that is an object', 'status', { type: 'late' }, 'Late'],
	['a status and its reason', 'status', { type: 'late', reason: 'newExam' }, '"Late, New exam"'],
	['a status that is not a word, unchanged', 'status', 'A-1', 'A-1'],
	['nothing for a missing status', 'status', null, ''],
	['an empty object, unchanged', 'status', {}, '{}'],
	['another field, unchanged', 'name', 'notYetStarted', 'notYetStarted'],
])('with column names in words, a cell contains %s', async (_what, name, value, cell) => {
	const record = { a: 1, [name]: value } as IDataObject;
	const [, row] = (await textWith(csvFile({ fields: ['a', name], titles: labels }), record)).split(
		'\r\n',
	);
	expect(row).toBe(`1,${cell}`);
});

it('text that is too long for an Excel cell is counted but not shortened', async () => {
	const file = csvFile();
	const long = 'x'.repeat(32_768);
	const text = await textWith(file, { _id: long, name: 'x'.repeat(32_767) }, { name: [long] });
	expect(text.length).toBeGreaterThan(3 * 32_767);
	expect(file.figures?.()).toEqual({ longCells: 2 });
});

it('a row has a field for each column, in header order', async () => {
	const text = await textWith(csvFile(), { name: 'n', _id: 'i' }, { name: 'n' });
	expect(text).toBe('_id,name\r\ni,n\r\n,n\r\n');
});

it('a column reads only the field with its full name, not an inherited property', async () => {
	const file = csvFile({ fields: ['a.b', 'toString'] });
	const text = await textWith(file, { 'a.b': 1, toString: 'mine' }, { a: { b: 2 } });
	expect(text).toBe('a.b,toString\r\n1,mine\r\n,\r\n');
});

it('fields without a column are reported and written as JSON in the last column', async () => {
	const file = csvFile({ fields: ['a', 'b'], hasMore: true, titles: labels });
	const records = ['{"a":1,"c":2,"b":3,"d":[4]}', '{"d":5}', '{"a":6,"__proto__":1}', '{"a":7}'];
	const text = await textWith(file, ...records.map((json) => JSON.parse(json) as IDataObject));
	expect(text.split('\r\n')).toEqual([
		'A,B,Other Fields',
		'1,3,"{""c"":2,""d"":[4]}"',
		',,"{""d"":5}"',
		'6,,"{""__proto__"":1}"',
		'7,,',
		'',
	]);
	expect([...file.otherFields]).toEqual(['c', 'd', '__proto__']);
});

/** Returns the CSV row for a record with these values. */
const row = async (values: unknown[], style: Partial<FilePlan> = {}) => {
	const fields = values.map((_, at) => `f${at}`);
	const file = csvFile({ fields, ...style });
	const record = Object.fromEntries(fields.map((field, at) => [field, values[at]])) as IDataObject;
	const text = await textWith(file, record);
	return text.slice(text.indexOf('\r\n') + 2);
};

describe('a CSV row (RFC 4180)', () => {
	it.each<[what: string, values: unknown[], line: string]>([
		['has an empty field for a missing value', ['a', null, undefined, ''], 'a,,,\r\n'],
		['quotes a field with the delimiter', ['a,b', 'c'], '"a,b",c\r\n'],
		["quotes a field with another reader's delimiter", ['a;b', 'c\td'], '"a;b","c\td"\r\n'],
		["escapes a formula after another reader's delimiter", ['x;=1+1'], '"x;\'=1+1"\r\n'],
		['escapes a formula after a line break', ['x\n=1+1'], '"x\n\'=1+1"\r\n'],
		['escapes a formula in JSON', [[{ n: ';=1' }]], '"[{""n"":"";\'=1""}]"\r\n'],
		['does not escape a formula after its own delimiter', ['x,=1+1'], '"x,=1+1"\r\n'],
		['is not a blank line if its only field is empty', [''], '""\r\n'],
	])('%s', async (_what, values, line) => {
		expect(await row(values)).toBe(line);
	});

	it.each([
		['does not escape a negative number in JSON', [1, -2.5], '"[1,-2.5]"\r\n'],
		['escapes a formula that starts like a number', ['x,-2+cmd'], '"[""x,\'-2+cmd""]"\r\n'],
	])('with semicolons as the delimiter %s', async (_what, value, line) => {
		expect(await row([value], { delimiter: ';' })).toBe(line);
	});

	it('does not escape formulas if the user turns off Escape Formulas', async () => {
		expect(await row(['=1+1', -1], { escapeFormulas: false })).toBe('=1+1,-1\r\n');
	});
});

it.each([',', ';', '\t'])('a strict reader finds all values separated by %j', async (delimiter) => {
	const values = awkwardValues.map(([, value]) => value);
	const [cells] = parse(await row(values, { delimiter }), { delimiter, record_delimiter: '\r\n' });
	// A reader that splits at tabs would run the formula in the second cell.
	const escaped = (cell: string) => (delimiter === '\t' ? cell : cell.replace('\t=', "\t'="));
	expect(cells).toEqual(awkwardValues.map(([, , cell]) => escaped(cell)));
});

describe('a line of JSON Lines', () => {
	const file = (columns: string[] = []) =>
		fileOf('jsonl', { columns, fields: columns.length > 0 ? columns : ['_id', 'name'] });

	it('is the record as received', async () => {
		const author = { name: { first: 'Ada' } };
		const record = { _id: 'i', groupId: null, name: 'a\r\nb\u2028c', formula: '=1+1', author };
		const written = file();
		const line = await textWith(written, record);
		expect(line.split(/[\r\n]/)).toHaveLength(2);
		expect(JSON.parse(line)).toEqual(record);
		const otherFields = new Set(['groupId', 'formula', 'author']);
		expect(written).toMatchObject({ columns: ['_id', 'name'], otherFields });
	});

	it('has every chosen column, with null for a missing value', async () => {
		const chosen = file(['author.name', 'missing']);
		const line = '{"author.name":"Ada","missing":null}\n';
		expect(await textWith(chosen, { 'author.name': 'Ada' })).toBe(line);
		expect(chosen.columns).toEqual(['author.name', 'missing']);
	});

	it('is written for each record on a long page, with no blank line before the first', async () => {
		const records = Array.from({ length: 120 }, (_, index) => ({ _id: index }));
		const lines = (await textWith(file(), ...records)).trimEnd().split('\n');
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
	});
});
