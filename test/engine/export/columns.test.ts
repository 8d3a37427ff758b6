import { startService } from '../service';
import { exportFile, recordsIn, rowsIn } from './exports';

/** Courses of which only those behind the first page have a rating, and one of them a language. */
async function startGrowingService() {
	const sandbox = await startService({ courses: 4, coursePageSize: 2 });
	const [first, , third, fourth] = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	// External courses alone have this field: here, so that it does not turn up later as well.
	sandbox.catalogue.update('courses', first ?? '', { externalPlatform: 'go1' });
	sandbox.catalogue.update('courses', third ?? '', { rating: 4.5 });
	sandbox.catalogue.update('courses', fourth ?? '', { rating: null, language: { main: 'é' } });
	return sandbox;
}

it('the columns are the fields of the first page in their order', async () => {
	const sandbox = await startService({ courses: 2, coursePageSize: 2 });
	const fields = Object.keys(sandbox.catalogue.list('courses')[0] ?? {});
	const { items } = await exportFile(sandbox);
	expect((await rowsIn(items[0]))[0]).toEqual(fields);
	expect(items[0]?.json).toMatchObject({ columns: fields, otherFields: [] });
});

it('a field that only some records of the first page have is a column as well', async () => {
	const sandbox = await startService({ courses: 2, coursePageSize: 3 });
	sandbox.catalogue.add('courses', { rating: 5 });
	const { items } = await exportFile(sandbox);
	expect((await recordsIn(items[0])).map(({ rating }) => rating)).toEqual(['', '', '5']);
});

it('fields that turn up later are kept in a last column and named in the item', async () => {
	const sandbox = await startGrowingService();
	const { items } = await exportFile(sandbox);
	const [header] = await rowsIn(items[0]);
	expect(header?.at(-1)).toBe('otherFields');
	expect((await recordsIn(items[0])).map(({ otherFields }) => otherFields)).toEqual([
		'',
		'',
		'{"rating":4.5}',
		'{"rating":null,"language":{"main":"é"}}',
	]);
	expect(items[0]?.json).toMatchObject({ columns: header, otherFields: ['rating', 'language'] });
});

it('chosen columns are the whole file, in the order of the choice', async () => {
	const sandbox = await startGrowingService();
	const options = { columns: 'rating, language.main, _id, nowhere' };
	const { items } = await exportFile(sandbox, { options });
	const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
	expect(await rowsIn(items[0])).toEqual([
		['rating', 'language.main', '_id', 'nowhere'],
		['', '', ids[0], ''],
		['', '', ids[1], ''],
		['4.5', '', ids[2], ''],
		['', 'é', ids[3], ''],
	]);
	expect(items[0]?.json.otherFields).toEqual([]);
});
