import { getGlobalState, setGlobalState } from 'n8n-workflow';

import { fileNameOf } from '../../../nodes/LearningPlatform/file/fileName';

type Chosen = Parameters<typeof fileNameOf>[0];

/** The name of a file; by default that of a list of courses, begun at noon. */
function nameOf(
	chosen: Partial<Chosen>,
	{ listName = 'courses', startedAt = '2026-01-31T12:00Z', timeZone = 'UTC' } = {},
): string {
	const unnamed = { fileName: '', format: 'csv', compress: false };
	const list = { listName, startedAt: new Date(startedAt), timeZone };
	return fileNameOf({ ...unnamed, ...chosen }, list);
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
	['courses.csv.gz.gz', 'courses.csv.gz'],
	['all courses', 'all courses.gz'],
	['.gz', 'list.gz'],
	[`${'é'.repeat(200)}.csv`, `${'é'.repeat(124)}.csv.gz`],
])('%s, compressed, is %s', (given, name) => {
	expect(nameOf({ fileName: given, compress: true })).toBe(name);
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
		['courses.csv.gz.gz', 'courses.csv'],
		['courses.csv.GZ. gz', 'courses.csv.GZ. gz'],
		['courses.csv. .gz', 'courses.csv'],
		['con.gz', 'con_'],
		['.gz', 'list'],
		[`${'x'.repeat(300)}.csv`, `${'x'.repeat(251)}.csv`],
		['x'.repeat(300), 'x'.repeat(255)],
		[`a${'好'.repeat(100)}.xlsx`, `a${'好'.repeat(83)}.xlsx`],
		['😀'.repeat(70), '😀'.repeat(63)],
		['x'.repeat(255), 'x'.repeat(255)],
		[`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
	])('%j is stored as %j', (fileName, name) => {
		expect(nameOf({ fileName })).toBe(name);
	});
});
