import fc from 'fast-check';

import { parseIsoDate, readRecordDate } from '../../../nodes/LearningPlatform/values/dates';

const isoOf = (text: string, timeZone = 'UTC') => {
	const time = parseIsoDate(text, timeZone);
	return time === undefined ? undefined : new Date(time).toISOString();
};

describe('reads', () => {
	it.each([
		['a day', '2026-01-31', '2026-01-31T00:00:00.000Z'],
		['a month', '2026-02', '2026-02-01T00:00:00.000Z'],
		['a year', '2026', '2026-01-01T00:00:00.000Z'],
		['a weekday without hyphens', '2026W057', '2026-02-01T00:00:00.000Z'],
		['a day of the year', '2026-032', '2026-02-01T00:00:00.000Z'],
		['an hour', '2026-01-31T08', '2026-01-31T08:00:00.000Z'],
		['a fraction of a second', '2026-01-31T08:30:15.123456', '2026-01-31T08:30:15.123Z'],
		['a fraction with a comma', '2026-01-31T08:30:15,5', '2026-01-31T08:30:15.500Z'],
		['a time without colons', '20260131T083015Z', '2026-01-31T08:30:15.000Z'],
		['a space instead of the T', '2026-01-31 08:30', '2026-01-31T08:30:00.000Z'],
		['spaces around a day', ' 2026-01-31\n', '2026-01-31T00:00:00.000Z'],
		['lowercase letters', '2026-w05-6t08:30z', '2026-01-31T08:30:00.000Z'],
		['UTC', '2026-01-31T00:30:00Z', '2026-01-31T00:30:00.000Z'],
		['a zone ahead of UTC', '2026-01-31T00:30:00+01:00', '2026-01-30T23:30:00.000Z'],
		['a zone behind UTC', '2026-01-31T20:30:00-0930', '2026-02-01T06:00:00.000Z'],
		['a zone in whole hours', '2026-01-31T00:30+05', '2026-01-30T19:30:00.000Z'],
	])('%s', (_what, text, expected) => {
		expect(isoOf(text)).toBe(expected);
	});
});

describe('does not read', () => {
	it.each([
		['an empty string', ''],
		['a word', 'soon'],
		['an American date', '01/31/2026'],
		['only a time', '08:30'],
		['a missing time', '2026-01-31T'],
		['a month without a leading zero', '2026-1-31'],
		['a month without a hyphen', '202601'],
		['a Unix time', '1769817600'],
		['February 30', '2026-02-30'],
		['hour 25', '2026-01-31T25:00'],
		['a word before the date', 'on 2026-01-31'],
		['a word after the time', '2026-01-31T08:30 sharp'],
		['a zone without a time', '2026-01-31Z'],
		['a zone of 24 hours', '2026-01-31T08:30+24:00'],
		['a zone of 60 minutes', '2026-01-31T08:30+01:60'],
	])('%s', (_what, text) => {
		expect(isoOf(text)).toBeUndefined();
	});
});

describe('reads a time in a time zone', () => {
	it.each([
		['during standard time', 'Europe/Paris', '2026-01-31T00:00:00', '2026-01-30T23:00:00.000Z'],
		['before the clocks change', 'Europe/Paris', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
		['that the clocks skip', 'Europe/Paris', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
		['that the clocks repeat', 'Europe/Paris', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
		['on a day that starts at 1:00', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
		['with seconds in the offset', 'Europe/Paris', '1900-01-01', '1899-12-31T23:50:39.000Z'],
		['with its own zone', 'Europe/Paris', '2026-01-31T00:00Z', '2026-01-31T00:00:00.000Z'],
	])('%s: in %s %s', (_what, timeZone, text, expected) => {
		expect(isoOf(text, timeZone)).toBe(expected);
	});
});

describe('for any text,', () => {
	const moment = fc.date({
		min: new Date('1970-01-02'),
		max: new Date('2100-01-01'),
		noInvalidDate: true,
	});
	const timeZone = fc.constantFrom(
		...['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
	);
	const offset = fc.integer({ min: -1439, max: 1439 });
	const pad = (number: number) => String(number).padStart(2, '0');

	it('a moment is the same in UTC and in any other time zone', () => {
		fc.assert(
			fc.property(moment, offset, timeZone, (date, minutes, zone) => {
				const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1);
				const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
				const written = `${local}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
				expect(parseIsoDate(date.toISOString(), zone)).toBe(date.getTime());
				expect(parseIsoDate(written, zone)).toBe(date.getTime());
				expect(readRecordDate(written)?.ms).toBe(date.getTime());
			}),
		);
	});

	it('the parsers never return NaN', () => {
		const text = fc.stringMatching(/^[-\d:.,TWZ+ ]{0,30}$/);
		fc.assert(
			fc.property(text, timeZone, (any, zone) => {
				expect(parseIsoDate(any, zone) ?? 0).not.toBeNaN();
				expect(readRecordDate(any)?.ms ?? 0).not.toBeNaN();
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
	['2026-01-31Z', undefined],
	['2026-01', undefined],
	[20260131, undefined],
])('reads %p in a record', (value, expected) => {
	expect(readRecordDate(value)).toEqual(expected);
});
