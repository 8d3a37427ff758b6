import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { list, ourNode, workflow } from '../harness/workflow';

const chosen = (mode: string, value = '') => ({ __rl: true, mode, value });

/** What there is beside the lists of courses and groups. */
const others: [
	name: string,
	parameters: (ids: { course: string; group: string }) => INodeParameters,
	expected: (service: Sandbox['catalogue'], ids: { course: string; group: string }) => unknown[],
][] = [
	[
		'Tags, from the known lists',
		() => ({ listPath: chosen('list', 'tags') }),
		(service) => service.list('tags'),
	],
	[
		'Users, by path',
		() => ({ listPath: chosen('path', '/api/v2/users') }),
		(service) => service.list('users'),
	],
	[
		'Members of a group, from the known lists',
		({ group }) => ({
			listPath: chosen('list', 'groups/{groupId}/roles'),
			groupId: chosen('list', group),
		}),
		(service, { group }) =>
			service
				.shown(`groups/${group}/roles`)
				.map((role) => ({ ...(role as object), groupId: group })),
	],
	[
		'Bare IDs, as records',
		({ group }) => ({ listPath: chosen('path', `groups/${group}/library/course-ids`) }),
		(service, { group }) =>
			service.shown(`groups/${group}/library/course-ids`).map((_id) => ({ _id, groupId: group })),
	],
	[
		'A course by its ID',
		({ course }) => ({
			...{ resource: 'course', operation: 'get' },
			courseId: chosen('id', course),
		}),
		(service, { course }) => [service.get('courses', course)],
	],
	[
		'A group by a page that shows it',
		({ group }) => ({
			...{ resource: 'group', operation: 'get' },
			groupId: chosen('url', `https://acme.example.com/group/${group}/home`),
		}),
		(service, { group }) => [service.get('groups', group)],
	],
];

let sandbox: Sandbox;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234, groups: 345 });
	const account = credentialFor('account', sandbox);
	const course = { resource: 'course' };
	const ids = chosenIds();
	const lists = workflow(
		'lists',
		list('All courses', account, { ...course, returnAll: true }),
		list('All groups', account, { resource: 'group', returnAll: true }),
		list('Seven courses', account, { ...course, limit: 7 }),
		list('501 courses', account, { ...course, limit: 501 }),
		list('Archived courses', account, {
			...course,
			returnAll: true,
			filters: { status: 'archived' },
		}),
		list('Changed in a month', account, {
			...course,
			returnAll: true,
			filters: {
				fieldFilters: {
					filter: [
						{ field: 'modifiedAt', operator: 'gte', value: '2025-03-01T00:00:00.000Z' },
						{ field: 'modifiedAt', operator: 'lt', value: '2025-04-01T00:00:00.000Z' },
					],
				},
			},
		}),
		...others.map(([name, parameters]) =>
			ourNode(name, account, {
				...{ resource: 'other', operation: 'list', returnAll: true },
				...parameters(ids),
			}),
		),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [lists] });
	execution = await n8n.execute(lists);
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

/** A course, and a group that has members and a library. */
const chosenIds = () => ({
	course: sandbox.catalogue.records('courses').at(7)._id,
	group: sandbox.catalogue.records('groups').at(0)._id,
});

const idsIn = (records: readonly object[]) =>
	records.map((record) => (record as { _id: string })._id);

describe('lists in n8n', () => {
	it('ends well', () => {
		expect(execution).toMatchObject({ status: 'success', mode: 'cli' });
	});

	it.each([
		['All courses', 'courses', 1234],
		['All groups', 'groups', 345],
	] as const)(
		'"%s": every record of every page once, in the order of the service',
		(node, kind, count) => {
			expect(execution.json(node)).toHaveLength(count);
			expect(idsIn(execution.json(node))).toEqual(idsIn(sandbox.catalogue.list(kind)));
		},
	);

	it('links every item to the item it was made from', () => {
		const pairs = new Set(
			execution.items('All courses').map(({ pairedItem }) => JSON.stringify(pairedItem)),
		);
		expect([...pairs]).toEqual([JSON.stringify({ item: 0 })]);
	});

	it.each([
		['Seven courses', 7],
		['501 courses', 501],
	])('"%s": the first records, as many as the limit', (node, count) => {
		expect(idsIn(execution.json(node))).toEqual(
			idsIn(sandbox.catalogue.list('courses')).slice(0, count),
		);
	});

	it('requests no page that a limit does not need', () => {
		const unfiltered = sandbox.journal
			.of('courses')
			.filter(({ url }) => !url.includes('%5B') && !url.includes('['));
		// Three pages for all, one for seven, two for 501; pages of a filtered list carry the filter in their cursor.
		const first = unfiltered.filter(({ page }) => page === 1);
		expect(first).toHaveLength(3);
	});

	it('filters by status, with literal brackets in the request', () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived');
		expect(archived.length).toBeGreaterThan(0);
		expect(idsIn(execution.json('Archived courses'))).toEqual(idsIn(archived));
		expect(sandbox.journal.of('courses').map(({ url }) => url)).toContain(
			'/api/v2/courses?status[eq]=archived',
		);
	});

	it('filters by a field, twice', () => {
		const changed = sandbox.catalogue
			.list('courses')
			.filter(({ modifiedAt }) => String(modifiedAt).startsWith('2025-03'));
		expect(idsIn(execution.json('Changed in a month'))).toEqual(idsIn(changed));
	});

	it.each(others)('%s', (node, _parameters, expected) => {
		const records = expected(sandbox.catalogue, chosenIds());
		expect(records.length).toBeGreaterThan(0);
		expect(execution.json(node)).toEqual(records);
	});

	it('exchanges one token for all of it', () => {
		expect(sandbox.journal.of('token')).toHaveLength(1);
		expect(sandbox.journal.entries.map(({ status }) => status)).not.toContain(401);
	});
});
