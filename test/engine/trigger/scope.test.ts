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
		[
			'another filter',
			{
				filters: {
					...published,
					fieldFilters: { filter: [{ field: 'type', operator: 'eq', value: 'native' }] },
				},
			},
		],
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

	it('with no ID field where it was the best one', async () => {
		const options = { ...parameters.options, idField: '_id' };
		const poller = await polledOnce(sandbox, { ...parameters, options });
		poller.parameters = parameters;
		const id = addCourse();
		expect(await poller.events()).toEqual([['added', id]]);
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

	it('with a filter whose expression returns another value each time', async () => {
		// Filters on dates are sent in whole seconds, and two polls may fall into one.
		const createdBefore = '={{ $now.plus({ seconds: $now.toMillis() % 1e9 }).toUTC().toISO() }}';
		const poller = await polledOnce(sandbox, { filters: { createdBefore } });
		const id = addCourse();

		expect(await poller.events()).toEqual([['added', id]]);

		const firstPages = sandbox.journal.of('courses').filter(({ page }) => page === 1);
		expect(new Set(firstPages.map(({ query }) => query)).size).toBe(2);
	});
});

it('a state that version 0.1.0 stored is understood', async () => {
	const hashOf = (json: string, length: number) =>
		createHash('sha256').update(json).digest('base64url').slice(0, length);
	const record = (_id: string, name: string) => ({ _id, name });
	const known = [record('a', 'One'), record('b', 'Two')];
	const { baseUrl, clientId } = sandbox;
	const scope = `{"baseUrl":"${baseUrl}","clientId":"${clientId}","filters":{},"idField":null,"ignoreFields":[],"listName":"courses","triggerOn":["added","updated"]}`;
	const records = known.map((one) => hashOf(`"${one._id}"`, 9) + hashOf(JSON.stringify(one), 6));
	const poller = new Poller(sandbox, { triggerOn: ['added', 'updated'] });
	poller.staticData = {
		state: { version: 1, scope: hashOf(scope, 16), idField: '_id', records: records.join('') },
	};
	const body = [record('a', 'One'), record('b', 'Changed'), record('c', 'Three')];
	sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body });

	expect(await poller.events()).toEqual([
		['updated', 'b'],
		['added', 'c'],
	]);
});
