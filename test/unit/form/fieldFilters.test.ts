import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { course, entered, group, nodeWith, sentFor } from './entered';

const queryOf = (...filter: { field: unknown; operator?: unknown; value: unknown }[]) =>
	sentFor(
		group,
		entered({ filters: { fieldFilters: { filter } } }),
		nodeWith({}, { timeZone: 'Europe/Paris' }),
	);

const fieldFilter = (field: unknown, operator: unknown, value: unknown) => ({
	filters: { fieldFilters: { filter: [{ field, operator, value }] } },
});

const query = (field: unknown, operator: unknown, value: unknown) =>
	queryOf({ field, operator, value });

it('field filters that an expression has made something else of are none', () => {
	for (const fieldFilters of [[], 'x', 7, null, { filter: 'x' }]) {
		expect(sentFor(group, entered({ filters: { fieldFilters } }))).toBe('');
	}
});

describe('a filter is written with', () => {
	it.each([
		['literal brackets', 'status', 'eq', 'published', 'status[eq]=published'],
		['several values for in', 'tagIds', 'in', 'a,b', 'tagIds[in][0]=a&tagIds[in][1]=b'],
		['spaces and needless commas', 'id', 'in', ', a,, ,b ,', 'id[in][0]=a&id[in][1]=b'],
		[
			'the values of an array',
			'id',
			'in',
			['a', 'b,c', 7],
			'id[in][0]=a&id[in][1]=b%2Cc&id[in][2]=7',
		],
		['a single number for in', 'id', 'in', 7, 'id[in][0]=7'],
		['commas in a single value', 'name', 'eq', 'a,b', 'name[eq]=a%2Cb'],
		['a number', 'duration', 'eq', 0, 'duration[eq]=0'],
		['what has a meaning in a query', 'a', 'eq', ' [&]=+%#?', 'a[eq]=%20%5B%26%5D%3D%2B%25%23%3F'],
		['letters outside ASCII', 'name', 'eq', 'é日🙂', 'name[eq]=%C3%A9%E6%97%A5%F0%9F%99%82'],
		['half an emoji', 'name', 'eq', 'a\uD83D', 'name[eq]=a%EF%BF%BD'],
		['spaces around the field', ' status ', 'eq', 'x', 'status[eq]=x'],
		['a field that needs escapes', 'custom [a]&', 'eq', 'x', 'custom%20%5Ba%5D%26[eq]=x'],
		['a number as its field', 7, 'eq', 'x', '7[eq]=x'],
		['no operator, which is Equals', 'name', undefined, 'x', 'name[eq]=x'],
		['an empty operator, which is Equals', 'name', ' ', 'x', 'name[eq]=x'],
		['an operator in capitals', 'name', ' NE ', 'x', 'name[ne]=x'],
		['the name of an operator', 'a', 'Greater Than or Equal', '1', 'a[gte]=1'],
		['another word for an operator', 'a', 'is not', 'x', 'a[ne]=x'],
		['its sign', 'a', '>=', '1', 'a[gte]=1'],
		['an operator in snake case', 'a', 'not_in', '1,2', 'a[nin][0]=1&a[nin][1]=2'],
	])('%s', (_what, field, operator, value, expected) => {
		expect(query(field, operator, value)).toBe(expected);
	});
});

describe('a date to compare with', () => {
	it.each(['gte', 'lt'])('is sent in UTC, by its milliseconds, with %s', (operator) => {
		const sent = (value: string) => decodeURIComponent(query('modifiedAt', operator, value));
		expect(sent('2024-01-31')).toBe(`modifiedAt[${operator}]=2024-01-30T23:00:00.000Z`);
		expect(sent('2024-01-31T00:30:32.742Z')).toContain('=2024-01-31T00:30:32.742Z');
	});

	it.each([
		['a whole number', 'gte', ' 2024'],
		['a fraction', 'lt', '7.5'],
		['a date to be equal to', 'eq', '2024-01-31'],
	])('is not %s, which is sent as it is', (_what, operator, value) => {
		expect(decodeURIComponent(query('a', operator, value))).toBe(`a[${operator}]=${value}`);
	});

	const ofCourses = (field: string, value: unknown) => () =>
		sentFor(course, entered(fieldFilter(field, 'gte', value)));

	it.each([
		['is a word in a field that is known to be a date', 'createdAt', 'soon'],
		['is a day that does not exist, in any field', 'a', '2026-02-30'],
	])('is refused where it %s', (_what, field, value) => {
		expect(ofCourses(field, value)).toThrow(UserFacingError);
		expect(ofCourses(field, value)).toThrow(
			`Field filter 1 on "${field}" must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		);
	});

	it('is a year in a field that is known to be a date', () => {
		expect(ofCourses('createdAt', 2026)()).toBe('createdAt[gte]=2026-01-01T00%3A00%3A00.000Z');
	});
});

it('filters are joined in their order', () => {
	const filters = [
		{ field: 'b', operator: 'eq', value: '1' },
		{ field: 'a', operator: 'in', value: '2,3' },
		{ field: 'b', operator: 'lt', value: '4' },
	];
	expect(queryOf(...filters)).toBe('b[eq]=1&a[in][0]=2&a[in][1]=3&b[lt]=4');
});

describe('a filter is refused', () => {
	it.each([
		['without a field', ' ', 'eq', 'x', 'Field filter 1 has no field'],
		['with an object as its field', {}, 'eq', 'x', 'Field filter 1 has no field'],
		...['lte', 7].map((operator): [string, unknown, unknown, unknown, string] => [
			`with the operator ${operator}`,
			...(['a', operator, 'x'] as const),
			'The operator of Field filter 1 must be eq, gte, in, lt, ne, or nin',
		]),
		['with an empty value', 'status', 'eq', '', 'The filter on "status" has no value'],
		['with spaces alone', 'status', 'eq', ' \n', 'The filter on "status" has no value'],
		['with null', 'status', 'eq', null, 'The filter on "status" has no value'],
		['with NaN', 'duration', 'lt', NaN, 'The filter on "duration" has a value that is not text'],
		['with NaN in the array', 'id', 'in', [1, NaN], 'a value that is not text, a number or a date'],
		['with an array for eq', 'status', 'eq', ['a'], 'a value that is not text, a number or a date'],
		['with commas alone for in', 'id', 'in', ' , ', 'The filter on "id" has no value'],
		['with an empty array for in', 'id', 'in', [], 'The filter on "id" has no value'],
		['with spaces in the array', 'id', 'in', ['a', ' '], 'The filter on "id" has no value'],
		['with null in the array', 'id', 'nin', ['a', null], 'The filter on "id" has no value'],
	])('%s', (_which, field, operator, value, message) => {
		const writing = () => query(field, operator, value);
		expect(writing).toThrow(UserFacingError);
		expect(writing).toThrow(message);
	});

	it('and counted as the user sees it', () => {
		const [one, other] = [
			{ field: 'a', value: 'b' },
			{ field: '', value: 'c' },
		];
		expect(() => queryOf(one, other)).toThrow('Field filter 2 has no field');
	});

	it('with the advice to use In for several values', () => {
		expect(() => query('a', 'eq', ['x'])).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('need the operator "In"') as string,
			}) as Error,
		);
	});
});
