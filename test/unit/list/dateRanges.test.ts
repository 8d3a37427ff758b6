import { dateRanges } from '../../../nodes/LearningPlatform/list/dateRanges';
import { queryOf } from '../../../nodes/LearningPlatform/service';
import { filtersIn } from './virtualTime';

const second = (iso: string) => Date.parse(iso) / 1_000;

const start = second('2024-01-01T00:00:00Z');
const end = second('2024-02-01T00:00:00Z');

describe('the filters of a part', () => {
	const [from, to] = ['2024-01-01T00%3A00%3A00.000Z', '2024-02-01T00%3A00%3A00.000Z'];
	const own = '2023-01-01T02%3A00%3A00.5%2B02%3A00';
	const ownStart = second('2023-01-01T00:00:00Z');
	const part = `createdAt[gte]=${from}&createdAt[lt]=${to}`;
	const others = 'status[eq]=published&tagIds[in][0]=a';

	it.each([
		['are its two ends', '', { from: start, to: end }, part],
		['have one end at the start', '', { from: -Infinity, to: end }, `createdAt[lt]=${to}`],
		[
			'come after those on other fields',
			others,
			{ from: start, to: Infinity },
			`${others}&createdAt[gte]=${from}`,
		],
		[
			"take the place of the user's own range",
			`createdAt[gte]=${own}&createdAt[lt]=2025-01-01T00:00:00.000Z`,
			{ from: start, to: end },
			part,
		],
		[
			"have the user's own filter where the list begins",
			`createdAt[gte]=${own}`,
			{ from: ownStart, to: end },
			`createdAt[gte]=${own}&createdAt[lt]=${to}`,
		],
		[
			'leave another operator on the date alone',
			`createdAt[ne]=${to}`,
			{ from: start, to: Infinity },
			`createdAt[ne]=${to}&createdAt[gte]=${from}`,
		],
		[
			'are the same for the whole list, in their order',
			`createdAt[gte]=${own}&status[eq]=published`,
			{ from: ownStart, to: Infinity },
			`createdAt[gte]=${own}&status[eq]=published`,
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
	const range = { from: start, to: end };
	const NONE = 'has no "createdAt", by which the list is read in parts';
	const NO_DATE = 'has a "createdAt" that is not a date, and the list is read in parts by it';
	const OUTSIDE =
		'does not belong to the part that was asked for: its "createdAt" is not from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z';

	it.each([
		['no date', { _id: 'a' }, `record "a" ${NONE}`],
		['no date, and a long ID', { _id: 'a'.repeat(51) }, `record "${'a'.repeat(50)}" ${NONE}`],
		['null', { _id: 'a', createdAt: null }, `record "a" ${NONE}`],
		['one without an ID', {}, `record 1 of the page ${NONE}`],
		['a text', { id: 7, createdAt: 'soon' }, `record "7" ${NO_DATE}`],
		['a day that is none', { _id: 'a', createdAt: '2024-13-40' }, `record "a" ${NO_DATE}`],
		['the end', { _id: 'a', createdAt: '2024-02-01T00:00:00Z' }, `record "a" ${OUTSIDE}`],
		['a time before', { _id: 'a', createdAt: '2023-12-31T23:59:59.999Z' }, `record "a" ${OUTSIDE}`],
	])('%s', (_what, record, message) => {
		expect(() => secondsOf([record], range)).toThrow(`The ${message}`);
	});

	it('and what is in the range is not', () => {
		const dates = ['2024-01-01T00:00:00Z', '2024-01-31T23:59:59.999Z'];
		const records = dates.map((createdAt) => ({ createdAt }));
		expect(secondsOf(records, range)).toHaveLength(2);
	});
});
