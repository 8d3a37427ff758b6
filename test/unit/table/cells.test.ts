import { DateTime } from 'luxon';

import { isSameCell } from '../../../nodes/LearningPlatform/table/cells';

const NOON = '2026-01-31T12:00:00.000Z';
const ms = Date.parse(NOON);
const LONG = 'x'.repeat(300);

describe('a cell of an unchanged record is left', () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['with nothing as null', '', null],
		['with nothing as spaces', '', ' '],
		['with nothing as an empty list', '', ['']],
		['with nothing as a checkbox that is off', '', false],
		['with false as nothing', false, undefined],
		['without the spaces at its ends', 'Fire Safety ', 'Fire Safety'],
		['with other line ends', 'a\r\nb', 'a\nb'],
		['in another case', 'Fire safety', 'FIRE SAFETY'],
		['without the apostrophe that a sheet has eaten', "'=1+1", '=1+1'],
		['when a column has cut it', LONG, LONG.slice(0, 20)],
		['with true in capitals', true, 'TRUE'],
		['with true as a number', true, 1],
		['with true as a word of another language', true, 'WAHR'],
		['with "yes" as a checkbox that is on', 'yes', true],
		['with a number as text', 12, '12'],
		['with a number that is rounded', 66.66666, '66.7'],
		['with a number whose decimals are cut', 1.99, 1.9],
		['with a number in groups', 1234567.5, '1,234,567.5'],
		['with a number in groups, as in German', 1234.5, '1.234,5'],
		['with a number in groups, as in Switzerland', 1234.5, '1\u2019234.5'],
		['with a number of single precision', 1234567.1, Math.fround(1234567.1)],
		['with a number and its unit', 85, '85 %'],
		['with digits as a number', '007', 7],
		['with digits as shorter digits', '1.10', '1.1'],
		['with long digits as a number with an exponent', '12345678901234567890', '1.23457E+19'],
		['with a fraction as a serial date', '3/4', 46085],
		['with a fraction as a Date', '3/4', new Date(ms)],
		['with a time in another zone', NOON, '2026-01-31T13:00:00+01:00'],
		['with a time as a database writes it', NOON, '2026-01-31 12:00:00+00'],
		['with a time by the clocks of the farthest zone', NOON, '2026-02-01T02:00:00.000Z'],
		['with a time as a Date by those clocks', NOON, new Date(ms - 12 * 3_600_000)],
		['with a time as a date of Luxon', NOON, DateTime.fromMillis(ms)],
		['with a time as a day', NOON, '2026-01-31'],
		['with a time as a serial date', NOON, 46053.5],
		['with a time in milliseconds', NOON, ms],
		['with a time in seconds', NOON, ms / 1_000],
		['with a time in words', NOON, '31. J\u00e4nner 2026 12:00'],
		['with a time in short', NOON, '1/31/26'],
		['with a list as a column for lists', 'Ann, Bob', ['Ann', 'Bob']],
		['with JSON as a column for JSON', '[{"a":1}]', [{ a: 1 }]],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(true);
	});
});

describe('a cell of an unchanged record is healed', () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['where it is empty', 'a', ''],
		['where a time is empty', NOON, null],
		['where true is empty', true, ''],
		['where zero is empty', 0, null],
		['where something stands for nothing', '', 'N/A'],
		['with another text', 'Fire Safety', 'Fire Drill'],
		['where a text is cut too short', LONG, LONG.slice(0, 19)],
		['where true is false', true, 'FALSE'],
		['where a text is a checkbox', 'Fire Safety', true],
		['with another number', 12, 13],
		['with another number as text', 12, '13'],
		['with a tenth of the number', 125, '12.5'],
		['with text for a number', 12, 'many'],
		['with other long digits', '12345678901234567890', '1.23458E+19'],
		['with a time two days off', NOON, '2026-02-02T12:00:00.000Z'],
		['with a time two days off, as a Date', NOON, new Date(ms - 2 * 86_400_000)],
		['with a time in another month', NOON, '2026-03-31'],
		['with a time in another year', NOON, '31. J\u00e4nner 2025'],
		['with a date that is none', NOON, new Date(NaN)],
		['with a list for a time', NOON, ['a']],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(false);
	});
});
