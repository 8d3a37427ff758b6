import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { entered, group, nodeWith } from './entered';

const groups = filtersOf(group);

const queryOf = (...filter: { field: unknown; operator: unknown; value: unknown }[]) =>
	groups.read(
		entered({ filters: { fieldFilters: { filter } } }),
		nodeWith({}, { timeZone: 'Europe/Paris' }),
	).query;

const query = (field: unknown, operator: unknown, value: unknown) =>
	queryOf({ field, operator, value });

it('field filters that an expression has made something else of are none', () => {
	for (const fieldFilters of [[], 'x', 7, null, { filter: 'x' }]) {
		expect(groups.read(entered({ filters: { fieldFilters } }), nodeWith({})).query).toBe('');
	}
});

describe('a filter is written with', () => {
	it.each([
		['literal brackets', 'status', 'eq', 'published', 'status[eq]=published'],
		['the operator ne', 'status', 'ne', 'deleted', 'status[ne]=deleted'],
		['the operator lt', 'duration', 'lt', '600', 'duration[lt]=600'],
		[
			'the operator gte',
			'modifiedAt',
			'gte',
			'2026-01-31T00:00:00.000Z',
			'modifiedAt[gte]=2026-01-31T00%3A00%3A00.000Z',
		],
		['one value for in', 'tagIds', 'in', 'a', 'tagIds[in][0]=a'],
		['several values for in', 'tagIds', 'in', 'a,b', 'tagIds[in][0]=a&tagIds[in][1]=b'],
		['several values for nin', 'tagIds', 'nin', 'a,b', 'tagIds[nin][0]=a&tagIds[nin][1]=b'],
		['values divided by commas and spaces', 'id', 'in', ' a , b ', 'id[in][0]=a&id[in][1]=b'],
		['values between needless commas', 'id', 'in', ',a,,b,', 'id[in][0]=a&id[in][1]=b'],
		[
			'the values of an array',
			'id',
			'in',
			['a', 'b,c', 7],
			'id[in][0]=a&id[in][1]=b%2Cc&id[in][2]=7',
		],
		['a blank between commas', 'id', 'in', 'a, ,b', 'id[in][0]=a&id[in][1]=b'],
		['a comma at the end', 'id', 'in', 'a,', 'id[in][0]=a'],
		['a single number for in', 'id', 'in', 7, 'id[in][0]=7'],
		['commas in a single value', 'name', 'eq', 'a,b', 'name[eq]=a%2Cb'],
		['a number', 'duration', 'eq', 0, 'duration[eq]=0'],
		['a boolean', 'public', 'eq', false, 'public[eq]=false'],
		['spaces', 'name', 'eq', ' two words ', 'name[eq]=%20two%20words%20'],
		['an ampersand and an equals sign', 'name', 'eq', 'a&b=c', 'name[eq]=a%26b%3Dc'],
		['a plus sign', 'name', 'eq', 'a+b', 'name[eq]=a%2Bb'],
		['brackets in the value', 'name', 'eq', '[a]', 'name[eq]=%5Ba%5D'],
		['a percent sign', 'name', 'eq', '100%', 'name[eq]=100%25'],
		['a number sign and a question mark', 'name', 'eq', '#1?', 'name[eq]=%231%3F'],
		[
			'letters outside ASCII',
			'name',
			'eq',
			'é – 日本',
			'name[eq]=%C3%A9%20%E2%80%93%20%E6%97%A5%E6%9C%AC',
		],
		['an emoji', 'name', 'eq', '🙂', 'name[eq]=%F0%9F%99%82'],
		['half an emoji', 'name', 'eq', 'a\uD83D', 'name[eq]=a%EF%BF%BD'],
		['a line end', 'name', 'eq', 'a\r\nb', 'name[eq]=a%0D%0Ab'],
		['spaces around the field', ' status ', 'eq', 'x', 'status[eq]=x'],
		['a field that needs escapes', 'custom field&', 'eq', 'x', 'custom%20field%26[eq]=x'],
		['brackets in the field', 'custom[a]', 'eq', 'x', 'custom%5Ba%5D[eq]=x'],
		['a number as its field', 7, 'eq', 'x', '7[eq]=x'],
		['no operator, which is Equals', 'name', undefined, 'x', 'name[eq]=x'],
		['an empty operator, which is Equals', 'name', ' ', 'x', 'name[eq]=x'],
		['null for its operator, which is Equals', 'name', null, 'x', 'name[eq]=x'],
		['an operator in capitals', 'name', ' NE ', 'x', 'name[ne]=x'],
		['the name of an operator', 'a', 'Greater Than or Equal', '1', 'a[gte]=1'],
		['an operator in snake case', 'a', 'not_in', '1', 'a[nin][0]=1'],
	])('%s', (_what, field, operator, value, expected) => {
		expect(query(field, operator, value)).toBe(expected);
	});
});

describe('a date to compare with is sent in UTC, by its milliseconds:', () => {
	it.each([
		['a day, in the time zone of the workflow', '2024-01-31', '2024-01-30T23:00:00.000Z'],
		['a day with spaces around it', ' 2024-07-31 ', '2024-07-30T22:00:00.000Z'],
		['a month', '2024-02', '2024-01-31T23:00:00.000Z'],
		['a week', '2024-W05', '2024-01-28T23:00:00.000Z'],
		['a time without a zone', '2024-01-31T08:30', '2024-01-31T07:30:00.000Z'],
		['a time after a space', '2024-01-31 08:30:15', '2024-01-31T07:30:15.000Z'],
		['a time with its zone', '2024-01-31T00:30:00+05:30', '2024-01-30T19:00:00.000Z'],
		['a time in UTC', '2024-01-31T00:30:00Z', '2024-01-31T00:30:00.000Z'],
		['a time with milliseconds', '2024-01-31T00:30:32.742Z', '2024-01-31T00:30:32.742Z'],
	])('%s', (_what, value, sent) => {
		expect(decodeURIComponent(query('modifiedAt', 'gte', value))).toBe(`modifiedAt[gte]=${sent}`);
		expect(decodeURIComponent(query('modifiedAt', 'lt', value))).toBe(`modifiedAt[lt]=${sent}`);
	});

	it.each([
		['a number', 'gte', 2024],
		['a number as text', 'gte', '2024'],
		['a long number', 'lt', '20240131'],
		['a fraction', 'lt', '7.5'],
		['a date that is none', 'lt', '2024-02-30'],
		['a year of more than four digits', 'lt', '9999-12-31T24:00Z'],
		['a date to be equal to', 'eq', '2024-01-31'],
		['a date that is not to be', 'ne', '2024-01-31T00:30:00+05:30'],
	])('%s is sent as it is', (_what, operator, value) => {
		expect(decodeURIComponent(query('a', operator, value))).toBe(`a[${operator}]=${value}`);
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
		['without a field', '', 'eq', 'x', 'Field filter 1 has no field'],
		...['gt', 'lte', '>', 'like&x', 'constructor', 7, {}].map(
			(operator): [string, unknown, unknown, unknown, string] => [
				`with the operator ${JSON.stringify(operator)}`,
				...(['a', operator, 'x'] as const),
				'The operator of Field filter 1 must be eq, gte, in, lt, ne, or nin',
			],
		),
		['with a field of spaces', ' ', 'eq', 'x', 'Field filter 1 has no field'],
		['with an empty value', 'status', 'eq', '', 'The filter on "status" has no value'],
		['with an undefined value', 'status', 'eq', undefined, 'The filter on "status" has no value'],
		['with null', 'status', 'eq', null, 'The filter on "status" has no value'],
		['with an object as its field', {}, 'eq', 'x', 'Field filter 1 has no field'],
		['with NaN as its field', NaN, 'eq', 'x', 'Field filter 1 has no field'],
		['with NaN', 'duration', 'lt', NaN, 'The filter on "duration" has a value that is not text'],
		['with infinity', 'duration', 'lt', Infinity, 'The filter on "duration" has a value that'],
		['with NaN in the array', 'id', 'in', [1, NaN], 'a value that is not text, a number or a date'],
		['with a date that is none', 'createdAt', 'lt', new Date(NaN), 'The filter on "createdAt" has'],
		['with an object', 'status', 'eq', { a: 1 }, 'a value that is not text, a number or a date'],
		['with an object for in', 'id', 'in', { a: 1 }, 'a value that is not text, a number or a date'],
		['with an array for eq', 'status', 'eq', ['a'], 'a value that is not text, a number or a date'],
		['with an empty text for in', 'id', 'in', '', 'The filter on "id" has no value'],
		['with commas alone for in', 'id', 'in', ' , ', 'The filter on "id" has no value'],
		['with an empty array for in', 'id', 'in', [], 'The filter on "id" has no value'],
		['with undefined for in', 'id', 'in', undefined, 'The filter on "id" has no value'],
		[
			'with an object in the array',
			'id',
			'in',
			['a', {}],
			'a value that is not text, a number or a',
		],
		['with an empty text in the array', 'id', 'in', ['a', ''], 'The filter on "id" has no value'],
		['with spaces in the array', 'id', 'in', ['a', ' '], 'The filter on "id" has no value'],
		['with null in the array', 'id', 'nin', ['a', null], 'The filter on "id" has no value'],
	])('%s', (_which, field, operator, value, message) => {
		const writing = () => query(field, operator, value);
		expect(writing).toThrow(UserFacingError);
		expect(writing).toThrow(message);
	});

	it('with the advice to use In for several values', () => {
		expect(() => query('a', 'eq', ['x'])).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('need the operator "In"') as string,
			}) as Error,
		);
	});
});
