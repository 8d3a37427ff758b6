import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../sandbox';
import { n8nGlobal, setClock, startService } from '../service';
import { allEvents, courseIdAt, Poller } from './poller';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When the catalogue was last edited before a test. */
const EDITED = '2026-01-28T12:00:00.000Z';

/** Ten minutes before it, and a second for the reading. */
const ASKED_FROM = '2026-01-28T11:49:59.000Z';

const LATER = '2026-01-28T12:30:00.000Z';

let sandbox: Sandbox;
let now: number;

/** What time it is for the service, and for n8n unless a test says otherwise. */
let serviceNow: () => number;

beforeEach(async () => {
	now = Date.parse(LATER);
	serviceNow = () => now;
	setClock(() => now);
	// A reading takes a moment, however busy the machine is.
	let ms = 0;
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => (ms += 0.001));
	sandbox = await startService({ courses: 25, coursePageSize: 10, clock: () => serviceNow() });
	for (const { _id } of sandbox.catalogue.list('courses')) {
		sandbox.catalogue.update('courses', _id, { modifiedAt: '2026-01-20T08:00:00.000Z' });
	}
	sandbox.catalogue.update('courses', courseIdAt(sandbox, 12), { modifiedAt: EDITED });
});

/** A trigger that has read the whole list, and reads it again in an hour. */
async function readOnce(parameters: INodeParameters = {}, options: INodeParameters = {}) {
	const poller = new Poller(sandbox, {
		...allEvents,
		...parameters,
		options: { readWholeList: 'hour', ...options },
	});
	expect(await poller.emitted()).toEqual([]);
	sandbox.journal.clear();
	return poller;
}

const edit = (position: number, fields: IDataObject = {}) =>
	sandbox.catalogue.update('courses', courseIdAt(sandbox, position), {
		name: 'Edited',
		modifiedAt: LATER,
		...fields,
	});

/** What was asked for since the last time: the query of each page, without cursors. */
function asked(): string[] {
	const urls = sandbox.journal.of('courses').map(({ url }) => url);
	sandbox.journal.clear();
	return urls.map((url) => decodeURIComponent(new URL(url, 'http://service').search.slice(1)));
}

const sinceEdited = `modifiedAt[gte]=${ASKED_FROM}`;

describe('between two readings of the whole list a poll', () => {
	it('asks for what was changed since with one request, and stores nothing when nothing was', async () => {
		const poller = await readOnce();
		for (let polls = 0; polls < 3; polls += 1) {
			expect(await poller.run()).toMatchObject({ items: null, isToBeStored: false });
			expect(asked()).toEqual([sinceEdited]);
		}
	});

	it('reports additions and edits, once each, and then asks from there on', async () => {
		const poller = await readOnce();
		const { _id: edited } = edit(3);
		const { _id: added } = sandbox.catalogue.add('courses', { modifiedAt: LATER });
		expect(await poller.events()).toEqual([
			['updated', edited],
			['added', added],
		]);
		asked();
		expect(await poller.emitted()).toEqual([]);
		expect(asked()).toEqual(['modifiedAt[gte]=2026-01-28T12:19:59.000Z']);
	});

	it("asks by the service's date, even if n8n's clock is years off and the list is read in parts", async () => {
		serviceNow = () => Date.parse(LATER);
		now = Date.parse('1999-01-01T00:00:00Z');
		const poller = await readOnce({}, { splitBy: 'createdAt' });
		const { _id } = edit(3);
		expect(await poller.events()).toEqual([['updated', _id]]);
		expect(asked()).toEqual([sinceEdited]);
	});

	it.each<[string, () => number]>([
		["by the service's clock", () => now],
		["by n8n's clock where the service does not say what time it is", () => NaN],
	])(
		'does not take a date that is yet to come for what was changed by now, %s',
		async (_, clock) => {
			serviceNow = clock;
			const { _id: ahead } = edit(7, { modifiedAt: '2031-01-31T00:00:00.000Z' });
			const poller = await readOnce();
			const { _id: edited } = edit(3);
			const { items, log } = await poller.run();
			expect((items ?? []).map(({ json }) => [json.triggerEvent, json._id])).toEqual([
				['updated', edited],
			]);
			expect(asked()).toEqual([sinceEdited]);
			expect(log.map(({ level, message }) => `${level} ${message}`)).toContainEqual(
				expect.stringMatching(
					new RegExp(
						`^warn .*record ${ahead} has the modifiedAt 2031-01-31T00:00:00.000Z, later than the service's clock \\(2026-01-28T12:30:00.000Z\\)`,
					),
				),
			);
			expect(await poller.emitted()).toEqual([]);
		},
	);

	it('reports what is dated up to ten minutes before the latest change and turns up late', async () => {
		const poller = await readOnce();
		const { _id } = sandbox.catalogue.add('courses', { modifiedAt: '2026-01-28T11:50:00.000Z' });
		expect(await poller.events()).toEqual([['added', _id]]);
		expect(await poller.emitted()).toEqual([]);
	});

	it('does not lose those that Records per Poll leaves, although later ones were reported', async () => {
		const poller = await readOnce({}, { maxPerPoll: 2 });
		const times = ['13:30', '13:00', '12:45', '12:30'];
		times.forEach((time, position) => edit(position, { modifiedAt: `2026-01-28T${time}:00.000Z` }));
		const ids = [0, 1, 2, 3].map((position) => courseIdAt(sandbox, position));
		const told = [...(await poller.events()), ...(await poller.events())];
		expect(told).toEqual(ids.map((id) => ['updated', id]));
		expect(await poller.emitted()).toEqual([]);
	});

	it('is not split', async () => {
		const poller = await readOnce({}, { splitBy: 'createdAt' });
		for (let position = 0; position < 25; position += 1) edit(position);
		asked();
		expect(await poller.emitted()).toHaveLength(25);
		expect(asked().filter((query) => query.includes('createdAt'))).toEqual([]);
	});

	it.each<[string, INodeParameters, string]>([
		['an earlier bound gives way', { modifiedAfter: '2026-01-01' }, sinceEdited],
		[
			'a later bound holds',
			{ modifiedAfter: '2026-01-28T11:55:00Z' },
			'modifiedAt[gte]=2026-01-28T11:55:00.000Z',
		],
		[
			'an end stays, and so do other filters',
			{ modifiedBefore: '2026-01-29T00:00:00Z', status: 'published' },
			`status[eq]=published&${sinceEdited}&modifiedAt[lt]=2026-01-29T00:00:00.000Z`,
		],
	])("combines the user's filters with its own: %s", async (_, filters, query) => {
		edit(12, { status: 'published', modifiedAt: EDITED });
		const poller = await readOnce({ filters });
		expect(await poller.emitted()).toEqual([]);
		expect(asked()).toEqual([query]);
	});

	describe('with Name Contains', () => {
		const filters = { nameContains: 'strasse' };

		it('reports a record that is renamed to match, and not yet one that no longer does', async () => {
			const { _id: left } = edit(12, { name: 'Am Straßenrand', modifiedAt: EDITED });
			const poller = await readOnce({ filters });
			const { _id: added } = edit(3, { name: 'STRASSE' });
			edit(12, { name: 'Am Weg' });
			expect(await poller.events()).toEqual([['added', added]]);
			expect(asked()).toEqual([sinceEdited]);
			now += HOUR_MS;
			expect(await poller.emitted()).toEqual([]);
			expect(await poller.events()).toEqual([['removed', left]]);
			expect(await poller.emitted()).toEqual([]);
		});

		it('asks from the latest change on, whether or not that record matches', async () => {
			const poller = await readOnce({ filters });
			edit(3);
			expect(await poller.emitted()).toEqual([]);
			expect(asked()).toEqual([sinceEdited]);
			expect(await poller.emitted()).toEqual([]);
			expect(asked()).toEqual(['modifiedAt[gte]=2026-01-28T12:19:59.000Z']);
		});

		it('keeps the columns of the whole list in rows, although no record has matched before', async () => {
			sandbox.catalogue.update('courses', courseIdAt(sandbox, 7), {
				onlyHere: 'x',
				modifiedAt: EDITED,
			});
			const poller = await readOnce({ filters, output: 'row' });
			edit(3, { name: 'Straße' });
			const [row] = await poller.emitted();
			expect(asked()).toEqual([sinceEdited]);
			expect(row).toMatchObject({ name: 'Straße', onlyHere: '', syncAction: 'upsert' });
		});

		it('takes changed records without a name for what they are', async () => {
			edit(12, { name: 'Straße', modifiedAt: EDITED });
			const poller = await readOnce({ filters });
			sandbox.faults.add({
				on: { kind: 'courses', page: 1 },
				body: [{ _id: 'a', modifiedAt: LATER }],
				linkHeader: null,
			});
			expect(await poller.emitted()).toEqual([]);
		});

		it('notices a service that ignores the date, although no record matches', async () => {
			const poller = await readOnce({ filters });
			sandbox.faults.add({
				on: { kind: 'courses', page: 1 },
				body: () => sandbox.catalogue.list('courses').slice(0, 9),
				linkHeader: null,
			});
			const { log } = await poller.run();
			expect(log.map(({ message }) => message).join()).toContain(
				'the service ignores the filter on modifiedAt',
			);
			expect(asked()).toHaveLength(4);
		});
	});

	it('reads it first when Output was another one before', async () => {
		sandbox.catalogue.update('courses', courseIdAt(sandbox, 3), {
			onlyHere: 'x',
			modifiedAt: '2026-01-20T08:00:00.000Z',
		});
		const poller = await readOnce({ output: 'simplified' });
		poller.parameters.output = 'row';
		const { _id } = edit(4);
		expect(await poller.emitted()).toMatchObject([
			{ courseId: _id, onlyHere: '', description: expect.any(String) as string },
		]);
		asked();
		edit(5);
		expect(await poller.emitted()).toMatchObject([{ onlyHere: '' }]);
		expect(asked()).toEqual([expect.stringContaining('modifiedAt[gte]=')]);
	});

	it('says in the log what it has asked for', async () => {
		const poller = await readOnce();
		edit(3);
		const { log } = await poller.run();
		expect(log.at(-1)?.message).toMatch(
			/courses: polled 2 records changed since 2026-01-28T11:49:59\.000Z in \d+ ms: 0 added, 1 updated/,
		);
	});
});

describe('the whole list is read', () => {
	it('again when the period is over, for removals and for edits that do not move the date', async () => {
		const poller = await readOnce();
		const archived = courseIdAt(sandbox, 5);
		const removed = courseIdAt(sandbox, 7);
		sandbox.catalogue.archive('courses', archived);
		sandbox.catalogue.remove('courses', removed);
		expect(await poller.emitted()).toEqual([]);
		now += HOUR_MS;
		expect(await poller.events()).toEqual([['updated', archived]]);
		asked();
		// What is missing is looked for at once.
		expect(await poller.events()).toEqual([['removed', removed]]);
		expect(asked()[0]).toBe('');
		expect(await poller.emitted()).toEqual([]);
		expect(asked()).toEqual([sinceEdited]);
	});

	it('as long as Records per Poll leaves some of it', async () => {
		const poller = new Poller(sandbox, {
			...allEvents,
			options: { readWholeList: 'hour', emitOnFirstRun: true, maxPerPoll: 10 },
		});
		const told = [];
		for (let polls = 0; polls < 4; polls += 1) {
			told.push((await poller.emitted()).length);
			expect(asked()[0]).toBe(polls < 3 ? '' : sinceEdited);
		}
		expect(told).toEqual([10, 10, 5, 0]);
	});

	it('with a warning when the service sends records that are older than asked for', async () => {
		const poller = await readOnce();
		const { _id } = edit(3);
		sandbox.faults.add({
			on: { kind: 'courses', page: 1 },
			body: () => sandbox.catalogue.list('courses').slice(0, 9),
			linkHeader: null,
		});
		const { items, log } = await poller.run();
		expect((items ?? []).map(({ json }) => [json.triggerEvent, json._id])).toEqual([
			['updated', _id],
		]);
		expect(asked()).toHaveLength(4);
		expect(log.map(({ level, message }) => `${level} ${message}`)).toContainEqual(
			expect.stringMatching(
				/^warn .* the service ignores the filter on modifiedAt, the whole list is read/,
			),
		);
	});
});

describe('an edit that slips from one page to another while changes are read', () => {
	it('is reported by the next poll, which reads them again', async () => {
		const poller = await readOnce();
		for (let position = 0; position < 15; position += 1) edit(position);
		const [first, slipped] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 10)];
		edit(10, { modifiedAt: '2026-01-28T12:10:00.000Z' });
		sandbox.faults.add({
			on: { kind: 'courses', page: 2 },
			before: () => {
				sandbox.catalogue.remove('courses', first);
			},
		});
		const told = (await poller.events()).map(([, id]) => id);
		expect(told).toHaveLength(14);
		expect(told).not.toContain(slipped);
		expect(await poller.events()).toEqual([['updated', slipped]]);
		expect(await poller.emitted()).toEqual([]);
		asked();
		expect(await poller.emitted()).toEqual([]);
		expect(asked()[0]).toBe('modifiedAt[gte]=2026-01-28T12:19:59.000Z');
	});
});

describe('when the whole list cannot be read', () => {
	it('every second poll goes on reporting changes, and the error says what is not known', async () => {
		const poller = await readOnce({}, { maxRetries: 0 });
		now += HOUR_MS;
		const { _id } = edit(3);
		const fault: Fault = { on: { kind: 'courses', page: 2 }, times: Infinity, status: 503 };
		sandbox.faults.add(fault);
		const { error } = await poller.run();
		expect((error as { description?: string } | undefined)?.description).toMatch(
			/The polls in between go on reporting additions and edits; until the whole list can be read, removals, and edits that do not move "modifiedAt", are not known\./,
		);
		asked();
		expect(await poller.events()).toEqual([['updated', _id]]);
		expect(asked()).toEqual([sinceEdited]);
		expect((await poller.run()).error).toBeDefined();
		sandbox.faults.clear();
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 9));
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.events()).toEqual([['removed', expect.any(String)]]);
	});
});

it('while everything is reported and the whole list cannot be read, what was changed is reported once, and so is what is new', async () => {
	const options = { reportEverythingOnce: 'now', maxPerPoll: 5, maxRetries: 0 };
	const poller = new Poller(sandbox, {
		triggerOn: ['removed'],
		options: { readWholeList: 'hour', ...options },
	});
	expect(await poller.emitted()).toHaveLength(5);
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, times: Infinity, status: 503 });
	const { _id: added } = sandbox.catalogue.add('courses', { modifiedAt: LATER });
	const told: unknown[][] = [];
	for (let polls = 0; polls < 6; polls += 1) {
		const { items } = await poller.run();
		told.push((items ?? []).map(({ json }) => [json.triggerEvent, json._id]));
	}
	const changed = [courseIdAt(sandbox, 12), added].map((id) => ['refreshed', id]);
	expect(told).toEqual([[], changed, [], [], [], []]);
});

describe('Read the Whole List is refused in words', () => {
	it('for a list without a date of change', async () => {
		const poller = new Poller(sandbox, {
			resource: 'other',
			listPath: { __rl: true, mode: 'path', value: 'tags' },
			options: { readWholeList: 'day' },
		});
		const { error } = await poller.run();
		expect(error?.message).toBe(
			'The list tags cannot be asked for changes, so every poll has to read all of it',
		);
		expect((error as { description?: string } | undefined)?.description).toMatch(
			/Every Poll\. Another choice is possible for Bulk Operations, .*Courses, .* and User Statistics of a Path Session\.$/,
		);
		expect(sandbox.journal.entries).toEqual([]);
	});

	it('by a service that does not know the filter', async () => {
		const poller = await readOnce();
		sandbox.faults.add({ on: { kind: 'courses' }, status: 400 });
		const { error } = await poller.run();
		expect(error?.message).toMatch(/^The service cannot list changes by "modifiedAt"/);
		expect((error as { description?: string } | undefined)?.description).toMatch(
			/^Set Read the Whole List, under Options, to Every Poll\./,
		);
	});
});

it('groups are read whole, whatever an expression says', async () => {
	const poller = new Poller(sandbox, { resource: 'group', options: { readWholeList: 'day' } });
	expect(await poller.emitted()).toEqual([]);
	sandbox.journal.clear();
	await poller.emitted();
	expect(sandbox.journal.of('groups').map(({ url }) => url)).toEqual(['/api/v2/groups']);
});

it('a choice of another period does not start over', async () => {
	const poller = await readOnce({}, { readWholeList: 'poll' });
	poller.parameters.options = { readWholeList: 'day' };
	const { _id } = edit(3);
	expect(await poller.events()).toEqual([['updated', _id]]);
	expect(await poller.emitted()).toEqual([]);
	expect(asked().at(-1)).toBe('modifiedAt[gte]=2026-01-28T12:19:59.000Z');
});
