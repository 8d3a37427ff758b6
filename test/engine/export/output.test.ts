import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RoutePath } from '../../sandbox';
import { runNode } from '../harness';
import { jsonOf } from '../lists';
import { startService } from '../service';
import { exportFile, fileIn, recordsIn } from './exports';

const course: [RoutePath, INodeParameters] = ['courses', { resource: 'course' }];
/** A list with fewer known fields than the list of courses. */
const skills: [RoutePath, INodeParameters] = ['skills', { resource: 'other', listPath: 'skills' }];

/** Starts a service whose list has some fields only on its next-to-last page. */
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

/** Returns a record's filled cells as text. */
const filled = (record: IDataObject) =>
	Object.fromEntries(
		Object.entries(record)
			.filter(([, value]) => value !== '' && value !== null)
			.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
	);

it.each<[path: RoutePath, resource: INodeParameters, output: INodeParameters]>([
	[...course, { output: 'raw' }],
	[...course, { output: 'simplified' }],
	[...course, { output: 'selected', outputFields: 'rating, Name, owner.name, nowhere, _id' }],
	[...course, { output: 'row' }],
	[...course, { output: 'row', outputFields: 'rating, createdAt, owner_name, name' }],
	[...skills, { output: 'simplified' }],
	[...skills, { output: 'selected', outputFields: 'name, rating' }],
	[...skills, { output: 'row' }],
])('the files of %s have the same contents as List: %j %j', async (path, resource, output) => {
	const sandbox = await startGrowingService(path);
	const form = { ...resource, ...output, options: { escapeFormulas: false } };
	const list = { ...form, operation: 'list', returnAll: true };
	const run = await runNode({ credential: sandbox, parameters: list });
	const warningsOf = (log: typeof run.log) =>
		log.flatMap(({ level, message }) =>
			level === 'warn' ? message.replace(/ \(node .*/, '') : [],
		);
	const isClosed =
		'outputFields' in output || (output.output === 'simplified' && path !== 'skills');
	const exported = async (format: string) => {
		const { items, log } = await exportFile(sandbox, { ...form, format });
		const columns = items[0]?.json.columns as string[];
		expect(columns.includes('otherFields')).toBe(format !== 'jsonl' && !isClosed);
		expect(warningsOf(log)).toEqual(warningsOf(run.log));
		// A row in a file has no empty cells for columns that first appear on later pages.
		const isShown = ([name, value]: [string, unknown]) =>
			output.output !== 'row' || value !== '' || columns.includes(name);
		const listed = jsonOf(run.items).map((item) => Object.entries(item).filter(isShown));
		return { item: items[0], columns, listed };
	};

	const csv = await exported('csv');
	const rows = await recordsIn(csv.item);
	expect(Object.keys(rows[0] ?? {})).toEqual(csv.columns);
	const inTable = csv.listed.map((fields) => {
		const own = fields.filter(([name]) => csv.columns.includes(name));
		const others = Object.fromEntries(fields.filter(([name]) => !csv.columns.includes(name)));
		const otherFields = Object.keys(others).length > 0 ? others : '';
		return filled({ ...Object.fromEntries(own), otherFields });
	});
	expect(rows.map(filled)).toEqual(inTable);

	const { item, listed } = await exported('jsonl');
	const lines = (await fileIn(item)).toString().trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
		listed.map((fields) => Object.fromEntries(fields)),
	);
});

it('Columns selects the columns for All Fields, as in workflows that have no Output field', async () => {
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
