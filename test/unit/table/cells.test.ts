import { DateTime } from 'luxon';

import { isSameCell } from '../../../nodes/LearningPlatform/table/cells';

const NOON = '2026-01-31T12:00:00.000Z';
const WITH_MS = '2026-01-31T12:00:00.123Z';
const ms = Date.parse(NOON);
/** The same time by the clocks of the zone that n8n runs in, as a column without time zone gives it back. */
const byLocalClock = new Date(2026, 0, 31, 12, 0, 0);

describe('a cell shows what the list has', () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['nothing as null', '', null],
		['nothing as a missing cell', '', undefined],
		['spaces as nothing', ' ', ''],
		['a text without the spaces at its ends', 'Fire Safety ', 'Fire Safety'],
		['a text with other line ends', 'a\r\nb', 'a\nb'],
		['a text whose apostrophe a sheet has eaten', "'=1+1", '=1+1'],
		['a text that a column has cut', 'x'.repeat(300), 'x'.repeat(255)],
		['true in capitals', true, 'TRUE'],
		['true as a number', true, 1],
		['false as a text', false, 'false'],
		['a number as text', 12, '12'],
		['a number with decimals that say nothing', 12, '12.0'],
		['a number in groups', 1234567.5, '1,234,567.5'],
		['a number in groups, as in German', 1234.5, '1.234,5'],
		['a number in groups, as in French', 1234.5, '1\u202f234,5'],
		['a number that a column has rounded', 66.66666, '66.67'],
		['a number of single precision', 0.1, Math.fround(0.1)],
		['digits as a number', '007', 7],
		['digits as shorter digits', '007', '7'],
		['long digits as a number', '12345678901234567890', 12345678901234567000],
		['a time in another zone', NOON, '2026-01-31T13:00:00+01:00'],
		['a time as a database writes it', NOON, '2026-01-31 12:00:00+00'],
		['a time without its milliseconds', WITH_MS, NOON],
		['a time as a date of JavaScript', WITH_MS, new Date(WITH_MS)],
		['a time as a date of Luxon', NOON, DateTime.fromISO(NOON, { zone: 'Asia/Tokyo' })],
		['a time by the clocks of n8n', NOON, byLocalClock],
		['the same as text', NOON, byLocalClock.toISOString()],
		['a time as a day', NOON, '2026-01-31'],
		['a time as a day of JavaScript', NOON, new Date(2026, 0, 31)],
		['a time as a serial number of a spreadsheet', NOON, 46053.5],
		['a time as milliseconds', NOON, ms],
		['a list as a column for lists', 'Ann, "Doe, Bob"', ['Ann', 'Doe, Bob']],
		['JSON as a column for JSON', '[{"b":1,"a":[2]}]', [{ a: [2], b: 1 }]],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(true);
	});
});

describe('a cell does not show what the list has', () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['where it is empty', 'a', ''],
		['where the list has nothing', '', 'a'],
		['where zero is nothing', 0, null],
		['where false is nothing', false, ''],
		['in another case', 'Fire safety', 'Fire Safety'],
		['where an apostrophe came from people', '=1+1', "'=1+1"],
		['where a text ends earlier', 'x'.repeat(300), 'x'.repeat(254)],
		['where true is false', true, 'FALSE'],
		['where true is some text', true, 'maybe'],
		['with another number', 12, '12.1'],
		['with fewer digits of a number of its own', 12.54, '12.5'],
		['with the beginning of a code', '10.251', '10.25'],
		['with a tenth of the number', 125, '12.5'],
		['with a tenth of the number, as in German', 125, '12,5'],
		['with other long digits', '12345678901234567890', '12345678901234567891'],
		['with another time', NOON, '2026-01-31T12:00:01.000Z'],
		['with other milliseconds', NOON, WITH_MS],
		['with another day', NOON, '2026-01-30'],
		['with a date that is none', NOON, new Date(NaN)],
		['with another list', 'Ann, Bob', ['Ann']],
		['with other JSON', '[{"a":1}]', [{ a: 2 }]],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(false);
	});
});
