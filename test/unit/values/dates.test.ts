import fc from 'fast-check';
import { DateTime } from 'luxon';
import { createContext, runInContext } from 'node:vm';

import {
	isDateCell,
	readDate,
	readIsoDate,
	readServiceTime,
} from '../../../nodes/LearningPlatform/values/dates';

const utcOf = (date: ReturnType<typeof readDate>) => date && new Date(date.ms).toISOString();

const isoOf = (value: unknown, timeZone = 'UTC') => utcOf(readDate(value, timeZone));

const [moment, noon] = ['2026-01-31T08:30:00.000Z', '2026-01-31T12:00:00.000Z'];
const otherRealm: unknown = runInContext(`new Date('${noon}')`, createContext());

describe('reads', () => {
	it.each([
		['a day', '2026-01-31', '2026-01-31T00:00:00.000Z'],
		['a month', '2026-02', '2026-02-01T00:00:00.000Z'],
		['a year', '2026', '2026-01-01T00:00:00.000Z'],
		['a time without colons', '20260131T083015Z', '2026-01-31T08:30:15.000Z'],
		['a space before the zone', '2026-01-31 09:30:00 +01', '2026-01-31T08:30:00.000Z'],
		['spaces around a day', ' 2026-01-31\n', '2026-01-31T00:00:00.000Z'],
		['lowercase letters', '2026-w05-6t08:30z', '2026-01-31T08:30:00.000Z'],
		['a zone behind UTC', '2026-01-31T20:30:00-0930', '2026-02-01T06:00:00.000Z'],
		['Unix time in seconds', Date.parse(moment) / 1_000, moment],
		['a fraction of a Unix second', 1_769_817_600.5, '2026-01-31T00:00:00.500Z'],
		['the first Unix second', 31_536_000, '1971-01-01T00:00:00.000Z'],
		['the last Unix second', 99_999_999_999, '5138-11-16T09:46:39.000Z'],
		['the first Unix millisecond', 100_000_000_000, '1973-03-03T09:46:40.000Z'],
		['an Excel day', 46_053, '2026-01-31T00:00:00.000Z'],
		['the first Excel day', 61, '1900-03-01T00:00:00.000Z'],
		['a Date from another JavaScript realm', otherRealm, noon],
		['a Luxon date', DateTime.fromISO(noon, { zone: 'Asia/Tokyo' }), noon],
	])('%s', (_what, value, expected) => {
		expect(isoOf(value)).toBe(expected);
	});
});

describe('does not read', () => {
	it.each([
		['an empty string', ''],
		['an American date', '01/31/2026'],
		['a month without a hyphen', '202601'],
		['a Unix time', '1769817600'],
		['February 30', '2026-02-30'],
		['hour 25', '2026-01-31T25:00'],
		['a word before the date', 'on 2026-01-31'],
		['a word after the time', '2026-01-31T08:30 sharp'],
		['a zone without a time', '2026-01-31Z'],
		['a zone of 24 hours', '2026-01-31T08:30+24:00'],
		['a zone of 60 minutes', '2026-01-31T08:30+01:60'],
		['an Excel day as text', '46053'],
		['zero', 0],
		['a negative number', -1],
		['a number between Excel days and Unix times', 20_260_131],
		['a Unix time after the year 9999', 253_402_300_800_000],
		['an invalid Date', new Date(NaN)],
		['null', null],
	])('%s', (_what, value) => {
		expect(isoOf(value)).toBeUndefined();
		expect(isoOf(value, 'Europe/Paris')).toBeUndefined();
	});
});

it('reads a time in an unknown time zone', () => {
	expect(isoOf('2026-01-31T12:00', 'Mars/Olympus')).toMatch(/^2026-01-3/);
});

describe('says of a date what it is:', () => {
	const [day, time] = [
		{ hasTime: false, hasZone: false },
		{ hasTime: true, hasZone: false },
	];
	const exact = { hasTime: true, hasZone: true };
	it.each<[what: string, value: unknown, is: object]>([
		['a day', '2026-01-31', day],
		['a day with spaces', ' 2026-01-31', day],
		['a week', '2026-W05', day],
		['a moment as a database writes it', '2026-01-31 08:30:00+00', exact],
		['an Excel day', 46_053, { ...day, isExcelDay: true }],
		['an Excel time', 46_053.5, { ...time, isExcelDay: true }],
	])('%s', (_what, value, is) => {
		for (const timeZone of ['UTC', 'Europe/Paris']) {
			expect(readDate(value, timeZone)).toEqual({ ms: expect.any(Number) as number, ...is });
		}
	});
});

it.each<[what: string, value: unknown, expected: string | undefined]>([
	['a moment', moment, moment],
	['a time without a zone', '2026-01-31T08:30:00', moment],
	['a day', '2026-01-31', '2026-01-31T00:00:00.000Z'],
	['Unix seconds as text', String(Date.parse(moment) / 1_000), moment],
	['Unix milliseconds as text', String(Date.parse(moment)), moment],
	['the year 1', '0001-01-01T00:00:00Z', undefined],
	['the beginning of Unix time', '1970-01-01T00:00:00.000Z', undefined],
	['a date of zeros', '0000-00-00', undefined],
	['an Excel day', 46_053, undefined],
	['a dash', '-', undefined],
])('a record of the service with %s', (_what, value, expected) => {
	const ms = readServiceTime(value);
	expect(ms && new Date(ms).toISOString()).toBe(expected);
});

describe('reads a time in a time zone', () => {
	it.each([
		['during standard time', 'Europe/Paris', '2026-01-31T00:00:00', '2026-01-30T23:00:00.000Z'],
		['that the clocks skip', 'Europe/Paris', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
		['on a day that starts at 1:00', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
	])('%s: in %s %s', (_what, timeZone, text, expected) => {
		expect(isoOf(text, timeZone)).toBe(expected);
	});
});

describe('for any text,', () => {
	const anyMoment = fc.date({
		min: new Date('1971-01-02'),
		max: new Date('2100-01-01'),
		noInvalidDate: true,
	});
	const timeZone = fc.constantFrom(
		'UTC',
		'Europe/Paris',
		'America/New_York',
		'Asia/Kathmandu',
		'Australia/Lord_Howe',
	);
	const offset = fc.integer({ min: -1439, max: 1439 });
	const pad = (number: number) => String(number).padStart(2, '0');

	it('a moment is the same in UTC and in any other time zone', () => {
		fc.assert(
			fc.property(anyMoment, offset, timeZone, (date, minutes, zone) => {
				const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
				const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
				const written = `${local}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
				for (const text of [date.toISOString(), written]) {
					const read = [readDate(text, zone)?.ms, readIsoDate(text)?.ms, readServiceTime(text)];
					expect(read).toEqual(Array(3).fill(date.getTime()));
				}
			}),
		);
	});

	it('the parsers never return NaN', () => {
		const text = fc.stringMatching(/^[-\d:.,TWZ+ ]{0,30}$/);
		fc.assert(
			fc.property(text, timeZone, (any, zone) => {
				expect(readDate(any, zone)?.ms ?? 0).not.toBeNaN();
				expect(readIsoDate(any)?.ms ?? 0).not.toBeNaN();
			}),
		);
	});
});

it.each([
	['2026-01-31', { ms: Date.UTC(2026, 0, 31), hasTime: false, hasZone: false }],
	['2026-01-31T08:30', { ms: Date.UTC(2026, 0, 31, 8, 30), hasTime: true, hasZone: false }],
	[
		'2026-01-31t08:30:15,5z',
		{ ms: Date.UTC(2026, 0, 31, 8, 30, 15, 500), hasTime: true, hasZone: true },
	],
	['2026-02-30', undefined],
	[' 2026-01-31', undefined],
	['20260131', undefined],
])('reads %p in any text', (value, expected) => {
	expect(readIsoDate(value)).toEqual(expected);
});

describe('a cell', () => {
	it.each<[what: string, cell: unknown]>([
		['as written', '2026-01-30T12:00:00.000Z'],
		['as a serial date', 46_052.5],
		['as a serial date with spaces', ' 46052 '],
		['without hyphens', '20260130'],
		['in seconds', Date.UTC(2026, 0, 30) / 1_000],
		['as a Date', new Date('2026-01-30')],
		['in German', '30. J\u00e4nner 2026'],
		['in American form', '1/30/26'],
		['in short German form', '30.01.26 13:00'],
	])('is a date %s', (_what, cell) => {
		expect(isDateCell(cell)).toBe(true);
	});

	it.each<[what: string, cell: unknown]>([
		['false', false],
		['0', 0],
		['a dash', '-'],
		['a year', '2026'],
		['a day in 1985 as a serial date', 31_213],
		['a note with a number', 'checked 27'],
		['a note with a year', 'since 2026'],
		['an invalid Date', new Date(NaN)],
		['an empty list', []],
	])('is not %s', (_what, cell) => {
		expect(isDateCell(cell)).toBe(false);
	});
});
