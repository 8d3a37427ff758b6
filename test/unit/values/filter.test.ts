import { kindOfField, operatorOf } from '../../../nodes/LearningPlatform/values/filter';

const at = '2024-01-31T00:00:00.000Z';

/** @param asked values separated by commas */
function matches(field: string, operator: string, asked: string, value: unknown) {
	const row = operatorOf(operator);
	const kind = field === 'flag' ? 'boolean' : kindOfField(field);
	return row?.matches({ values: asked.split(','), kind }, value);
}

describe('a record contradicts a filter with', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['a user name that is longer', 'username', 'eq', 'ana', 'ana.silva'],
		['a user name that is shorter', 'username', 'eq', 'ana.silva', 'ana'],
		['a user name without its hyphen', 'username', 'eq', 'ana-silva', 'anasilva'],
		['an address of another company', 'mail', 'eq', 'ana@acme.io', 'ana@acme.io.example'],
		['an ID that begins the same', 'courseId', 'eq', '1', '12'],
		['an ID that is a part of the wanted one', 'courseId', 'eq', '12', 1],
		['another ID that is a number', 'authorId', 'eq', '12', 7],
		['none of several IDs', 'userId', 'in', 'a1,a2', 'a12'],
		['a list without the ID', 'groupId', 'eq', '5f0c', ['6a0b']],
		['an empty list', 'coAuthorIds', 'in', 'a', []],
		['other IDs in a text', 'coAuthorIds', 'in', 'a', 'b, c'],
		['another name', 'lastName', 'eq', 'Silva', 'Silveira'],
		['a part of the name', 'name', 'eq', 'Fire', 'Fire Safety'],
		['another word', 'status', 'eq', 'published', 'archived'],
		['false in place of true', 'public', 'eq', 'true', false],
		['the other word for on', 'flag', 'eq', 'true', 'off'],
		['another number', 'duration', 'eq', '30', 45],
		['a lower score', 'score', 'gte', '80', 79.5],
		['a score as a text', 'score', 'gte', '80', '70'],
		['the number itself that is the end', 'score', 'lt', '80', 80],
		['a negative number', 'balance', 'gte', '0', -1],
		['a number that is not wanted', 'score', 'ne', '80', 80],
		['one of several words that are not wanted', 'role', 'nin', 'coach,admin', 'admin'],
		['a list with what is not wanted', 'tagIds', 'nin', 'a', ['b', 'a']],
		['none of the languages', 'sourceLang', 'in', 'fr,de', 'en'],
		['another region of the language', 'lang', 'eq', 'pt-PT', 'pt-BR'],
		['a date before the beginning', 'createdAt', 'gte', at, '2024-01-30T23:59:58.900Z'],
		['a later date in another zone', 'createdAt', 'lt', at, '2024-01-31T02:00:02+01:00'],
		['a day long before', 'startDate', 'gte', at, '2020-01-01'],
		['a date in a field of another name', 'deadline', 'lt', at, '2024-03-01T00:00:00Z'],
		['dates of which none is in time', 'deletedAt', 'gte', at, ['2023-01-01T00:00:00Z']],
		['another moment', 'createdAt', 'eq', at, '2024-01-31T00:00:05.000Z'],
		['another year', 'dueDate', 'eq', '2024-01-31', '2023-01-31T08:00:00Z'],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBe(false);
	});
});

describe('a record shows that a filter holds by', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['the case of an ID', 'courseId', 'eq', '5F0C', '5f0c'],
		['the same number', 'authorId', 'eq', '12', 12],
		['an ID with a comma', 'externalId', 'eq', 'a', 'a'],
		['one of several IDs in a text', 'coAuthorIds', 'in', 'a', 'b, a'],
		['one of its IDs', 'coAuthorIds', 'in', 'a,c', ['b', 'c']],
		['capitals and accents of a name', 'lastName', 'eq', 'munoz', 'MUÑOZ'],
		['capitals of a mail address', 'mail', 'eq', 'Ana@Acme.io', 'ana@acme.io'],
		[
			'case, hyphens and spaces of a word',
			'type',
			'eq',
			'elearning standard',
			'E-Learning_Standard',
		],
		['a number with decimals', 'score', 'eq', '80', '80.0'],
		['on for true', 'flag', 'eq', 'true', 'on'],
		['the region of a language', 'sourceLang', 'eq', 'pt', 'pt_BR'],
		['the language of a region', 'sourceLang', 'in', 'fr,pt-BR', 'pt'],
		['a higher score', 'score', 'gte', '80', 80],
		['a lower number', 'score', 'lt', '80', '79'],
		['one of its dates', 'deletedAt', 'gte', at, ['2020-01-01T00:00:00Z', at]],
		['another word than the unwanted ones', 'role', 'nin', 'coach,admin', 'learner'],
		['none of the unwanted ones in its list', 'tagIds', 'ne', 'a', ['b']],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBe(true);
	});
});

describe('nothing is shown by', () => {
	it.each<[what: string, field: string, operator: string, asked: string, value: unknown]>([
		['a field that is missing', 'status', 'eq', 'published', undefined],
		[
			'a field that is missing, where it must not be something',
			'status',
			'ne',
			'undefined',
			undefined,
		],
		['null', 'groupId', 'eq', '5f0c', null],
		['an empty text', 'groupId', 'eq', '5f0c', ''],
		['an object', 'status', 'eq', 'published', { type: 'late' }],
		['a list of objects', 'coAuthors', 'in', 'a', [{ _id: 'b' }]],
		['a code in place of the word', 'status', 'eq', 'published', 3],
		['a truth value in place of the word', 'status', 'eq', 'published', false],
		['another case of what it must not be', 'status', 'ne', 'Deleted', 'deleted'],
		['the same second', 'createdAt', 'gte', at, '2024-01-30T23:59:59.500Z'],
		['the end itself', 'createdAt', 'lt', at, '2024-01-31T00:00:00.999Z'],
		['a time without a zone', 'createdAt', 'gte', at, '2024-01-30T00:00:00'],
		['a day', 'createdAt', 'lt', at, '2024-02-01'],
		[
			'a time of the day that is asked for',
			'createdAt',
			'eq',
			'2024-01-31',
			'2024-01-31T18:00:00Z',
		],
		['a number in place of a date', 'createdAt', 'lt', at, 1_769_817_600],
		['a word beside a date', 'createdAt', 'eq', at, 'soon'],
		['words, which services sort in ways of their own', 'lastName', 'gte', 'M', 'Ana'],
		['a word beside a number', 'score', 'gte', '80', 'good'],
	])('%s: %s %s %s', (_what, field, operator, asked, value) => {
		expect(matches(field, operator, asked, value)).toBeUndefined();
	});
});
