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

it.each(['csv', 'jsonl', 'xlsx'])('columns are found in any case, format %s', async (format) => {
	const sandbox = await startService({ courses: 1 });
	sandbox.catalogue.update('courses', sandbox.catalogue.list('courses')[0]?._id ?? '', {
		name: 'N',
		author: { Name: 'Ada' },
	});
	const options = { columns: 'Name, AUTHOR.name' };
	const { items, hints, log } = await exportFile(sandbox, { format, options });
	expect(items[0]?.json.columns).toEqual(['Name', 'AUTHOR.name']);
	if (format === 'csv') expect((await rowsIn(items[0]))[1]).toEqual(['N', 'Ada']);
	expect(hints).toEqual([]);
	expect(log.filter(({ level }) => level === 'warn')).toEqual([]);
});

describe('columns that no record has', () => {
	const options = { columns: 'nmae, rating, author.name' };

	it.each(['csv', 'jsonl', 'xlsx'])(
		'are a hint and a warning in n8n’s log, format %s',
		async (format) => {
			const sandbox = await startGrowingService();
			const parameters = { format, fileName: `all.${format}`, options };
			const { hints, log } = await exportFile(sandbox, parameters);
			expect(hints).toEqual([
				{
					type: 'warning',
					location: 'outputPane',
					message: expect.stringMatching(
						new RegExp(`^No record has .* all\\.${format}: nmae, author\\.name$`),
					) as string,
				},
			]);
			const warnings = log.filter(({ level }) => level === 'warn').map(({ message }) => message);
			expect(warnings).toEqual([
				expect.stringContaining('no record has the output fields nmae, author.name ('),
			]);
		},
	);

	it('are told once for all files of a list', async () => {
		const sandbox = await startGrowingService();
		const several = { fileName: 'all.csv', options: { ...options, recordsPerFile: 2 } };
		const { hints, log } = await exportFile(sandbox, several);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/ all-001\.csv: nmae, author\.name$/),
		]);
		expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});

	it('are no matter when there is no record', async () => {
		const sandbox = await startService({ courses: 0 });
		const { hints, log } = await exportFile(sandbox, { options });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^The list has no record, .*: no records$/),
		]);
		expect(log.filter(({ level }) => level === 'warn')).toEqual([]);
	});
});
