import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeCsvFile } from '../../../scripts/start/csvFile';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'csv-file-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

it.each([
	['a column for every field of any record', [{ a: 1 }, { b: 2, a: 3 }], 'a,b\r\n1,\r\n3,2\r\n'],
	['quotes where RFC 4180 wants them', [{ a: 'x, "y"\nz' }], 'a\r\n"x, ""y""\nz"\r\n'],
	[
		'booleans as words and null as nothing',
		[{ a: true, b: false, c: null }],
		'a,b,c\r\ntrue,false,\r\n',
	],
	[
		'lists and objects as JSON',
		[{ a: ['x', 'y'], b: { c: 1 } }],
		'a,b\r\n"[""x"",""y""]","{""c"":1}"\r\n',
	],
	[
		'fields with dots by their own name',
		[{ a: { b: 1 } }, { 'a.b': 2 }],
		'a,a.b\r\n"{""b"":1}",\r\n,2\r\n',
	],
])('a CSV file has %s', async (_what, records, csv) => {
	const file = join(folder, 'new', 'records.csv');
	await writeCsvFile(file, records);
	expect(await readFile(file, 'utf8')).toBe(csv);
});
