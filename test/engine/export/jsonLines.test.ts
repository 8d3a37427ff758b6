import { startService } from '../service';
import { awkwardValues } from './awkwardValues';
import { exportFile, fileIn } from './exports';

const linesOf = (file: Buffer) =>
	file
		.toString('utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as unknown);

it('every record is a line, whatever is in it', async () => {
	const sandbox = await startService({ courses: 30, coursePageSize: 20 });
	for (const [name, value] of awkwardValues) sandbox.catalogue.add('courses', { name, value });
	const { items } = await exportFile(sandbox, { format: 'jsonl' });
	expect(linesOf(await fileIn(items[0]))).toEqual(sandbox.catalogue.list('courses'));
	expect(items[0]?.json).toMatchObject({
		format: 'jsonl',
		records: 30 + awkwardValues.length,
		otherFields: ['value'],
	});
	expect(items[0]?.json.fileName).toMatch(/^courses-.*\.jsonl$/);
	expect(items[0]?.binary?.data).toMatchObject({
		mimeType: 'application/x-ndjson',
		fileExtension: 'jsonl',
	});
});

it('chosen columns are all that a line has', async () => {
	const sandbox = await startService({ courses: 0 });
	sandbox.catalogue.add('courses', {
		_id: 'a',
		translations: [{ lang: 'fr', translatedFields: { name: 'Un' } }],
	});
	const name = (at: number) => `translations.${at}.translatedFields.name`;
	const options = { columns: `_id, ${name(0)}, ${name(1)}` };
	const { items } = await exportFile(sandbox, { format: 'jsonl', options });
	expect(linesOf(await fileIn(items[0]))).toEqual([{ _id: 'a', [name(0)]: 'Un', [name(1)]: null }]);
});

it('an empty list is an empty file', async () => {
	const sandbox = await startService({ courses: 0 });
	const { items, status } = await exportFile(sandbox, { format: 'jsonl' });
	expect(status).toBe('success');
	expect(await fileIn(items[0])).toHaveLength(0);
});
