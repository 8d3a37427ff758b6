import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10, groups: 12, groupPageSize: 5 });
});

const idAt = (position: number) => courseIdAt(sandbox, position);

describe('the first poll', () => {
	it('remembers the list and emits nothing, so that no execution starts', async () => {
		const { items, error } = await new Poller(sandbox, allEvents).run({ activation: 'activate' });

		expect(error).toBeUndefined();
		expect(items).toBeNull();
		// Twice, because a record that moves meanwhile can be missed once.
		expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
	});

	it.each([
		['on', true],
		['turned on by an expression', "={{ 'true' }}"],
	])('emits every record as added with Emit on First Run %s, and never again', async (_how, on) => {
		const poller = new Poller(sandbox, { options: { emitOnFirstRun: on } });

		const emitted = await poller.emitted();

		expect(sandbox.journal.of('courses')).toHaveLength(3);
		expect(emitted.map(({ _id }) => _id)).toEqual(
			sandbox.catalogue.list('courses').map(({ _id }) => _id),
		);
		expect(new Set(emitted.map(({ triggerEvent }) => triggerEvent))).toEqual(new Set(['added']));
		expect(await poller.emitted()).toEqual([]);
	});

	it('emits nothing with Emit on First Run when additions are not asked for', async () => {
		const poller = new Poller(sandbox, {
			triggerOn: ['updated'],
			options: { emitOnFirstRun: true },
		});
		expect(await poller.emitted()).toEqual([]);
	});

	it('takes an empty list as it is', async () => {
		sandbox.catalogue.clear('courses');
		const poller = await polledOnce(sandbox, allEvents);
		const { _id } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', _id]]);
	});
});

describe('an event', () => {
	it('carries the record as listed, what happened, and when', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const added = sandbox.catalogue.add('courses', { name: 'New' });
		const before = Date.now();

		const [json] = await poller.emitted();

		const { triggerEvent, triggerTime, ...record } = json ?? {};
		expect(record).toEqual(added);
		expect(triggerEvent).toBe('added');
		const time = triggerTime as string;
		expect(new Date(time).toISOString()).toBe(time);
		expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
	});

	it('of a removed record carries its ID under the field it had', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const id = idAt(3);
		sandbox.catalogue.remove('courses', id);

		expect(await poller.emittedInTwo()).toEqual([
			{ _id: id, triggerEvent: 'removed', triggerTime: expect.any(String) as string },
		]);
	});

	it.each([['added'], ['updated'], ['removed']])(
		'%s is emitted alone when only it is asked for',
		async (event) => {
			const poller = await polledOnce(sandbox, { triggerOn: [event] });
			const [updated, removed] = [idAt(1), idAt(20)];
			sandbox.catalogue.remove('courses', removed);
			sandbox.catalogue.update('courses', updated, { name: 'Changed' });
			const { _id: added } = sandbox.catalogue.add('courses');

			const expected = { added, updated, removed }[event];
			expect(await poller.eventsInTwo()).toEqual([[event, expected]]);
			expect(await poller.events()).toEqual([]);
		},
	);
});

describe('events', () => {
	it('include an archived course, whose date of modification stays', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const id = sandbox.catalogue.list('courses').find(({ status }) => status === 'published')?._id;
		sandbox.catalogue.archive('courses', String(id));

		const [json] = await poller.emitted();

		expect(json).toMatchObject({ _id: id, status: 'archived', triggerEvent: 'updated' });
	});

	it('follow groups, which have no dates at all', async () => {
		const poller = await polledOnce(sandbox, { ...allEvents, resource: 'group' });
		const group = sandbox.catalogue.list('groups')[6];
		sandbox.catalogue.update('groups', String(group?._id), { name: 'Renamed' });
		const added = sandbox.catalogue.add('groups');

		expect(await poller.events()).toEqual([
			['updated', group?._id],
			['added', added._id],
		]);
		expect(sandbox.journal.of('courses')).toEqual([]);
	});

	it('follow the filter: what leaves it is removed, what enters it is added', async () => {
		const poller = await polledOnce(sandbox, { ...allEvents, filters: { status: 'published' } });
		const courses = sandbox.catalogue.list('courses');
		const published = String(courses.find(({ status }) => status === 'published')?._id);
		const other = String(courses.find(({ status }) => status !== 'published')?._id);
		sandbox.catalogue.archive('courses', published);
		sandbox.catalogue.update('courses', other, { status: 'published' });

		expect(await poller.eventsInTwo()).toEqual([
			['added', other],
			['removed', published],
		]);
		expect(new Set(sandbox.journal.of('courses').map(({ query }) => query.split('=')[0]))).toEqual(
			new Set(['status[eq]', 'next']),
		);
	});
});

describe('Name Contains', () => {
	const nameContains = 'strasse';
	const rename = (position: number, name: string) =>
		sandbox.catalogue.update('courses', idAt(position), { name });

	it('samples the first record that matches', async () => {
		rename(24, 'Straße');
		const { items } = await new Poller(sandbox, { filters: { nameContains } }).run({
			mode: 'manual',
		});
		expect((items ?? []).map(({ json }) => json._id)).toEqual([idAt(24)]);
	});

	it('names a record without an ID by its place on the page that was sent', async () => {
		const body = [{ _id: 'a', name: 'b' }, { name: 'Straße' }];
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader: null, body });
		const { error } = await new Poller(sandbox, { filters: { nameContains } }).run();
		expect((error as { description?: string } | undefined)?.description).toMatch(
			/^Record 2 of page 1 has none of/,
		);
	});
});

it('Ignore Fields leaves out the change of a field within the entries of a list', async () => {
	const id = idAt(5);
	sandbox.catalogue.update('courses', id, { likes: 1, chapters: [{ views: 1 }] });
	const options = { ignoreFields: 'likes, chapters.views' };
	const poller = await polledOnce(sandbox, { ...allEvents, options });
	const { modifiedAt } = sandbox.catalogue.get('courses', id);
	sandbox.catalogue.update('courses', id, { likes: 7, chapters: [{ views: 7 }], modifiedAt });
	expect(await poller.events()).toEqual([]);
	sandbox.catalogue.update('courses', id, { name: 'Changed' });
	expect(await poller.events()).toEqual([['updated', id]]);
});
