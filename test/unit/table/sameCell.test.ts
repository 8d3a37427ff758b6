import { DateTime } from 'luxon';

import { isSameCell } from '../../../nodes/LearningPlatform/table/sameCell';

const NOON = '2026-01-31T12:00:00.000Z';
const ms = Date.parse(NOON);
const LONG = 'x'.repeat(300);

describe("Sync keeps an unchanged record's cell that contains", () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['null for no value', '', null],
		['an empty list for no value', '', ['']],
		['an unchecked checkbox for no value', '', false],
		['no value for false', false, undefined],
		['text without leading and trailing spaces', 'Fire Safety ', 'Fire Safety'],
		['text with different line breaks', 'a\r\nb', 'a\nb'],
		['text in a different case', 'Fire safety', 'FIRE SAFETY'],
		['a formula without its apostrophe', "'=1+1", '=1+1'],
		['the beginning of long text', LONG, LONG.slice(0, 20)],
		['true in uppercase', true, 'TRUE'],
		['true in a different language', true, 'WAHR'],
		['a checked checkbox for "yes"', 'yes', true],
		['a rounded number', 66.66666, '66.7'],
		['a number with truncated decimals', 1.99, 1.9],
		['a number with thousands separators', 1234567.5, '1,234,567.5'],
		['a number in German format', 1234.5, '1.234,5'],
		['a number in Swiss format', 1234.5, '1\u2019234.5'],
		['a number and its unit', 85, '85 %'],
		['long digits as a number with an exponent', '12345678901234567890', '1.23457E+19'],
		['a fraction as a serial date', '3/4', 46085],
		['a fraction as a Date', '3/4', new Date(ms)],
		['a time as a database writes it', NOON, '2026-01-31 12:00:00+00'],
		['a time as a Date in a distant time zone', NOON, new Date(ms - 12 * 3_600_000)],
		['a time as a Luxon DateTime', NOON, DateTime.fromMillis(ms)],
		['a time as a day', NOON, '2026-01-31'],
		['a time in words', NOON, '31. J\u00e4nner 2026 12:00'],
		['a time in a short format', NOON, '1/31/26'],
		['a list in a list column', 'Ann, Bob', ['Ann', 'Bob']],
		['JSON in a JSON column', '[{"a":1}]', [{ a: 1 }]],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(true);
	});
});

describe("Sync repairs an unchanged record's cell that contains", () => {
	it.each<[what: string, wanted: string | number | boolean, found: unknown]>([
		['no value for text', 'a', ''],
		['no value for true', true, ''],
		['no value for zero', 0, null],
		['text for no value', '', 'N/A'],
		['different text', 'Fire Safety', 'Fire Drill'],
		['too few characters of long text', LONG, LONG.slice(0, 19)],
		['false for true', true, 'FALSE'],
		['a checkbox for text', 'Fire Safety', true],
		['a different number', 12, 13],
		['a different number as text', 12, '13'],
		['a tenth of the number', 125, '12.5'],
		['text for a number', 12, 'many'],
		['different long digits', '12345678901234567890', '1.23458E+19'],
		['a time two days off', NOON, '2026-02-02T12:00:00.000Z'],
		['a Date two days off', NOON, new Date(ms - 2 * 86_400_000)],
		['a time in a different year', NOON, '31. J\u00e4nner 2025'],
		['an invalid Date', NOON, new Date(NaN)],
		['a serial date two days off', NOON, 46_055.5],
		['zero for a time', NOON, 0],
	])('%s', (_what, wanted, found) => {
		expect(isSameCell(wanted, found)).toBe(false);
	});
});
