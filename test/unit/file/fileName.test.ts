import { getGlobalState, setGlobalState } from 'n8n-workflow';

import { fileNameOf } from '../../../nodes/LearningPlatform/file/fileName';

type Chosen = Parameters<typeof fileNameOf>[0];

const unnamed: Chosen = { fileName: '', format: 'csv', compress: false, recordsPerFile: Infinity };

/** The name of a file of courses. */
const nameOf = (chosen: Partial<Chosen>, number = 1) => {
	const list = { listName: 'courses', startedAt: new Date('2026-01-31'), timeZone: 'UTC' };
	return fileNameOf({ ...unnamed, ...chosen }, list, number);
};

const numbered = (fileName: string, number: number) =>
	nameOf({ fileName, recordsPerFile: 5 }, number);

describe('a file without a name of its own is called', () => {
	it.each([
		['by list and date', 'courses', 'csv', '2026-01-31T12:00:00Z', 'UTC', 'courses-2026-01-31.csv'],
		['by its format', 'groups', 'jsonl', '2026-01-31T12:00:00Z', 'UTC', 'groups-2026-01-31.jsonl'],
		[
			'with two digits a month and a day',
			'groups',
			'csv',
			'2026-03-04T12:00:00Z',
			'UTC',
			'groups-2026-03-04.csv',
		],
		[
			'with a hyphen for whatever is between two words',
			'groups / 5f01: roles',
			'csv',
			'2026-01-31T12:00:00Z',
			'UTC',
			'groups-5f01-roles-2026-01-31.csv',
		],
		[
			'by the day it is far in the east',
			'courses',
			'csv',
			'2026-01-31T11:00:00Z',
			'Pacific/Kiritimati',
			'courses-2026-02-01.csv',
		],
		[
			'by the day it is far in the west',
			'courses',
			'csv',
			'2026-02-01T03:00:00Z',
			'America/New_York',
			'courses-2026-01-31.csv',
		],
	])('%s', (_what, listName, format, startedAt, timeZone, name) => {
		const list = { listName, startedAt: new Date(startedAt), timeZone };
		expect(fileNameOf({ ...unnamed, format }, list, 1)).toBe(name);
	});
});

describe('in a time zone that there is not', () => {
	const before = getGlobalState();
	const lateInUtc = new Date('2026-01-31T23:00:00Z');
	const nameIn = (timeZone: string) =>
		fileNameOf(unnamed, { listName: 'courses', startedAt: lateInUtc, timeZone }, 1);

	afterEach(() => {
		setGlobalState(before);
	});

	it.each(['DEFAULT', '', 'Europe/Atlantis'])(
		'"%s", the date is that of n8n itself',
		(timeZone) => {
			setGlobalState({ defaultTimezone: 'Pacific/Kiritimati' });
			expect(nameIn(timeZone)).toBe('courses-2026-02-01.csv');
			setGlobalState({ defaultTimezone: 'Pacific/Pago_Pago' });
			expect(nameIn(timeZone)).toBe('courses-2026-01-31.csv');
		},
	);

	it('and with n8n’s own unusable, too, it is that of the process', () => {
		setGlobalState({ defaultTimezone: 'nowhere' });
		const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(lateInUtc);
		expect(nameIn('DEFAULT')).toBe(`courses-${day}.csv`);
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

it.each([
	['courses-2026-01-31.csv', 1, 'courses-2026-01-31-001.csv'],
	['courses.csv.gz', 2, 'courses-002.csv.gz'],
	['courses.gz', 3, 'courses-003.gz'],
	['all courses', 4, 'all courses-004'],
	['version 1.5', 5, 'version 1.5-005'],
	['courses.csv', 999, 'courses-999.csv'],
	['courses.csv', 1_000, 'courses-a1000.csv'],
	['courses.csv.gz', 10_000, 'courses-b10000.csv.gz'],
])('%s, as number %i of several files, is %s', (fileName, number, name) => {
	expect(numbered(fileName, number)).toBe(name);
});

it.each(['courses.csv', 'courses.csv.gz', 'all courses'])(
	'the order of the names is that of the files: %s',
	(fileName) => {
		const numbers = [1, 2, 9, 10, 99, 100, 998, 999, 1_000, 1_001, 9_999, 10_000, 99_999, 100_000];
		const names = numbers.map((number) => numbered(fileName, number));
		expect([...names].reverse().sort()).toEqual(names);
		expect([...names].sort(new Intl.Collator('en').compare)).toEqual(names);
		expect([...names].sort(new Intl.Collator('en', { numeric: true }).compare)).toEqual(names);
	},
);
