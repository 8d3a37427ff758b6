import { createContext, runInContext } from 'node:vm';

import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { course, entered, group, nodeWith, resourceOf, sentFor } from './entered';
import { filterText } from '../../../nodes/LearningPlatform/form/values';

const filters = (status: unknown, ...filter: object[]) =>
	entered({ filters: { ...(status !== undefined && { status }), fieldFilters: { filter } } });

describe('the query for Filters', () => {
	it.each([
		['is empty without filters', entered({}), ''],
		[
			'has one for each typed filter, and none for "any"',
			entered({
				filters: {
					status: 'published',
					createdAfter: '2026-01-31',
					createdBefore: '2026-02-01',
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
	])('%s', (_what, read, query) => {
		expect(sentFor(course, read)).toBe(query);
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
			'Two filters on "type" have the same operator',
		],
		[
			'a typed filter, by its label, and a field filter on its field',
			entered({
				filters: {
					createdAfter: '2026-01-31',
					fieldFilters: { filter: [{ field: 'createdAt', operator: 'gte', value: '2026' }] },
				},
			}),
			'Two filters on "createdAt" have the same operator',
		],
	])('refuses %s with the same field and operator', (_what, read, message) => {
		expect(() => sentFor(course, read)).toThrow(UserFacingError);
		expect(() => sentFor(course, read)).toThrow(message);
	});
});

describe('Name Contains', () => {
	const nameContains = (value: unknown, type = 'learningPlatform') =>
		filtersOf(course).read(entered({ filters: { nameContains: value } }), nodeWith({}, { type }));

	it.each([
		['text, without spaces around it', ' First Aid\n', 'First Aid'],
		['a number, as its text', 2026, '2026'],
		['any, as the word that a person looks for', ' Any', 'Any'],
	])('takes %s, and sends nothing', (_what, value, expected) => {
		expect(nameContains(value)).toEqual({ filters: [], nameContains: expected });
	});

	it('takes nothing, and any, as no filter where a model fills in the form alone', () => {
		const inTool = (value: unknown) => nameContains(value, 'learningPlatformTool').nameContains;
		expect(['any', ' Any', ' ', null].map(inTool)).toEqual(['', '', '', '']);
		expect(() => nameContains(' ')).toThrow('The filter Name Contains is empty');
	});

	it.each([[{}], [['a']], [NaN]])('refuses %j', (value) => {
		expect(() => nameContains(value)).toThrow(UserFacingError);
		expect(() => nameContains(value)).toThrow('Name Contains must be text');
	});
});

describe('filters of the node itself are read like those of the service:', () => {
	const completions = resourceOf('pathCompletion');
	const wanted = (operator: string, ...values: string[]) => ({
		...{ field: 'learnerStatus', operator, values },
	});

	it.each<[what: string, filters: object, expected: object]>([
		['one status', { learnerStatus: ['late'] }, wanted('eq', 'late')],
		['several', { learnerStatus: ['late', 'To Retake'] }, wanted('in', 'late', 'toRetake')],
		['several as a text', { learnerStatus: 'late, on time' }, wanted('in', 'late', 'onTime')],
		[
			'a date',
			{ dueBefore: '2026-01-31' },
			{ field: 'dueDate', operator: 'lt', values: ['2026-01-31T00:00:00.000Z'] },
		],
	])('%s', (_what, filters, expected) => {
		const read = filtersOf(completions).read(entered({ filters }), nodeWith());
		expect(read).toEqual({ filters: [expected], nameContains: '' });
	});

	it.each<[string, object, string]>([
		['another word', { learnerStatus: ['completed'] }, 'Learner Status must be awaitingCorrection'],
		['no word', { learnerStatus: [] }, 'The filter Learner Status is empty'],
		['no date', { dueAfter: 'soon' }, 'Due After must be a date'],
	])('%s is refused', (_what, filters, message) => {
		const reading = () => filtersOf(completions).read(entered({ filters }), nodeWith());
		expect(reading).toThrow(message);
	});
});

it.each([
	['a group', group, { groupId: { __rl: true, mode: 'list', value: '' } }],
	['a status', group, { status: 'draft' }],
	['a part of a name', resourceOf('courseCompletion'), { nameContains: 'a' }],
	[
		'a field filter',
		resourceOf('trainingStatus'),
		{ fieldFilters: { filter: [{ field: 'a', operator: 'eq', value: 'b' }] } },
	],
])('%s that another resource left behind is ignored', (_what, resource, left) => {
	const read = filtersOf(resource).read(entered({ filters: left }), nodeWith());
	expect(read).toEqual({ filters: [], nameContains: '' });
});

const iso = '2026-01-30T23:30:00.000Z';

describe('a filter sends', () => {
	it.each([
		['text as it is', ' a, b ', ' a, b '],
		['a whole number', 7, '7'],
		['a large number', 12345678901234567890n, '12345678901234567890'],
		['a boolean', false, 'false'],
		['a Date', new Date(iso), iso],
		[
			'a Date of another realm, such as an expression’s',
			runInContext(`new Date('${iso}')`, createContext()),
			iso,
		],
		['a date of Luxon', { isLuxonDateTime: true, valueOf: () => Date.parse(iso) }, iso],
		['a date of Luxon as n8n passes it on', '2026-01-31T00:30:00.000+01:00', iso],
		['a date as somebody wrote it', '2026-01-31T00:30:00+01:00', '2026-01-31T00:30:00+01:00'],
		[
			'text that ends with a date',
			`since ${iso.replace('Z', '+01:00')}`,
			`since ${iso.replace('Z', '+01:00')}`,
		],
		[
			'text that begins with a date',
			`${iso.replace('Z', '+01:00')} on`,
			`${iso.replace('Z', '+01:00')} on`,
		],
	])('%s', (_what, value, text) => {
		expect(filterText(value)).toBe(text);
	});
});

describe('a filter cannot send', () => {
	it.each([
		['nothing', undefined],
		['null', null],
		['NaN', NaN],
		['a Date that is none', new Date('soon')],
		['a date of Luxon that is none, as n8n passes it on', 'Invalid DateTime'],
		['an array', ['a']],
	])('%s', (_what, value) => {
		expect(filterText(value)).toBeUndefined();
	});
});
