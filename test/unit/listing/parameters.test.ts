import {
	readFilterQuery as filterQuery,
	readLimit,
	readMaxRetries,
	type ReadParameter,
} from '../../../nodes/LearningPlatform/listing/parameters';
import { findResource, type Resource } from '../../../nodes/LearningPlatform/resources';
import { UserFacingError } from '../../../nodes/LearningPlatform/transport/errors';

/** A node with these parameters; what is not set comes as the fallback, as in n8n. */
const node = (parameters: Record<string, unknown>) => (name: string, fallback: unknown) =>
	name in parameters ? parameters[name] : fallback;

const [courses, groups] = ['course', 'group'].map(findResource) as [Resource, Resource];

const readFilterQuery = (read: ReadParameter, resource: Resource) =>
	filterQuery(read, resource, 'UTC');

const filters = (status: unknown, ...filter: object[]) =>
	node({ filters: { ...(status !== undefined && { status }), fieldFilters: { filter } } });

describe('the query for Filters', () => {
	it.each([
		['is empty without filters', node({}), ''],
		['is empty with an empty collection', node({ filters: {} }), ''],
		['is empty with empty field filters', node({ filters: { fieldFilters: {} } }), ''],
		['has the status', filters('published'), 'status[eq]=published'],
		[
			'has one for each typed filter, and none for those left empty',
			node({
				filters: {
					status: 'published',
					createdAfter: '2026-01-31',
					createdBefore: '2026-02-01',
					groupId: { __rl: true, mode: 'id', value: '' },
					tagIds: [],
					type: 'any',
				},
			}),
			'createdAt[gte]=2026-01-31T00%3A00%3A00.000Z&createdAt[lt]=2026-02-01T00%3A00%3A00.000Z&status[eq]=published',
		],
		[
			'has the status before the field filters',
			filters('archived', { field: 'type', operator: 'ne', value: 'native' }),
			'status[eq]=archived&type[ne]=native',
		],
		[
			'has only the field filters when no status is set',
			filters(undefined, { field: 'a', operator: 'lt', value: 1 }),
			'a[lt]=1',
		],
		[
			'takes Equals where no operator was stored',
			filters(undefined, { field: 'a', value: 'b' }),
			'a[eq]=b',
		],
	])('%s', (_what, read, query) => {
		expect(readFilterQuery(read, courses)).toBe(query);
	});

	it.each([
		[
			'a filter without a field',
			filters('published', { value: 'b' }),
			'Field filter 1 has no field',
		],
		['a filter without a value', filters('published', { field: 'a' }), '"a" has no value'],
		[
			'the second filter, counted as the user sees them',
			filters('published', { field: 'a', value: 'b' }, { field: '', value: 'c' }),
			'Field filter 2 has no field',
		],
	])('refuses %s', (_what, read, message) => {
		expect(() => readFilterQuery(read, courses)).toThrow(UserFacingError);
		expect(() => readFilterQuery(read, courses)).toThrow(message);
	});

	it.each([
		[
			'two field filters',
			filters(
				undefined,
				{ field: 'type', operator: 'ne', value: 'native' },
				{ field: 'name', value: 'a' },
				{ field: ' type ', operator: 'ne', value: 'external' },
			),
			'Field filter 1 and Field filter 3 have the same field and operator',
		],
		[
			'Status and a field filter on it',
			filters('published', { field: 'status', value: 'published' }),
			'Status and Field filter 1 have the same field and operator',
		],
		[
			'a typed filter, by its label, and a field filter on its field',
			node({
				filters: {
					createdAfter: '2026-01-31',
					fieldFilters: { filter: [{ field: 'createdAt', operator: 'gte', value: '2026' }] },
				},
			}),
			'Created After and Field filter 1 have the same field and operator',
		],
		[
			'two lists of values',
			filters(
				undefined,
				{ field: 'tagIds', operator: 'in', value: 'a' },
				{ field: 'tagIds', operator: 'in', value: 'b' },
			),
			'Field filter 1 and Field filter 2 have the same field and operator',
		],
	])('refuses %s with the same field and operator', (_what, read, message) => {
		expect(() => readFilterQuery(read, courses)).toThrow(UserFacingError);
		expect(() => readFilterQuery(read, courses)).toThrow(message);
	});

	it('takes the same field with another operator, and the same operator with another field', () => {
		const read = filters(
			'published',
			{ field: 'status', operator: 'ne', value: 'deleted' },
			{ field: 'createdAt', operator: 'gte', value: '2026' },
			{ field: 'createdAt', operator: 'lt', value: '2027' },
			{ field: 'Status', value: 'published' },
		);
		expect(readFilterQuery(read, courses)).toBe(
			'status[eq]=published&status[ne]=deleted&createdAt[gte]=2026&createdAt[lt]=2027&Status[eq]=published',
		);
	});
});

it.each(['published', 'draft'])(
	'the status %j that another resource left behind is ignored where records have none',
	(status) => {
		expect(readFilterQuery(node({ filters: { status } }), groups)).toBe('');
	},
);

describe('Limit', () => {
	it.each([
		['is 50 when nothing is set', {}, 50],
		['is the number set', { limit: 7 }, 7],
		['is the number in a text, as an expression may give it', { limit: ' 7 ' }, 7],
		['is one', { limit: 1 }, 1],
		['is large', { limit: 1e9 }, 1e9],
		['is nothing with Return All', { returnAll: true, limit: 7 }, Infinity],
		['is not looked at with Return All', { returnAll: true, limit: -1 }, Infinity],
		['is nothing with Return All as text', { returnAll: 'true', limit: 7 }, Infinity],
		['is nothing with Return All as text in any case', { returnAll: ' True', limit: 7 }, Infinity],
		['counts when Return All is off, as text', { returnAll: 'false', limit: 7 }, 7],
		['counts when Return All is off', { returnAll: false, limit: 7 }, 7],
	])('%s', (_what, parameters, limit) => {
		expect(readLimit(node(parameters))).toBe(limit);
	});

	it.each([
		['', 10],
		[null, 10],
		[undefined, 10],
		[7, 7],
	])('of %p, which a model may leave out, is %d', (limit, wanted) => {
		expect(readLimit(node({ limit }), 10)).toBe(wanted);
	});

	it.each([0, -1, 1.5, NaN, Infinity, '', ' ', 'many', '7a', null, undefined, true, [], {}])(
		'%p is refused',
		(limit) => {
			const reading = () => readLimit(node({ limit }));
			expect(reading).toThrow(UserFacingError);
			expect(reading).toThrow('Limit must be a whole number of at least 1');
		},
	);
});

describe('Max Retries', () => {
	it.each([
		['is 4 without options', {}, 4],
		['is 4 with empty options', { options: {} }, 4],
		['is 4 when an expression gives nothing', { options: { maxRetries: undefined } }, 4],
		['is the number set', { options: { maxRetries: 7 } }, 7],
		['can be none', { options: { maxRetries: 0 } }, 0],
		['can be ten', { options: { maxRetries: 10 } }, 10],
		['can be a number in a text', { options: { maxRetries: '3' } }, 3],
	])('%s', (_what, parameters, expected) => {
		expect(readMaxRetries(node(parameters))).toBe(expected);
	});

	it.each([-1, 11, 0.5, 'few', null, ''])('%p is refused', (maxRetries) => {
		expect(() => readMaxRetries(node({ options: { maxRetries } }))).toThrow(
			'Max Retries must be a whole number from 0 to 10',
		);
	});
});
