import { startService } from '../service';
import { exportFile, fileIn, rowsIn } from './exports';

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
	const lines = await exportFile(sandbox, { format: 'jsonl', options });
	expect((await fileIn(lines.items[0])).toString().split('\n').at(-2)).toBe(
		`{"rating":null,"language.main":"é","_id":"${ids[3]}","nowhere":null}`,
	);
});

describe('columns that no record has', () => {
	const options = { columns: 'nmae, rating, author.name' };

	it('are a hint and a warning in n8n’s log', async () => {
		const sandbox = await startGrowingService();
		const { hints, log } = await exportFile(sandbox, { fileName: 'all.csv', options });
		expect(hints).toMatchObject([
			{
				type: 'warning',
				location: 'outputPane',
				message: expect.stringMatching(/^No record has .* all\.csv: nmae, author\.name$/) as string,
			},
		]);
		const warnings = log.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(warnings).toEqual([
			expect.stringContaining('no record has the output fields nmae, author.name ('),
		]);
	});

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
