import { getGlobalState, setGlobalState } from 'n8n-workflow';

import { fileNameOf } from '../../../nodes/LearningPlatform/file/storeFile';

const NOON = '2026-01-31T12:00Z';

/** Returns a file name. By default, the list is `courses`, and reading starts at noon. */
function nameOf(
	chosen: Partial<Parameters<typeof fileNameOf>[0]>,
	{ listName = 'courses', startedAt = NOON, timeZone = 'UTC' } = {},
): string {
	const unnamed = { fileName: '', format: 'csv', compress: false };
	const list = { listName, startedAt: new Date(startedAt), timeZone };
	return fileNameOf({ ...unnamed, ...chosen }, list);
}

it.each<[what: string, list: Parameters<typeof nameOf>[1], name: string]>([
	['the list, the day, and the format', {}, 'courses-2026-01-31.jsonl'],
	['hyphens', { listName: 'groups / 5f01: roles' }, 'groups-5f01-roles-2026-01-31.jsonl'],
	['the local day east of UTC', { timeZone: 'Pacific/Kiritimati' }, 'courses-2026-02-01.jsonl'],
	[
		'the local day west of UTC',
		{ startedAt: '2026-02-01T03:00Z', timeZone: 'America/New_York' },
		'courses-2026-01-31.jsonl',
	],
])('the default name has %s', (_what, list, name) => {
	expect(nameOf({ format: 'jsonl' }, list)).toBe(name);
});

describe('in an unknown time zone,', () => {
	const before = getGlobalState();
	afterEach(() => {
		setGlobalState(before);
	});

	it.each(['DEFAULT', ''])('n8n’s time zone determines the day: "%s"', (timeZone) => {
		setGlobalState({ defaultTimezone: 'Pacific/Kiritimati' });
		expect(nameOf({}, { timeZone })).toBe('courses-2026-02-01.csv');
	});

	it('the process’s time zone determines the day if n8n’s time zone is also unknown', () => {
		setGlobalState({ defaultTimezone: 'nowhere' });
		const day = new Intl.DateTimeFormat('sv-SE').format(new Date(NOON));
		expect(nameOf({}, { timeZone: 'DEFAULT' })).toBe(`courses-${day}.csv`);
	});
});

it.each([
	['courses.csv', 'courses.csv.gz'],
	['COURSES.CSV.GZ', 'COURSES.CSV.GZ'],
	['courses.csv.gz.gz', 'courses.csv.gz'],
	['.gz', 'list.gz'],
	[`${'é'.repeat(200)}.csv`, `${'é'.repeat(124)}.csv.gz`],
])('a compressed %j is stored as %j', (fileName, name) => {
	expect(nameOf({ fileName, compress: true })).toBe(name);
});

it.each([
	['Café: été?.csv', 'Café- été-.csv'],
	['C:\\exports\\courses.csv', 'exports-courses.csv'],
	['../courses.csv', '..-courses.csv'],
	['a\0b\nc.csv', 'a-b-c.csv'],
	['CON.csv', 'CON_.csv'],
	['lpt1', 'lpt1_'],
	['console.csv', 'console.csv'],
	['???', 'list'],
	['courses.csv.GZ. gz', 'courses.csv.GZ. gz'],
	['courses.csv. .gz', 'courses.csv'],
	['con.gz', 'con_'],
	[`${'x'.repeat(300)}.csv`, `${'x'.repeat(251)}.csv`],
	['😀'.repeat(70), '😀'.repeat(63)],
	['x'.repeat(255), 'x'.repeat(255)],
	[`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
])('%j is stored as %j', (fileName, name) => {
	expect(nameOf({ fileName })).toBe(name);
});
