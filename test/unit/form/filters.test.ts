import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { filterText } from '../../../nodes/LearningPlatform/form/values';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { course, entered, group, nodeWith, resourceOf, sentFor } from './entered';

const fieldFilter = (field: string, operator: string, value: string) => ({
	field,
	operator,
	value,
});

describe('Filters', () => {
	it.each([
		['nothing without filters', {}, ''],
		[
			'a filter for each field, but nothing for "any"',
			{
				status: 'published',
				type: 'any',
				createdAfter: '2026-01-31',
				createdBefore: '2026-02-01',
			},
			'createdAt[gte]=2026-01-31T00%3A00%3A00.000Z&createdAt[lt]=2026-02-01T00%3A00%3A00.000Z&status[eq]=published',
		],
		[
			'Field Filters last',
			{
				fieldFilters: { filter: [fieldFilter('type', 'ne', 'native')] },
				status: 'archived',
			},
			'status[eq]=archived&type[ne]=native',
		],
	])('send %s', (_what, filters, query) => {
		expect(sentFor(course, entered({ filters }))).toBe(query);
	});

	it.each<[string, object, object[]]>([
		['type', {}, [fieldFilter(' type ', 'ne', 'a'), fieldFilter('type', 'ne', 'b')]],
		['createdAt', { createdAfter: '2026-01-31' }, [fieldFilter('createdAt', 'gte', '2026')]],
	])('reject two filters on %s with the same operator', (field, others, filter) => {
		const reading = () =>
			sentFor(course, entered({ filters: { ...others, fieldFilters: { filter } } }));
		expect(reading).toThrow(UserFacingError);
		expect(reading).toThrow(`Two filters on "${field}" have the same operator`);
	});

	it.each([
		['a group', group, { groupId: { __rl: true, mode: 'list', value: '' } }],
		['part of a name', resourceOf('courseCompletion'), { nameContains: 'a' }],
		[
			'a field filter',
			resourceOf('trainingStatus'),
			{ fieldFilters: { filter: [fieldFilter('a', 'eq', 'b')] } },
		],
	])('ignore %s left over from a different resource', (_what, resource, filters) => {
		const read = filtersOf(resource).read(entered({ filters }), nodeWith());
		expect(read).toEqual({ filters: [], nameContains: '' });
	});
});

describe('Name Contains', () => {
	const nameContains = (value: unknown, type = 'learningPlatform') =>
		filtersOf(course).read(entered({ filters: { nameContains: value } }), nodeWith({}, { type }));

	it.each([
		['trims text', ' First Aid\n', 'First Aid'],
		['reads a number as text', 2026, '2026'],
		['treats "any" entered by a person as search text', ' Any', 'Any'],
	])('%s but sends nothing', (_what, value, expected) => {
		expect(nameContains(value)).toEqual({ filters: [], nameContains: expected });
	});

	it('ignores an empty filter or "any" only if a model sent it', () => {
		const inTool = (value: unknown) => nameContains(value, 'learningPlatformTool').nameContains;
		expect(['any', ' Any', ' ', null].map(inTool)).toEqual(['', '', '', '']);
		expect(() => nameContains(' ')).toThrow('The Name Contains filter is empty');
	});

	it.each([[{}], [NaN]])('rejects %j', (value) => {
		expect(() => nameContains(value)).toThrow('Name Contains must be text');
	});
});

describe('a filter that the node applies itself', () => {
	const read = (filters: object) =>
		filtersOf(resourceOf('pathCompletion')).read(entered({ filters }), nodeWith());
	const status = (operator: string, ...values: string[]) => ({
		field: 'learnerStatus',
		operator,
		values,
	});

	it.each<[what: string, filters: object, expected: object]>([
		['one status', { learnerStatus: ['late'] }, status('eq', 'late')],
		['two statuses', { learnerStatus: ['late', 'To Retake'] }, status('in', 'late', 'toRetake')],
		['two statuses as text', { learnerStatus: 'late, on time' }, status('in', 'late', 'onTime')],
		[
			'a date',
			{ dueBefore: '2026-01-31' },
			{ field: 'dueDate', operator: 'lt', values: ['2026-01-31T00:00:00.000Z'] },
		],
	])('takes %s', (_what, filters, expected) => {
		expect(read(filters)).toEqual({ filters: [expected], nameContains: '' });
	});

	it.each<[string, object, string]>([
		['an unknown status', { learnerStatus: ['done'] }, 'Learner Status must be awaitingCorrection'],
		['no status', { learnerStatus: [] }, 'The Learner Status filter is empty'],
		['no date', { dueAfter: 'soon' }, 'Due After must be a date'],
	])('rejects %s', (_what, filters, message) => {
		expect(() => read(filters)).toThrow(message);
	});
});

const iso = '2026-01-30T23:30:00.000Z';
const since = 'since 2026-01-30T23:30:00.000+01:00';

it.each([
	['text', ' a, b ', ' a, b '],
	['a whole number', 7, '7'],
	['a large number', 12345678901234567890n, '12345678901234567890'],
	['a boolean', false, 'false'],
	['a Date', new Date(iso), iso],
	['a Luxon date', { isLuxonDateTime: true, valueOf: () => Date.parse(iso) }, iso],
	["a Luxon date's text", '2026-01-31T00:30:00.000+01:00', iso],
	['a typed date', '2026-01-31T00:30:00+01:00', '2026-01-31T00:30:00+01:00'],
	['text that ends with a date', since, since],
	['nothing', undefined, undefined],
	['null', null, undefined],
	['NaN', NaN, undefined],
	["an invalid Luxon date's text", 'Invalid DateTime', undefined],
])('the filter text for %s', (_what, value, text) => {
	expect(filterText(value)).toBe(text);
});
