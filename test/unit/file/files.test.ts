import { getGlobalState, setGlobalState } from 'n8n-workflow';

import { cutIntoFiles, fileNameOf } from '../../../nodes/LearningPlatform/file/files';

/** Pages of so many records each, whose IDs count up. */
async function* listOf(sizes: number[]) {
	let id = 0;
	for (const [index, size] of sizes.entries()) {
		const records = Array.from({ length: size }, () => ({ _id: (id += 1) }));
		yield await Promise.resolve({ number: index + 1, records });
	}
}

describe('a list with pages of', () => {
	it.each([
		['[3, 3] records becomes one file without a limit', [3, 3], Infinity, [6], [2]],
		['[3, 3] records at 4 a file', [3, 3], 4, [4, 2], [2, 1]],
		['[3, 3] records at 3 a file ends where a page ends', [3, 3], 3, [3, 3], [1, 1]],
		['[5] records at 2 a file', [5], 2, [2, 2, 1], [1, 1, 1]],
		['[2, 2] records at 4 a file has no empty one behind it', [2, 2], 4, [4], [2]],
		['[2, 0, 0] records, read to its end, counts empty pages', [2, 0, 0], 5, [2], [3]],
		['[2, 0, 0] records has no file for the empty pages', [2, 0, 0], 2, [2], [1]],
		['[0, 2] records begins with an empty page', [0, 2], 1, [1, 1], [2, 1]],
		['[0] records is one file without any', [0], 5, [0], [1]],
	])('%s', async (_what, sizes, recordsPerFile, records, pagesOfFiles) => {
		const ids: unknown[] = [];
		const found: { records: number; pages: number }[] = [];
		for await (const { pages, counts } of cutIntoFiles(listOf(sizes), recordsPerFile)) {
			const before = ids.length;
			for await (const page of pages) ids.push(...page.records.map(({ _id }) => _id));
			expect(ids.length - before).toBe(counts.records);
			found.push(counts);
		}
		expect(ids).toEqual(ids.map((_, index) => index + 1));
		expect(found).toEqual(
			records.map((count, at) => ({ records: count, pages: pagesOfFiles[at] })),
		);
	});
});

type Chosen = Parameters<typeof fileNameOf>[0];

/** The name of a file; by default that of a list of courses, begun at noon. */
function nameOf(
	chosen: Partial<Chosen>,
	{ number = 1, listName = 'courses', startedAt = '2026-01-31T12:00Z', timeZone = 'UTC' } = {},
): string {
	const unnamed = { fileName: '', format: 'csv', compress: false, recordsPerFile: Infinity };
	const list = { listName, startedAt: new Date(startedAt), timeZone };
	return fileNameOf({ ...unnamed, ...chosen }, list, number);
}

it.each<[what: string, format: string, list: Parameters<typeof nameOf>[1], name: string]>([
	['by list, date and format', 'jsonl', {}, 'courses-2026-01-31.jsonl'],
	[
		'with a hyphen between words, and two digits a month and a day',
		'csv',
		{ listName: 'groups / 5f01: roles', startedAt: '2026-03-04' },
		'groups-5f01-roles-2026-03-04.csv',
	],
	[
		'by the day it is far in the east',
		'csv',
		{ timeZone: 'Pacific/Kiritimati' },
		'courses-2026-02-01.csv',
	],
	[
		'by the day it is far in the west',
		'csv',
		{ startedAt: '2026-02-01T03:00Z', timeZone: 'America/New_York' },
		'courses-2026-01-31.csv',
	],
])('a file without a name of its own is called %s', (_what, format, list, name) => {
	expect(nameOf({ format }, list)).toBe(name);
});

describe('in a time zone that there is not', () => {
	const before = getGlobalState();
	afterEach(() => {
		setGlobalState(before);
	});

	it.each(['DEFAULT', '', 'Europe/Atlantis'])(
		'"%s", the date is that of n8n itself',
		(timeZone) => {
			setGlobalState({ defaultTimezone: 'Pacific/Kiritimati' });
			expect(nameOf({}, { timeZone })).toBe('courses-2026-02-01.csv');
		},
	);

	it('and with n8n’s own unusable, too, it is that of the process', () => {
		setGlobalState({ defaultTimezone: 'nowhere' });
		const day = new Intl.DateTimeFormat('sv-SE').format(new Date('2026-01-31T12:00Z'));
		expect(nameOf({}, { timeZone: 'DEFAULT' })).toBe(`courses-${day}.csv`);
	});
});

it.each([
	['courses.csv', 'courses.csv.gz'],
	['courses.csv.gz', 'courses.csv.gz'],
	['COURSES.CSV.GZ', 'COURSES.CSV.GZ'],
	['all courses', 'all courses.gz'],
])('%s, compressed, is %s', (given, name) => {
	expect(nameOf({ fileName: given, compress: true })).toBe(name);
});

it.each<[string, number, string, boolean?]>([
	['courses-2026-01-31.csv', 1, 'courses-2026-01-31-001.csv'],
	['courses.csv.gz', 2, 'courses-002.csv.gz', true],
	['courses.gz', 3, 'courses-003.gz', true],
	['all courses', 4, 'all courses-004'],
	['version 1.5', 5, 'version 1.5-005'],
	['courses.csv', 1_000, 'courses-1000.csv'],
])('%s, as number %i of several files, is %s', (fileName, number, name, compress = false) => {
	expect(nameOf({ fileName, recordsPerFile: 5, compress }, { number })).toBe(name);
});

describe('a name that was chosen', () => {
	it.each([
		['Café: été?.csv', 'Café- été-.csv'],
		['C:\\exports\\courses.csv', 'exports-courses.csv'],
		['../courses.csv', '..-courses.csv'],
		['a\0b\nc.csv', 'a-b-c.csv'],
		['CON.csv', 'CON_.csv'],
		['lpt1', 'lpt1_'],
		['console.csv', 'console.csv'],
		['courses. ', 'courses'],
		['???', 'list'],
		['courses.csv.gz', 'courses.csv'],
	])('%j is stored as %j', (fileName, name) => {
		expect(nameOf({ fileName })).toBe(name);
	});
});
