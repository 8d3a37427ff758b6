import { startService } from '../service';
import { awkwardValues } from './awkwardValues';
import { exportFile, fileIn, recordsIn, rowsIn } from './exports';

describe.each(['default', 'filesystem'] as const)('in binary mode %s', (binaryDataMode) => {
	it('every field of every record of every page is in the file, in the order of the service', async () => {
		const sandbox = await startService({ courses: 1234 });
		const { items, status } = await exportFile(sandbox, {}, { binaryDataMode });
		expect(status).toBe('success');
		const courses = sandbox.catalogue.list('courses');
		const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
		// Where a record lacks a field, its cell is empty.
		const columns = new Set(courses.flatMap((course) => Object.keys(course)));
		const empty = Object.fromEntries([...columns].map((name) => [name, '']));
		const cells = courses.map((course) => ({
			...empty,
			...Object.fromEntries(Object.entries(course).map(([name, value]) => [name, cell(value)])),
			otherFields: '',
		}));
		expect(await recordsIn(items[0])).toEqual(cells);
		expect(items[0]?.json).toMatchObject({ records: 1234, pages: 3 });
	});

	it('any value comes back from the file as it went in', async () => {
		const sandbox = await startService({ courses: 0 });
		for (const [name, value] of awkwardValues) sandbox.catalogue.add('courses', { name, value });
		const { items } = await exportFile(sandbox, {}, { binaryDataMode });
		const cells = (await recordsIn(items[0])).map(({ name, value }) => [name, value]);
		expect(cells).toEqual(awkwardValues.map(([name, , cell]) => [name, cell]));
	});
});

it('groups have their own list and file name', async () => {
	const sandbox = await startService({ groups: 345 });
	const { items } = await exportFile(sandbox, { resource: 'group' });
	const names = (await recordsIn(items[0])).map(({ name }) => name);
	expect(names).toEqual(sandbox.catalogue.list('groups').map(({ name }) => name));
	expect(items[0]?.json.fileName).toMatch(/^groups-\d{4}-\d\d-\d\d\.csv$/);
});

it('filters go to the service', async () => {
	const sandbox = await startService({ courses: 60, coursePageSize: 10 });
	const { items } = await exportFile(sandbox, { filters: { status: 'archived' } });
	const archived = sandbox.catalogue.list('courses').filter(({ status }) => status === 'archived');
	expect(archived).not.toEqual([]);
	expect((await recordsIn(items[0])).map(({ _id }) => _id)).toEqual(archived.map(({ _id }) => _id));
});

describe('the first bytes', () => {
	it.each([
		['are a byte order mark, by which Excel knows UTF-8', {}, '\uFEFF_id,'],
		['are the header row without it', { addByteOrderMark: false }, '_id,'],
	])('%s', async (_what, options, start) => {
		const sandbox = await startService({ courses: 1 });
		const { items } = await exportFile(sandbox, { options });
		const file = await fileIn(items[0]);
		expect(file.subarray(0, Buffer.byteLength(start))).toEqual(Buffer.from(start));
	});
});

it.each([
	['semicolon', ';'],
	['tab', '\t'],
])('fields can be separated by a %s', async (delimiter, character) => {
	const sandbox = await startService({ courses: 0 });
	for (const [name, value] of awkwardValues) sandbox.catalogue.add('courses', { name, value });
	const { items } = await exportFile(sandbox, { options: { delimiter } });
	const cells = (await recordsIn(items[0], { delimiter: character })).map(({ value }) => value);
	expect(cells).toEqual(awkwardValues.map(([, , cell]) => cell));
});

it('formulas can be left as they came', async () => {
	const sandbox = await startService({ courses: 0 });
	sandbox.catalogue.add('courses', { name: '=1+1' });
	const { items } = await exportFile(sandbox, { options: { escapeFormulas: false } });
	expect((await recordsIn(items[0]))[0]?.name).toBe('=1+1');
});

describe('an empty list', () => {
	it.each([
		['has a header row when the columns were chosen', { columns: '_id, name' }, [['_id', 'name']]],
		['is an empty table when nobody knows a column', {}, []],
	])('%s', async (_what, options, rows) => {
		const sandbox = await startService({ courses: 0 });
		const { items, status } = await exportFile(sandbox, { options });
		expect(status).toBe('success');
		expect(await rowsIn(items[0])).toEqual(rows);
		expect(items[0]?.json).toMatchObject({ records: 0, pages: 1, columns: rows[0] ?? [] });
	});

	it('by its first page may go on', async () => {
		const sandbox = await startService({ courses: 3, coursePageSize: 2 });
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, emptyPage: true });
		const { items } = await exportFile(sandbox);
		const ids = (await recordsIn(items[0])).map(({ _id }) => _id);
		expect(ids).toEqual(sandbox.catalogue.list('courses').map(({ _id }) => _id));
		expect(items[0]?.json).toMatchObject({ records: 3, pages: 3 });
	});
});
