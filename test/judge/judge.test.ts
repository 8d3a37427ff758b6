import type { INodeParameters } from 'n8n-workflow';

import { SERVICE, WRITES } from '../contract';
import { type NodeRun, runNode, StoredCredential } from '../engine/harness';
import { type Judge, startJudge } from './judge';
import { openApiOf, SOME_ID } from './openapi';

// Prism, a third-party tool, serves the published API and reports the errors in each request.

const lists = Object.entries(SERVICE).filter(([, { list }]) => list);

const idsOf = (path: string): INodeParameters =>
	Object.fromEntries(
		(SERVICE[path]?.ids ?? []).flatMap((id) =>
			typeof id === 'string'
				? [[id, SOME_ID]]
				: Object.entries(id).map(([name, [value]]) => [name, value]),
		),
	);

/** Returns a filter for each of a list's fields and operators, as a user would enter it. */
const filtersOf = (path: string) =>
	Object.entries(SERVICE[path]?.filters ?? {}).flatMap(([field, operators]) =>
		Object.entries(operators).map(([operator, type]) => {
			const { format, enum: values, type: of } = type.items ?? type;
			const text = of === 'boolean' ? 'true' : (values?.[0] ?? 'Ünsal & Co');
			const value = { 'date-time': '2024-01-31', ObjectId: SOME_ID }[format ?? ''] ?? text;
			return { field, operator, value: type.items ? `${value}, ${value}` : value };
		}),
	);

/** The user fields that an update can clear. */
const CLEARABLE = Object.entries(WRITES['PATCH users/{userId}']?.body?.fields ?? {})
	.filter(([name, { oneOf }]) => oneOf !== undefined && name !== 'profileImageId')
	.map(([name]) => name);

let judge: Judge;
let credential: StoredCredential;

beforeAll(async () => {
	judge = await startJudge(openApiOf({ versionHeader: 'service-api-version' }));
	credential = new StoredCredential({
		baseUrl: judge.baseUrl,
		clientId: 'some-client',
		clientSecret: 'some-secret',
		versionHeader: 'service-api-version',
		apiVersion: 'v2.0',
		accessToken: '',
	});
});

afterAll(async () => {
	await judge.stop();
});

/** Runs the node and expects all requests to be valid. */
async function run(parameters: INodeParameters): Promise<NodeRun & { answers: unknown[] }> {
	const result = await runNode({ credential, parameters });
	const judgements = judge.take();
	expect(judgements.flatMap(({ violations }) => violations)).toEqual([]);
	expect(result.error).toBeUndefined();
	return {
		...result,
		answers: judgements.flatMap(({ method, answer }) => (method === 'GET' ? [answer] : [])),
	};
}

const listOf = (path: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'other',
	operation: 'list',
	returnAll: true,
	listPath: { __rl: true, mode: 'list', value: path },
	...idsOf(path),
	...more,
});

it.each([
	['value', 'isMain', 'eq', 'yes', 'ismain.eq must be boolean'],
	['operator', 'isMain', 'ne', 'true', "required property 'eq'"],
	['field', 'isMian', 'eq', 'true', "required property 'eq'"],
])('the judge notices an invalid %s', async (_, field, operator, value, violation) => {
	const filters = { fieldFilters: { filter: [{ field, operator, value }] } };
	await runNode({ credential, parameters: listOf('tags', { filters }) });
	expect(judge.take().flatMap(({ violations }) => violations)).toEqual([
		expect.stringContaining(violation),
	]);
});

it.each(lists.map(([path]) => [path]))('valid requests for %s return all records', async (path) => {
	const {
		items,
		answers: [page],
	} = await run(listOf(path));
	expect(items).toHaveLength((page as unknown[]).length);
});

const filtered = lists.map(([path]) => path).filter((path) => filtersOf(path).length > 0);

it.each(filtered)('all filters of %s are valid', async (path) => {
	const filter = filtersOf(path);
	const { answers } = await run(listOf(path, { filters: { fieldFilters: { filter } } }));
	expect(answers).toEqual([[]]);
});

it.each(['course', 'group', 'path', 'user'])('a request for one %s is valid', async (resource) => {
	const byId = { __rl: true, mode: 'id', value: SOME_ID };
	const { items, answers } = await run({ resource, operation: 'get', [`${resource}Id`]: byId });
	expect(items.map(({ json }) => json)).toEqual(answers);
});

const user = { __rl: true, mode: 'id', value: SOME_ID };
const member = { resource: 'group', groupId: user, userId: user };
const entered = {
	...{ custom: '4711', firstName: 'Ünsal', job: 'A & B', lang: 'nl_BE', lastName: 'Ö' },
	...{ organization: 'O', phone: 1, primaryGroupId: user, username: 'uensal' },
	toBeDeactivatedAt: '2999-12-31',
};

it.each<[string, string, INodeParameters]>([
	[
		'POST users?sendInvitationEmail=false',
		'upsert',
		{
			...{ resource: 'user', mail: 'Uensal@example.com', fields: entered, groupId: user },
			...{ role: 'userAdmin', options: { sendInvitation: false } },
		},
	],
	[
		`PATCH users/${SOME_ID}`,
		'update',
		{ resource: 'user', userId: user, fields: { ...entered, mail: 'uensal@example.com' } },
	],
	[
		`PATCH users/${SOME_ID}`,
		'update',
		{ resource: 'user', userId: user, options: { fieldsToClear: CLEARABLE } },
	],
	[`POST groups/${SOME_ID}/user-admin/${SOME_ID}`, 'addMember', { ...member, role: 'userAdmin' }],
	[`DELETE groups/${SOME_ID}/learner/${SOME_ID}`, 'removeMember', { ...member, role: 'learner' }],
])('%s is valid', async (line, operation, parameters) => {
	const { error } = await runNode({ credential, parameters: { operation, ...parameters } });
	const sent = judge
		.take()
		.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/token'))
		.map(({ method, url, violations }) => [`${method} ${url.replace('/api/v2/', '')}`, violations]);
	expect(error).toBeUndefined();
	expect(sent).toEqual([[line, []]]);
});
