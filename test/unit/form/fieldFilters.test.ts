import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { course, entered, group, nodeWith, sentFor } from './entered';

const queryOf = (...filter: object[]) =>
	sentFor(
		group,
		entered({ filters: { fieldFilters: { filter } } }),
		nodeWith({}, { timeZone: 'Europe/Paris' }),
	);

const query = (field: unknown, operator: unknown, value: unknown) =>
	queryOf({ field, operator, value });

it.each([[[]], [null]])('%j is no field filter', (fieldFilters) => {
	expect(sentFor(group, entered({ filters: { fieldFilters } }))).toBe('');
});

describe('a field filter sends', () => {
	it.each([
		['literal brackets', 'status', 'eq', 'published', 'status[eq]=published'],
		['several values for In', 'tagIds', 'in', 'a,b', 'tagIds[in][0]=a&tagIds[in][1]=b'],
		['values without extra spaces and commas', 'id', 'in', ', a,,b ,', 'id[in][0]=a&id[in][1]=b'],
		['the values of a list', 'id', 'in', ['b,c', 7], 'id[in][0]=b%2Cc&id[in][1]=7'],
		['a value with commas', 'name', 'eq', 'a,b', 'name[eq]=a%2Cb'],
		['zero', 'duration', 'eq', 0, 'duration[eq]=0'],
		['escaped characters', 'a', 'eq', ' [&]=+%#?', 'a[eq]=%20%5B%26%5D%3D%2B%25%23%3F'],
		['letters outside ASCII', 'name', 'eq', 'é日🙂', 'name[eq]=%C3%A9%E6%97%A5%F0%9F%99%82'],
		['U+FFFD for half an emoji', 'name', 'eq', 'a\uD83D', 'name[eq]=a%EF%BF%BD'],
		['an escaped field', 'custom [a]&', 'eq', 'x', 'custom%20%5Ba%5D%26[eq]=x'],
		['Equals without an operator', 'name', undefined, 'x', 'name[eq]=x'],
		['Equals for an empty operator', 'name', ' ', 'x', 'name[eq]=x'],
		['an operator given by its label', 'a', 'Greater Than or Equal', '1', 'a[gte]=1'],
		['an operator given as a synonym', 'a', 'is not', 'x', 'a[ne]=x'],
		['an operator given as a symbol', 'a', '>=', '1', 'a[gte]=1'],
		['an operator in snake case', 'a', 'not_in', '1,2', 'a[nin][0]=1&a[nin][1]=2'],
		['a date with Equals, unchanged', 'a', 'eq', '2024-01-31', 'a[eq]=2024-01-31'],
	])('%s', (_what, field, operator, value, expected) => {
		expect(query(field, operator, value)).toBe(expected);
	});

	it('filters in order', () => {
		const [b, a] = [
			{ field: 'b', operator: 'eq', value: '1' },
			{ field: 'a', operator: 'in', value: '2,3' },
		];
		expect(queryOf(b, a)).toBe('b[eq]=1&a[in][0]=2&a[in][1]=3');
	});
});

describe('a date in a filter', () => {
	it.each(['gte', 'lt'])('is sent in UTC, to the millisecond, with %s', (operator) => {
		const sent = (value: string) => decodeURIComponent(query('modifiedAt', operator, value));
		expect(sent('2024-01-31')).toBe(`modifiedAt[${operator}]=2024-01-30T23:00:00.000Z`);
		expect(sent('2024-01-31T00:30:32.742Z')).toContain('=2024-01-31T00:30:32.742Z');
	});

	const ofCourses = (field: string, value: unknown) => () => {
		const filter = [{ field, operator: 'gte', value }];
		return sentFor(course, entered({ filters: { fieldFilters: { filter } } }));
	};

	it.each([
		['a word in a date field', 'createdAt', 'soon'],
		['a nonexistent day in any field', 'a', '2026-02-30'],
	])('cannot be %s', (_what, field, value) => {
		expect(ofCourses(field, value)).toThrow(UserFacingError);
		expect(ofCourses(field, value)).toThrow(`Field filter 1 on "${field}" must be a date such as`);
	});

	it.each([
		['a year', 2026, '2026-01-01'],
		['a day number of Excel', '46053', '2026-01-31'],
	])('can be %s in a date field', (_what, value, day) => {
		expect(ofCourses('createdAt', value)()).toBe(`createdAt[gte]=${day}T00%3A00%3A00.000Z`);
	});

	it('is named if it is a day number of Excel', () => {
		const filters = {
			createdAfter: 46_053.5,
			fieldFilters: { filter: [{ field: 'modifiedAt', operator: 'gte', value: 46_053 }] },
		};
		const found = filtersOf(course).read(entered({ filters }), nodeWith()).filters;
		expect(found.map(({ excelDay }) => excelDay)).toEqual([
			'46053.5 as 2026-01-31T12:00:00.000',
			'46053 as 2026-01-31',
		]);
	});
});

describe('a field filter is rejected', () => {
	const noValue = (field: string) => `The filter on "${field}" has no value`;
	const notText = 'a value that is not text, a number, or a date';
	const operators = 'The operator of Field filter 1 must be eq, gte, in, lt, ne, or nin';

	it.each([
		['without a field', ' ', 'eq', 'x', 'Field filter 1 has no field'],
		['if its field is an object', {}, 'eq', 'x', 'Field filter 1 has no field'],
		['for the lte operator', 'a', 'lte', 'x', operators],
		['if its operator is a number', 'a', 7, 'x', operators],
		['for spaces', 'status', 'eq', ' \n', noValue('status')],
		['for null', 'status', 'eq', null, noValue('status')],
		['for NaN', 'duration', 'lt', NaN, notText],
		['for NaN in a list', 'id', 'in', [1, NaN], notText],
		['for a list with Equals', 'status', 'eq', ['a'], notText],
		['for commas with In', 'id', 'in', ' , ', noValue('id')],
		['for an empty list', 'id', 'in', [], noValue('id')],
		['for spaces in a list', 'id', 'in', ['a', ' '], noValue('id')],
		['for null in a list', 'id', 'nin', ['a', null], noValue('id')],
	])('%s', (_what, field, operator, value, message) => {
		const reading = () => query(field, operator, value);
		expect(reading).toThrow(UserFacingError);
		expect(reading).toThrow(message);
	});

	it('and the error gives its position in the form', () => {
		const [one, two] = [{ field: 'a', value: 'b' }, { value: 'c' }];
		expect(() => queryOf(one, two)).toThrow('Field filter 2 has no field');
	});
});
