import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sheetsOf } from '../../workbook';
import type { RoutePath } from '../../sandbox';
import { runNode } from '../harness';
import { jsonOf } from '../lists';
import { startService } from '../service';
import { exportFile, fileIn, rowsIn } from './exports';

const course: [RoutePath, INodeParameters] = ['courses', { resource: 'course' }];
/** A list with fewer known facts. */
const skills: [RoutePath, INodeParameters] = ['skills', { resource: 'other', listPath: 'skills' }];

/** A list on several pages: only the last but one has some fields. */
async function startGrowingService(path: RoutePath) {
	const pages = { coursePageSize: 7, pageSizes: { skills: 5 } };
	const sandbox = await startService({ courses: 30, ...pages });
	const ids = sandbox.catalogue.list(path).map(({ _id }) => _id);
	const late = (at: number, fields: IDataObject) => {
		sandbox.catalogue.update(path, ids.at(at) ?? '', fields);
	};
	late(0, { name: '=1+1' });
	late(-9, { rating: 4.5, owner: { name: 'Ada', email: null } });
	late(-8, { rating: null, seats: [] });
	return sandbox;
}

/** The filled cells of a record as text, by the name of the column. */
const filled = (entries: [name: string, value: unknown][]) =>
	Object.fromEntries(
		entries
			.map(([name, value]): [string, string] => [name, textOf(value)])
			.filter(([, text]) => text !== ''),
	);

const textOf = (value: unknown) =>
	typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** The filled cells of an item of List: the last column has the fields of later pages. */
function inTable(item: IDataObject, columns: string[], output: unknown) {
	const late = Object.entries(item).filter(([name, value]) => {
		// A row of a file has no empty cells of later columns.
		return !columns.includes(name) && !(output === 'row' && value === '');
	});
	const own = Object.entries(item).filter(([name]) => columns.includes(name));
	return filled([...own, ['otherFields', late.length > 0 ? Object.fromEntries(late) : '']]);
}

const unescaped = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');

it.each<[path: RoutePath, resource: INodeParameters, output: INodeParameters]>([
	[...course, { output: 'raw' }],
	[...course, { output: 'simplified' }],
	[...course, { output: 'selected', outputFields: 'rating, Name, owner.name, nowhere, _id' }],
	[...course, { output: 'row' }],
	[...course, { output: 'row', outputFields: 'rating, createdAt, owner_name, name' }],
	[...skills, { output: 'simplified' }],
	[...skills, { output: 'selected', outputFields: 'name, rating' }],
	[...skills, { output: 'row' }],
])('a file of %s has the items of List in every format: %j %j', async (path, resource, output) => {
	const sandbox = await startGrowingService(path);
	const options = { escapeFormulas: false };
	const run = await runNode({
		credential: sandbox,
		parameters: { ...resource, operation: 'list', returnAll: true, ...output, options },
	});
	const listed = jsonOf(run.items);
	const warningsOf = (log: typeof run.log) =>
		log.filter(({ level }) => level === 'warn').map(({ message }) => message);
	const isClosed =
		'outputFields' in output || (output.output === 'simplified' && path !== 'skills');
	const exported = async (format: string) => {
		const { items, log } = await exportFile(sandbox, {
			...{ ...resource, ...output, format },
			options: { convertDates: false },
		});
		const columns = items[0]?.json.columns as string[];
		expect(columns.includes('otherFields')).toBe(format !== 'jsonl' && !isClosed);
		expect(warningsOf(log)).toEqual(warningsOf(run.log));
		return { item: items[0], columns };
	};

	const csv = await exported('csv');
	const [header = [], ...rows] = await rowsIn(csv.item);
	expect(header).toEqual(csv.columns);
	expect(
		rows.map((row) => filled(row.map((cell, at) => [header[at] ?? '', unescaped(cell)]))),
	).toEqual(listed.map((json) => inTable(json, csv.columns, output.output)));

	const xlsx = await exported('xlsx');
	const [first, ...cells] = Object.values(sheetsOf(await fileIn(xlsx.item)))[0] ?? [];
	expect(first).toEqual(xlsx.columns);
	expect(cells.map((row) => filled(row.map((cell, at) => [xlsx.columns[at] ?? '', cell])))).toEqual(
		listed.map((json) => inTable(json, xlsx.columns, output.output)),
	);

	const { item, columns } = await exported('jsonl');
	const lines = (await fileIn(item)).toString().trimEnd().split('\n');
	const isEmptyAndLate = ([name, value]: [string, unknown]) =>
		output.output === 'row' && value === '' && !columns.includes(name);
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
		listed.map((json) =>
			Object.fromEntries(Object.entries(json).filter((entry) => !isEmptyAndLate(entry))),
		),
	);
});

it('Columns chooses the columns of All Fields, as in workflows without Output', async () => {
	const sandbox = await startService({ courses: 2 });
	sandbox.catalogue.list('courses').forEach(({ _id }, at) => {
		sandbox.catalogue.update('courses', _id, { _id: `c${at}`, name: `Course ${at}, "new"` });
	});
	const file = async (parameters: INodeParameters) =>
		(await fileIn((await exportFile(sandbox, parameters)).items[0])).toString();
	const options = { columns: 'name, _id, rating' };
	const written = '\uFEFFname,_id,rating\r\n"Course 0, ""new""",c0,\r\n"Course 1, ""new""",c1,\r\n';
	expect(await file({ options })).toBe(written);
	expect(await file({ format: 'jsonl', options })).toMatch(
		/^{"name":.*,"_id":"c0","rating":null}\n/,
	);
	expect(await file({ output: 'selected', outputFields: 'name', options })).toBe(
		'\uFEFF_id,name\r\nc0,"Course 0, ""new"""\r\nc1,"Course 1, ""new"""\r\n',
	);
});
