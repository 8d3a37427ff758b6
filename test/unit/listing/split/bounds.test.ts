import { nameOfPart, SplitQuery } from '../../../../nodes/LearningPlatform/listing/split/bounds';
import { UserFacingError } from '../../../../nodes/LearningPlatform/transport/errors';

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
			'createdAt[gte]=2023-01-01T00:00:00.000Z&createdAt[lt]=2025-01-01T00:00:00.000Z',
			{ from: start, to: end },
			'createdAt[gte]=2024-01-01T00%3A00%3A00.000Z&createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			"have the user's own filter where the list begins",
			'createdAt[gte]=2023-01-01T02:00:00.5%2B02:00',
			{ from: second('2023-01-01T00:00:00Z'), to: end },
			'createdAt[gte]=2023-01-01T02:00:00.5%2B02:00&createdAt[lt]=2024-02-01T00%3A00%3A00.000Z',
		],
		[
			'leave another operator on the date alone',
			'createdAt[ne]=2023-01-01T00:00:00.000Z',
			{ from: start, to: Infinity },
			'createdAt[ne]=2023-01-01T00:00:00.000Z&createdAt[gte]=2024-01-01T00%3A00%3A00.000Z',
		],
	])('%s', (_what, whole, range, expected) => {
		expect(new SplitQuery(whole, 'createdAt').of(range)).toBe(expected);
	});
});

it.each([
	['createdAt[gte]=2024-01-01T00:00:00.000Z', start, Infinity],
	['createdAt[lt]=2024-01-01T01:00:00.900%2B01:00', -Infinity, start],
	['createdAt[lt]=2024-01-01T00:00Z', -Infinity, start],
	['createdAtLocal[gte]=2024-01-01T00:00:00.000Z', -Infinity, Infinity],
])('a list filtered by %s has a range from %d to %d', (query, from, to) => {
	expect(new SplitQuery(query, 'createdAt').range).toEqual({ from, to });
});

it.each(['2024-01-01', '2024-01-01T00:00:00', 'soon', '1704067200'])(
	'an end that is written as %s is refused, because services differ about its meaning',
	(value) => {
		expect(() => new SplitQuery(`createdAt[lt]=${value}`, 'createdAt')).toThrow(UserFacingError);
	},
);

it('the name of a field is encoded', () => {
	const query = new SplitQuery('', 'créé le').of({ from: -Infinity, to: start });
	expect(query).toBe('cr%C3%A9%C3%A9%20le[lt]=2024-01-01T00%3A00%3A00.000Z');
});

it.each([
	[{ from: start, to: end }, 'from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z'],
	[{ from: -Infinity, to: end }, 'before 2024-02-01T00:00:00Z'],
	[{ from: start, to: Infinity }, 'from 2024-01-01T00:00:00Z'],
])('a part is called %j, %s', (range, name) => {
	expect(nameOfPart(range)).toBe(name);
});
