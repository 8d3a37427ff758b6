import { dateRanges } from '../../../nodes/LearningPlatform/list/dateRanges';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { queryOf } from '../../../nodes/LearningPlatform/service';
import { filtersIn } from './virtualTime';

const second = (iso: string) => Date.parse(iso) / 1_000;

const start = second('2024-01-01T00:00:00Z');
const end = second('2024-02-01T00:00:00Z');

describe('the filters of a part', () => {
	it.each([
		[
			'are its two ends',
			'',
			{ from: start, to: end },
			'createdAt[gte]=2024-01-01T00%3A00%3A00.000Z&createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			'have one end at the beginning of the list',
			'',
			{ from: -Infinity, to: end },
			'createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			'come after those on other fields',
			'status[eq]=published&tagIds[in][0]=a',
			{ from: start, to: Infinity },
			'status[eq]=published&tagIds[in][0]=a&createdAt[gte]=2024-01-01T00%3A00%3A00.000Z',
		],
		[
			"take the place of the user's own range",
			'createdAt[gte]=2023-01-01T00%3A00%3A00.000Z&createdAt[lt]=2025-01-01T00:00:00.000Z',
			{ from: start, to: end },
			'createdAt[gte]=2024-01-01T00%3A00%3A00.000Z&createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			"have the user's own filter where the list begins",
			'createdAt[gte]=2023-01-01T02%3A00%3A00.5%2B02%3A00',
			{ from: second('2023-01-01T00:00:00Z'), to: end },
			'createdAt[gte]=2023-01-01T02%3A00%3A00.5%2B02%3A00&createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			'leave another operator on the date alone',
			'createdAt[ne]=2023-01-01T00%3A00%3A00.000Z',
			{ from: start, to: Infinity },
			'createdAt[ne]=2023-01-01T00%3A00%3A00.000Z&createdAt[gte]=2024-01-01T00%3A00%3A00.000Z',
		],
		[
			'are the same for the whole list, in their order',
			'createdAt[gte]=2023-01-01T00%3A00%3A00.000Z&status[eq]=published',
			{ from: second('2023-01-01T00:00:00Z'), to: Infinity },
			'createdAt[gte]=2023-01-01T00%3A00%3A00.000Z&status[eq]=published',
		],
	])('%s', (_what, whole, range, expected) => {
		const { filtersFor } = dateRanges(filtersIn(whole), 'createdAt');
		expect(queryOf(filtersFor(range))).toBe(expected);
	});
});

it.each([
	['createdAt[gte]=2024-01-01T00:00:00.000Z', start, Infinity],
	['createdAt[lt]=2024-01-01T01:00:00.900%2B01:00', -Infinity, start],
	['createdAt[lt]=2024-01-01T00:00Z', -Infinity, start],
	['createdAtLocal[gte]=2024-01-01T00:00:00.000Z', -Infinity, Infinity],
])('a list filtered by %s has a range from %d to %d', (query, from, to) => {
	expect(dateRanges(filtersIn(query), 'createdAt').whole).toEqual({ from, to });
});

it.each(['2024-01-01', '2024-01-01T00:00:00', 'soon', '1704067200'])(
	'an end that is written as %s is refused, because services differ about its meaning',
	(value) => {
		expect(() => dateRanges(filtersIn(`createdAt[lt]=${value}`), 'createdAt')).toThrow(
			'The filter on "createdAt" cannot be combined with Read Faster',
		);
	},
);

it('the name of a field is encoded', () => {
	const filters = dateRanges([], 'créé le').filtersFor({ from: -Infinity, to: start });
	expect(queryOf(filters)).toBe('cr%C3%A9%C3%A9%20le[lt]=2024-01-01T00%3A00%3A00.000Z');
});

it.each([
	[{ from: start, to: end }, 'from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z'],
	[{ from: -Infinity, to: end }, 'before 2024-02-01T00:00:00Z'],
	[{ from: start, to: Infinity }, 'from 2024-01-01T00:00:00Z'],
	[{ from: -Infinity, to: Infinity }, undefined],
])('a part is called %j, %s', (range, name) => {
	expect(dateRanges([], 'createdAt').labelOf(range)).toBe(name);
});

const { whole, secondsOf } = dateRanges([], 'createdAt');

it.each([
	['2024-01-31T08:00:00.000Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00.999Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00.123456Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T09:30:00+01:30', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00', '2024-01-31T08:00:00Z'],
	['2024-01-31', '2024-01-31T00:00:00Z'],
	['1969-12-31T23:59:59.500Z', '1969-12-31T23:59:59Z'],
])('%s is in the second %s', (createdAt, expected) => {
	expect(secondsOf([{ createdAt }], whole)).toEqual([second(expected)]);
});

it('a date in an object is found by its path', () => {
	const records = [{ dates: { created: '2024-01-31T08:00:00Z' } }];
	expect(dateRanges([], 'dates.created').secondsOf(records, whole)).toEqual([
		second('2024-01-31T08:00:00Z'),
	]);
});

describe('refused, with the name of the record, is', () => {
	const range = { from: second('2024-01-01T00:00:00Z'), to: second('2024-02-01T00:00:00Z') };

	it.each([
		[
			'no date',
			{ _id: 'a' },
			'The record "a" has no "createdAt", by which the list is read in parts',
		],
		[
			'no date, and an ID of which 50 letters are named',
			{ _id: 'a'.repeat(51) },
			`The record "${'a'.repeat(50)}" has no "createdAt"`,
		],
		[
			'null',
			{ _id: 'a', createdAt: null },
			'The record "a" has no "createdAt", by which the list is read in parts',
		],
		[
			'one without an ID',
			{},
			'The record 1 of the page has no "createdAt", by which the list is read in parts',
		],
		[
			'a text',
			{ id: 7, createdAt: 'soon' },
			'The record "7" has a "createdAt" that is not a date, and the list is read in parts by it',
		],
		[
			'a day that is none',
			{ _id: 'a', createdAt: '2024-13-40' },
			'The record "a" has a "createdAt" that is not a date, and the list is read in parts by it',
		],
		[
			'the end of the range',
			{ _id: 'a', createdAt: '2024-02-01T00:00:00Z' },
			'The record "a" does not belong to the part that was asked for: its "createdAt" is not from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z',
		],
		[
			'what comes before the range',
			{ _id: 'a', createdAt: '2023-12-31T23:59:59.999Z' },
			'The record "a" does not belong to the part that was asked for: its "createdAt" is not from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z',
		],
	])('%s', (_what, record, message) => {
		expect(() => secondsOf([record], range)).toThrow(UserFacingError);
		expect(() => secondsOf([record], range)).toThrow(message);
	});

	it('and what is in the range is not', () => {
		const createdAt = ['2024-01-01T00:00:00Z', '2024-01-31T23:59:59.999Z'];
		expect(
			secondsOf(
				createdAt.map((at) => ({ createdAt: at })),
				range,
			),
		).toHaveLength(2);
	});
});
