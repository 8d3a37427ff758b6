import { datesOf, findOlder } from '../../../nodes/LearningPlatform/trigger/dates';

const NOON_S = Date.parse('2026-01-28T12:00:00Z') / 1_000;

const changedAt = (time: string) => ({ _id: time, modifiedAt: `2026-01-28T${time}Z` });

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

it.each([
	['of that second was asked for', changedAt('12:00:00'), true],
	['of the second before was not', changedAt('11:59:59'), false],
	['without the date was not', { _id: 'a' }, false],
	['whose date has no time zone was not', { _id: 'a', modifiedAt: '2026-01-28T13:00:00' }, false],
])('a record %s', (_, record, isAsked) => {
	const since = { field: 'modifiedAt', from: NOON_S };
	expect(findOlder([changedAt('13:00:00'), record], since)).toBe(isAsked ? undefined : record);
});

describe('all changes are known', () => {
	it.each([
		['up to the latest date', ['11:00:00', '11:30:00', '11:10:00'], 0, '11:30:00'],
		['less the seconds that the reading took', ['11:30:00'], 2_500, '11:29:57'],
		['whatever is dated after the reading began', ['11:30:00', '12:00:01'], 0, '11:30:00'],
	])('%s', (_, times, ms, expected) => {
		const dates = datesOf('modifiedAt');
		dates.note(times.map(changedAt), NOON_S + 0.5);
		jest.advanceTimersByTime(ms);
		const { latest = NaN } = dates.finish();
		expect(new Date(latest * 1_000).toISOString()).toBe(`2026-01-28T${expected}.000Z`);
	});

	it('up to the beginning of the first page, in a list whose later pages come first', () => {
		const dates = datesOf('modifiedAt');
		dates.note([changedAt('12:00:00')], NOON_S);
		dates.note([], NOON_S - 60);
		expect(dates.finish()).toMatchObject({ latest: NOON_S - 60 });
	});

	it('up to no date where no record has one', () => {
		const dates = datesOf('modifiedAt');
		dates.note([{ _id: 'a' }], NOON_S);
		expect(dates.finish().latest).toBeUndefined();
	});
});

it.each([
	['12:10:00', undefined],
	['12:10:01', '12:10:01'],
])('a date of %s at noon is ahead only beyond ten minutes: %s', (time, expected) => {
	const dates = datesOf('modifiedAt');
	dates.note([changedAt(time)], NOON_S);
	expect(dates.finish().ahead?.record._id).toBe(expected);
});
