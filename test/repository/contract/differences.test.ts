import type { Route, WriteRoute } from '../../contract';
import {
	differences,
	type ListFacts,
	writeDifferences,
	type WriteFacts,
} from '../../contract/differences';

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
const row: ListFacts = {
	path: 'lessons',
	scope: 'lessons:read',
	fields: ['_id', 'title'],
	filters: { status: ['eq'] },
	values: { status: ['closed', 'open'] },
};
const userIds: ListFacts = {
	path: 'lessons/{lessonId}/user-ids',
	scope: 'lessons:read',
	fields: ['_id'],
	filters: {},
};

it.each<[string, ListFacts[], string[]]>([
	['are empty for a row without values', [{ ...row, values: {} }, userIds], []],
	[
		'name a missing list and a nonexistent list',
		[row, { ...row, path: 'lessons/{lessonId}' }],
		[
			'The list lessons/{lessonId}/user-ids is missing.',
			'The service has no list lessons/{lessonId}.',
		],
	],
	[
		'name a scope, a field of a variant, an operator, and a value',
		[
			{
				...{ path: 'lessons', scope: 'lessons', fields: ['_id', 'name'] },
				...{ filters: { status: ['ne'] }, values: { status: ['open', 'shut'] } },
			},
			userIds,
		],
		[
			'lessons: scope lessons:read is missing.',
			'lessons: field title is missing.',
			'lessons: filter status[eq] is missing.',
			'lessons: status filter value closed is missing.',
			'lessons: The service has no scope lessons.',
			'lessons: The service has no field name.',
			'lessons: The service has no filter status[ne].',
			'lessons: The service has no status filter value shut.',
		],
	],
])('the differences between rows and contract %s', (_, rows, expected) => {
	expect(differences(rows, contract)).toEqual(expected);
});

describe('the differences between our writes and the contract', () => {
	const nullable = { oneOf: [{ type: 'string' as const }, { type: 'null' as const }] };
	const name = { type: 'string' as const, enum: ['film', 'text'] };
	const route: WriteRoute = {
		...{ scope: 'lessons:write', parameters: {}, statuses: [200], errors: {} },
		body: { type: 'object', fields: { kind: name, title: nullable, picture: nullable } },
	};
	const sent: WriteFacts = {
		...{ request: 'PATCH lessons', scope: 'lessons:write', leftOut: ['picture'] },
		...{ fields: ['kind', 'title'], clearable: ['title'], values: { kind: ['film', 'text'] } },
	};

	it.each<[string, WriteFacts, string[]]>([
		[
			'name a request',
			{ ...sent, request: 'PUT lessons' },
			['The service has no request PUT lessons.'],
		],
		[
			'name a field, a nullable field, and a value',
			{
				...sent,
				fields: ['kind', 'length'],
				clearable: ['kind'],
				values: { kind: ['book', 'film'] },
			},
			[
				'PATCH lessons: field title is missing.',
				'PATCH lessons: nullable field title is missing.',
				'PATCH lessons: kind text is missing.',
				'PATCH lessons: The service has no field length.',
				'PATCH lessons: The service has no nullable field kind.',
				'PATCH lessons: The service has no kind book.',
			],
		],
	])('%s', (_, row, expected) => {
		expect(writeDifferences([row], { 'PATCH lessons': route })).toEqual(expected);
	});
});
