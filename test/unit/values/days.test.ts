import { DateTime } from 'luxon';

import {
	dayBefore,
	endOfDay,
	isSameLastDay,
	nextMidnight,
	readDayOrTime,
} from '../../../nodes/LearningPlatform/values/days';

const PARIS = 'Europe/Paris';

describe('reads a day', () => {
	it.each<[name: string, entered: unknown, day: string, zone?: string]>([
		['without a time', '2026-12-31', '2026-12-31'],
		['with spaces around it', ' 2026-12-31 ', '2026-12-31'],
		['at midnight with a space', '2026-12-31 00:00', '2026-12-31'],
		['at midnight in UTC far from UTC', '2026-12-31T00:00:00Z', '2026-12-31', 'Asia/Tokyo'],
		['at midnight in a zone of its own', '2026-12-31T00:00:00-08:00', '2026-12-31'],
		['at midnight in New York, as UTC', '2026-12-31T05:00:00Z', '2026-12-31', 'America/New_York'],
		['that has no midnight', '2027-03-14T05:00:00Z', '2027-03-14', 'America/Havana'],
		['as a Date', new Date('2026-12-30T23:00:00Z'), '2026-12-31'],
		['as a Luxon date', DateTime.fromISO('2026-12-31', { zone: PARIS }), '2026-12-31'],
		['as an Excel number with a time', 46_387.99998, '2026-12-31'],
		['as the last Excel number', 73_050, '2099-12-31'],
		['in a leap year', '2028-02-29', '2028-02-29'],
	])('%s', (_name, entered, day, zone = PARIS) => {
		expect(readDayOrTime(entered, zone)?.day).toBe(day);
	});
});

describe('reads a time', () => {
	it.each<[name: string, entered: unknown, utc: string]>([
		['in UTC', '2026-12-31T17:00:00Z', '2026-12-31T17:00:00.000Z'],
		['in the zone', '2026-12-31T17:00', '2026-12-31T16:00:00.000Z'],
		['with an offset', '2026-12-31T17:00:00.000+05:30', '2026-12-31T11:30:00.000Z'],
		['with a space', '2026-12-31 09:30:15', '2026-12-31T08:30:15.000Z'],
		['a second after midnight', '2026-12-31T00:00:01', '2026-12-30T23:00:01.000Z'],
	])('%s', (_name, entered, utc) => {
		const found = readDayOrTime(entered, PARIS);
		expect(found).toEqual({ ms: Date.parse(utc) });
	});
});

it.each<[entered: unknown]>([
	...['05/12/2026', '12.03.2027', '31.12.2026', '2026/12/31', '31-12-2026', '12-31-2026'].map(one),
	...['2026', '2026-12', '20261231', '2026-W53', '2026-W53-4', '2026-365', '46387'].map(one),
	...['2026-02-30', '2026-13-01', '2026-12-31T25:00', '2026-12-31T24:00', '2026-12-31Z'].map(one),
	...['tomorrow', '-', '0000-00-00', 'false', '31 Dec 2026', '2026-12-31T', ''].map(one),
	...[2026, 20_261_231, 1_798_675_200, 1_798_675_200_000, 0, -1, 36_525, 73_051, NaN].map(one),
	...[null, undefined, true, {}, [], new Date(NaN)].map(one),
])('refuses %p', (entered) => {
	expect(readDayOrTime(entered, PARIS)).toBeUndefined();
});

function one(entered: unknown): [unknown] {
	return [entered];
}

it.each([
	['Europe/Paris', '2027-01-01T00:00:00.000Z'],
	['America/New_York', '2027-01-01T05:00:00.000Z'],
	['Pacific/Kiritimati', '2027-01-01T00:00:00.000Z'],
])('a day has ended in %s and in UTC at %s', (zone, utc) => {
	expect(new Date(endOfDay('2026-12-31', zone)).toISOString()).toBe(utc);
});

it.each([
	['the end of the day in UTC', '2027-01-01T00:00:00Z', true],
	['the end of the day in the zone', '2026-12-31T23:00:00Z', true],
	['a day earlier', '2026-12-31T00:00:00Z', false],
	['a time on the next day', '2027-01-01T09:00:00Z', false],
])('%s closes an account on a last day: %p', (_name, stored, isSame) => {
	const lastDay = { day: '2026-12-31', endsAt: endOfDay('2026-12-31', PARIS) };
	expect(isSameLastDay(Date.parse(stored), lastDay, PARIS)).toBe(isSame);
});

it('compares times to the second', () => {
	const endsAt = Date.parse('2026-12-31T09:00:00.700Z');
	expect(isSameLastDay(Date.parse('2026-12-31T09:00:00.000Z'), { endsAt }, PARIS)).toBe(true);
	expect(isSameLastDay(Date.parse('2026-12-31T09:00:01.000Z'), { endsAt }, PARIS)).toBe(false);
});

it.each([
	['2027-01-01T00:00:00Z', '2026-12-31'],
	['2026-12-31T09:00:00Z', undefined],
	['2028-03-01T00:00:00Z', '2028-02-29'],
])('the last day before %s is %s', (utc, day) => {
	expect(dayBefore(Date.parse(utc), PARIS)).toBe(day);
});

it('finds the next midnight in UTC', () => {
	const at = (utc: string) => new Date(nextMidnight(Date.parse(utc))).toISOString();
	expect(at('2026-11-28T06:00:00Z')).toBe('2026-11-29T00:00:00.000Z');
	expect(at('2026-11-28T00:00:00Z')).toBe('2026-11-29T00:00:00.000Z');
});
