import type { Route } from '../../contract';
import { differences, type ListFacts } from '../../contract/differences';

const lessons: Route = {
	scope: 'lessons:read',
	list: true,
	ids: [],
	filters: { status: { eq: { type: 'string', enum: ['open', 'closed'] } } },
	record: {
		oneOf: [
			{ type: 'object', fields: { _id: { type: 'string' } } },
			{ type: 'object', fields: { _id: { type: 'string' }, title: { type: 'string' } } },
		],
	},
	errors: {},
};
const contract: Record<string, Route> = {
	lessons,
	'lessons/{lessonId}': { ...lessons, list: false, ids: ['lessonId'] },
	'lessons/{lessonId}/user-ids': {
		...{ scope: 'lessons:read', list: true, ids: ['lessonId'], filters: {}, errors: {} },
		record: { type: 'string' },
	},
};
const withoutValues: ListFacts = {
	path: 'lessons',
	scope: 'lessons:read',
	fields: ['_id', 'title'],
	filters: { status: ['eq'] },
};
const row: ListFacts = { ...withoutValues, values: { status: ['closed', 'open'] } };
const userIds: ListFacts = {
	path: 'lessons/{lessonId}/user-ids',
	scope: 'lessons:read',
	fields: ['_id'],
	filters: {},
};

it.each<[string, ListFacts[], string[]]>([
	['are none when all is said', [row, userIds], []],
	['are none where a row says nothing about values', [withoutValues, userIds], []],
	['name a list that is missing', [row], ['The list lessons/{lessonId}/user-ids is missing.']],
	[
		'name a list that was invented',
		[row, userIds, { ...row, path: 'lessens' }],
		['The service has no list lessens.'],
	],
	[
		'take a single record for no list',
		[row, userIds, { ...row, path: 'lessons/{lessonId}' }],
		['The service has no list lessons/{lessonId}.'],
	],
	[
		'name a scope',
		[{ ...row, scope: 'lessons' }, userIds],
		['lessons: scope lessons:read is missing.', 'lessons: The service has no scope lessons.'],
	],
	[
		'name a field of a variant that is missing, and one that was invented',
		[{ ...row, fields: ['_id', 'name'] }, userIds],
		['lessons: field title is missing.', 'lessons: The service has no field name.'],
	],
	[
		'name an operator',
		[{ ...row, filters: { status: ['ne'] } }, userIds],
		['lessons: filter status[eq] is missing.', 'lessons: The service has no filter status[ne].'],
	],
	[
		'name a value',
		[{ ...row, values: { status: ['open', 'shut'] } }, userIds],
		[
			'lessons: value closed of the filter status is missing.',
			'lessons: The service has no value shut of the filter status.',
		],
	],
])('the differences between rows and contract %s', (_, rows, expected) => {
	expect(differences(rows, contract)).toEqual(expected);
});
