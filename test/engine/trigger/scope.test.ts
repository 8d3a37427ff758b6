import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller, polledOnce } from './poller';

const options = { courses: 25, coursePageSize: 10, groups: 12 };

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService(options);
});

const parameters = {
	triggerOn: ['added', 'updated'],
	filters: { status: 'published' },
	options: { ignoreFields: 'views' },
};

/** The same catalogue at the same address, for other API credentials. */
const restartService = async (account: { clientId?: string; clientSecret?: string }) => {
	const port = Number(new URL(sandbox.origin).port);
	await sandbox.stop();
	sandbox = await startService({ ...options, ...account, port });
};

const published = { status: 'published' };

describe('the trigger starts over, and remembers what is there without reporting it, for', () => {
	it.each<[what: string, change: INodeParameters]>([
		['another resource', { resource: 'group' }],
		['another status', { filters: { status: 'archived' } }],
		[
			'another filter',
			{
				filters: {
					...published,
					fieldFilters: { filter: [{ field: 'type', operator: 'eq', value: 'native' }] },
				},
			},
		],
		['no filter', { filters: {} }],
		['another ID field', { options: { ...parameters.options, idField: 'createdAt' } }],
		['another ignored field', { options: { ignoreFields: 'likes' } }],
		['other events', { triggerOn: ['added', 'removed'] }],
	])('%s', async (_, change) => {
		const poller = await polledOnce(sandbox, parameters);
		const before = poller.state;
		sandbox.catalogue.add('courses', published);
		sandbox.catalogue.add('groups');

		poller.parameters = { ...parameters, ...change };
		expect(await poller.emitted()).toEqual([]);
		expect(poller.state.scope).not.toBe(before.scope);
		expect(await poller.emitted()).toEqual([]);
	});

	it('another client ID', async () => {
		const poller = await polledOnce(sandbox, parameters);

		await restartService({ clientId: 'other-client' });
		sandbox.catalogue.add('courses', published);
		poller.credential.edit({ clientId: 'other-client' });

		expect(await poller.emitted()).toEqual([]);
	});

	it('another platform', async () => {
		const poller = await polledOnce(sandbox, parameters);
		const other = await startService({ ...options, courses: 26 });
		poller.credential.edit({ baseUrl: other.baseUrl });
		expect(await poller.emitted()).toEqual([]);
		expect(other.journal.of('courses')).not.toEqual([]);
	});
});

describe('the trigger goes on, and reports a new course,', () => {
	const addCourse = () => sandbox.catalogue.add('courses', published)._id;

	it.each<[what: string, change: INodeParameters]>([
		['events in another order', { triggerOn: ['updated', 'added'] }],
		['Emit on First Run', { options: { ...parameters.options, emitOnFirstRun: true } }],
		['Max Retries', { options: { ...parameters.options, maxRetries: 1 } }],
		['another output', { output: 'selected', outputFields: 'name' }],
		[
			'no row of field filters',
			{ filters: { ...parameters.filters, fieldFilters: { filter: [] } } },
		],
		['the ID field that it has found', { options: { ...parameters.options, idField: '_id' } }],
		['ignored fields written otherwise', { options: { ignoreFields: ' views ,' } }],
	])('with %s', async (_, change) => {
		const poller = await polledOnce(sandbox, parameters);
		poller.parameters = { ...parameters, ...change };
		const id = addCourse();
		expect(await poller.events()).toEqual([['added', id]]);
	});

	it('with no ID field where it was the best one, but not where it was another', async () => {
		const withId = (idField: string) => ({
			...parameters,
			options: { ...parameters.options, idField },
		});
		const poller = await polledOnce(sandbox, withId('_id'));
		poller.parameters = withId('');
		const id = addCourse();
		expect(await poller.events()).toEqual([['added', id]]);
		sandbox.faults.add({ on: { kind: 'courses' }, body: [{ id: 7 }], linkHeader: null, times: 2 });
		const byOther = await polledOnce(sandbox, parameters);
		expect(byOther.state.idField).toBe('id');
		byOther.parameters = withId('_id');
		expect(await byOther.emitted()).toEqual([]);
	});

	it('with a rotated client secret', async () => {
		const poller = await polledOnce(sandbox, parameters);

		await restartService({ clientSecret: 'rotated' });
		poller.credential.edit({ clientSecret: 'rotated' });
		const id = addCourse();

		expect(await poller.events()).toEqual([['added', id]]);
	});

	it('with a base URL written otherwise', async () => {
		const poller = await polledOnce(sandbox, parameters);
		poller.credential.edit({ baseUrl: ` ${sandbox.baseUrl}/api/v2/` });
		const id = addCourse();
		expect(await poller.events()).toEqual([['added', id]]);
	});

	// Filters on dates are sent in whole seconds, and two polls may fall into one.
	const now = '={{ $now.plus({ seconds: $now.toMillis() % 1e9 }).toUTC().toISO() }}';

	it.each<[where: string, filters: INodeParameters]>([
		[
			'a field filter',
			{ fieldFilters: { filter: [{ field: 'createdAt', operator: 'lt', value: now }] } },
		],
		['Created Before', { createdBefore: now }],
	])('with %s whose expression returns another value each time', async (_, filters) => {
		const poller = await polledOnce(sandbox, { triggerOn: ['added'], filters });
		const id = addCourse();

		expect(await poller.events()).toEqual([['added', id]]);

		const firstPages = sandbox.journal.of('courses').filter(({ page }) => page === 1);
		expect(new Set(firstPages.map(({ query }) => query)).size).toBe(2);
	});
});

it('a state that n8n lost or somebody edited is no error, but a new start', async () => {
	const poller = await polledOnce(sandbox, parameters);
	sandbox.catalogue.add('courses', published);
	poller.staticData = { state: { ...poller.state, records: 'not what was written' } };
	expect(await poller.emitted()).toEqual([]);
});

describe('a state that version 0.1.0 stored is understood', () => {
	const hashOf = (json: string, length: number) =>
		createHash('sha256').update(json).digest('base64url').slice(0, length);
	const contentHashOf = (record: object) =>
		hashOf(JSON.stringify(Object.fromEntries(Object.entries(record).sort())), 6);
	const record = (_id: string, name: string) => ({ name, _id });
	const known = [record('a', 'One'), record('b', 'Two')];

	it.each([
		[
			'of IDs as hashes',
			['added', 'updated'],
			{
				records: known.map((one) => hashOf(`"${one._id}"`, 9) + contentHashOf(one)).join(''),
			},
		],
		[
			'of IDs as they are',
			['added', 'removed', 'updated'],
			{
				ids: ['a', 'b'],
				prints: known.map(contentHashOf).join(''),
			},
		],
	])('%s', async (_, triggerOn, list) => {
		const { baseUrl, clientId } = sandbox;
		const scope = `{"baseUrl":"${baseUrl}","clientId":"${clientId}","filters":{},"idField":null,"ignoreFields":[],"listName":"courses","triggerOn":${JSON.stringify(triggerOn)}}`;
		const poller = new Poller(sandbox, { triggerOn });
		poller.staticData = {
			state: { version: 1, scope: hashOf(scope, 16), idField: '_id', ...list },
		};
		const body = [record('a', 'One'), record('b', 'Changed'), record('c', 'Three')];
		sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body });

		expect(await poller.events()).toEqual([
			['updated', 'b'],
			['added', 'c'],
		]);
	});
});
