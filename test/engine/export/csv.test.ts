import { startService } from '../service';
import { awkwardValues } from './awkwardValues';
import { exportFile, fileIn, recordsIn, rowsIn } from './exports';

it('any value comes back from the file as it went in', async () => {
	const sandbox = await startService({ courses: 0 });
	for (const [name, value] of awkwardValues) sandbox.catalogue.add('courses', { name, value });
	const { items } = await exportFile(sandbox);
	const cells = (await recordsIn(items[0])).map(({ name, value }) => [name, value]);
	expect(cells).toEqual(awkwardValues.map(([name, , cell]) => [name, cell]));
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
