import { valueTypeOf, operatorOf } from '../../../nodes/LearningPlatform/values/filter';

const at = '2024-01-31T00:00:00.000Z';

/** @param asked comma-separated values */
function matches(field: string, operator: string, asked: string, value: unknown) {
	const row = operatorOf(operator);
	const kind = field === 'flag' ? 'boolean' : valueTypeOf(field);
	return row?.matches({ values: asked.split(','), valueType: kind }, value);
}

describe('a record contradicts a filter with', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['a longer user name', 'username', 'eq', 'ana', 'ana.silva'],
		['a user name without its hyphen', 'username', 'eq', 'ana-silva', 'anasilva'],
		['none of several IDs', 'userId', 'in', 'a1,a2', 'a12'],
		['a list without the ID', 'groupId', 'eq', '5f0c', ['6a0b']],
		['false instead of true', 'public', 'eq', 'true', false],
		['off instead of true', 'flag', 'eq', 'true', 'off'],
		['a different number', 'duration', 'eq', '30', 45],
		['a lower score', 'score', 'gte', '80', 79.5],
		['a score as text', 'score', 'gte', '80', '70'],
		['the upper bound', 'score', 'lt', '80', 80],
		['a negative number', 'balance', 'gte', '0', -1],
		['an unwanted number', 'score', 'ne', '80', 80],
		['an unwanted value in a list', 'tagIds', 'nin', 'a', ['b', 'a']],
		['an earlier date', 'createdAt', 'gte', at, '2024-01-30T23:59:58.900Z'],
		['a later date in a different time zone', 'createdAt', 'lt', at, '2024-01-31T02:00:02+01:00'],
		['a much earlier day', 'startDate', 'gte', at, '2020-01-01'],
		['a different moment', 'createdAt', 'eq', at, '2024-01-31T00:00:05.000Z'],
		['a different year', 'dueDate', 'eq', '2024-01-31', '2023-01-31T08:00:00Z'],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBe(false);
	});
});

describe('a record matches a filter with', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['an ID in a different case', 'courseId', 'eq', '5F0C', '5f0c'],
		['the same number', 'authorId', 'eq', '12', 12],
		['one of several IDs in a string', 'coAuthorIds', 'in', 'a', 'b, a'],
		['a name with different capitalization and accents', 'lastName', 'eq', 'munoz', 'MUÑOZ'],
		['different case and punctuation', 'type', 'eq', 'elearning standard', 'E-Learning_Standard'],
		['a number with decimals', 'score', 'eq', '80', '80.0'],
		['on instead of true', 'flag', 'eq', 'true', 'on'],
		['the language with a region', 'sourceLang', 'eq', 'pt', 'pt_BR'],
		['the language without its region', 'sourceLang', 'in', 'fr,pt-BR', 'pt'],
		['a higher score', 'score', 'gte', '80', 80],
		['one of its dates', 'deletedAt', 'gte', at, ['2020-01-01T00:00:00Z', at]],
		['a word other than the unwanted words', 'role', 'nin', 'coach,admin', 'learner'],
		['a list without the unwanted value', 'tagIds', 'ne', 'a', ['b']],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBe(true);
	});
});

describe('a record neither confirms nor contradicts a filter with', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['a missing field', 'status', 'eq', 'published', undefined],
		['a missing field that must not have a value', 'status', 'ne', 'undefined', undefined],
		['null', 'groupId', 'eq', '5f0c', null],
		['an empty string', 'groupId', 'eq', '5f0c', ''],
		['a code instead of the word', 'status', 'eq', 'published', 3],
		['a boolean instead of the word', 'status', 'eq', 'published', false],
		['the unwanted word in a different case', 'status', 'ne', 'Deleted', 'deleted'],
		['the same second', 'createdAt', 'gte', at, '2024-01-30T23:59:59.500Z'],
		['a time within the second of the bound', 'createdAt', 'lt', at, '2024-01-31T00:00:00.999Z'],
		['a time without a zone', 'createdAt', 'gte', at, '2024-01-30T00:00:00'],
		['a day', 'createdAt', 'lt', at, '2024-02-01'],
		['a time on the same day', 'createdAt', 'eq', '2024-01-31', '2024-01-31T18:00:00Z'],
		['a number instead of a date', 'createdAt', 'lt', at, 1_769_817_600],
		['a word instead of a date', 'createdAt', 'eq', at, 'soon'],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBeUndefined();
	});
});
