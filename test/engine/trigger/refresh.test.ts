import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { setClock, startService } from '../service';
import { Table } from './model/table';
import { allEvents, courseIdAt, polledOnce, Poller } from './poller';

/** A Wednesday, noon in UTC. */
const WEDNESDAY = Date.parse('2026-01-28T12:00:00Z');

let sandbox: Sandbox;
let now: number;

beforeEach(async () => {
	now = WEDNESDAY;
	setClock(() => now);
	sandbox = await startService({ courses: 7, coursePageSize: 3 });
});

const later = (time: string) => {
	now = Date.parse(time);
};

const again = (options: INodeParameters, parameters: INodeParameters = {}): INodeParameters => ({
	...allEvents,
	output: 'row',
	...parameters,
	options,
});

const listed = () => sandbox.catalogue.list('courses').map(({ _id }) => _id);

const idsOf = (items: IDataObject[]) => items.map(({ courseId }) => courseId);

/** The values of a field that the items have between them. */
const valuesOf = (items: IDataObject[], field: string) => [
	...new Set(items.map((json) => json[field])),
];

const inUtc = (poller: Poller) => Object.assign(poller, { workflowSettings: { timezone: 'UTC' } });

/** A trigger that has just reported everything, which the next poll has confirmed. */
async function refreshedOnce(options: INodeParameters, parameters?: INodeParameters) {
	const poller = inUtc(new Poller(sandbox, again(options, parameters)));
	expect(await poller.emitted()).toHaveLength(listed().length);
	expect(valuesOf(await poller.emitted(), 'syncAction')).toEqual(['sweep']);
	return poller;
}

/** What happens to the rows of a table at a poll, in order. */
const actions = async (poller: Poller) =>
	(await poller.emitted()).map(({ syncAction, courseId }) =>
		syncAction === 'sweep'
			? 'sweep'
			: `${syncAction as string} ${listed().indexOf(courseId as string)}`,
	);

it('Report Everything Regularly counts days in the time zone of the workflow', async () => {
	const poller = await refreshedOnce({ reportEverythingAgain: 'day' });
	later('2026-01-28T23:30:00Z');
	poller.workflowSettings = { timezone: 'Europe/Paris' };
	expect(await poller.emitted()).toHaveLength(7);
});

it('Report Everything Once happens when there is another text, and not when it is emptied', async () => {
	const poller = await polledOnce(sandbox, again({}));
	const ask = async (reportEverythingOnce: string) => {
		poller.parameters = again({ reportEverythingOnce });
		const events = (await poller.emitted()).map(({ triggerEvent }) => triggerEvent);
		return events.filter((event) => event === 'refreshed').length;
	};
	expect(await ask('table restored')).toBe(7);
	expect(await ask(' table restored ')).toBe(0);
	expect(await ask('once more')).toBe(7);
	expect(await ask('')).toBe(0);
	expect(await ask('once more')).toBe(7);
});

describe('a poll that reports everything', () => {
	const weekly = { reportEverythingAgain: 'week' };

	it('has one item for each record, as it is now, and reports removals as well', async () => {
		const poller = await refreshedOnce(weekly);
		const [removed, updated] = [courseIdAt(sandbox, 1), courseIdAt(sandbox, 4)];
		sandbox.catalogue.remove('courses', removed);
		expect(await poller.emitted()).toEqual([]);
		sandbox.catalogue.update('courses', updated, { name: 'Changed' });
		sandbox.catalogue.add('courses', { name: 'New' });
		later('2026-02-02T00:05:00Z');

		const [first, ...others] = await poller.emitted();

		expect(first).toMatchObject({
			courseId: removed,
			triggerEvent: 'removed',
			syncAction: 'delete',
		});
		expect(idsOf(others)).toEqual(listed());
		expect(others.map(({ name }) => name)).toEqual(
			sandbox.catalogue.list('courses').map(({ name }) => name),
		);
		expect(valuesOf(others, 'triggerEvent')).toEqual(['refreshed']);
		expect(valuesOf(others, 'syncAction')).toEqual(['upsert']);
		expect(valuesOf([first ?? {}, ...others], 'syncRun')).toEqual(['2026-02-02T00:05:00.000Z']);
	});

	it('puts its stamp on what is reported from then on', async () => {
		const poller = await refreshedOnce(weekly);
		sandbox.catalogue.update('courses', courseIdAt(sandbox, 2), { name: 'Changed' });
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 3));
		later('2026-01-30T12:00:00Z');
		expect(valuesOf(await poller.emittedInTwo(), 'syncRun')).toEqual(['2026-01-28T12:00:00.000Z']);
	});
});

describe('the item that sweeps rows with an older stamp', () => {
	const daily = { reportEverythingAgain: 'day' };

	it('has no key, but the stamp of the refresh and how many rows should have it', async () => {
		const poller = inUtc(new Poller(sandbox, again(daily)));
		await poller.emitted();
		later('2026-01-28T12:15:00Z');
		expect(await poller.emitted()).toEqual([
			{
				triggerEvent: 'sweep',
				triggerTime: expect.any(String) as string,
				syncAction: 'sweep',
				syncRun: '2026-01-28T12:00:00.000Z',
				syncRows: 7,
			},
		]);
	});

	it('counts 7 and "7" once, which are one row of a table, also among several fields of an ID', async () => {
		const poller = inUtc(new Poller(sandbox, again({ ...daily, idField: 'a, b' })));
		const body = [7, '7', 8].map((a) => ({ a, b: 'x' }));
		sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null, times: Infinity });
		expect(await poller.emitted()).toHaveLength(3);
		expect(await poller.emitted()).toMatchObject([{ syncAction: 'sweep', syncRows: 2 }]);
	});

	it('comes also when a filter matches nothing any more', async () => {
		const poller = await refreshedOnce(daily);
		poller.parameters = again(daily, { filters: { status: 'deleted' } });
		expect(sandbox.catalogue.list('courses').map(({ status }) => status)).not.toContain('deleted');
		expect(await actions(poller)).toEqual([]);
		expect(await actions(poller)).toEqual(['sweep']);
		expect(await actions(poller)).toEqual([]);
	});

	it.each<[what: string, triggerOn: string[], isMissed: boolean]>([
		['whose removal failed', allEvents.triggerOn, true],
		['whose removal did not fail', allEvents.triggerOn, false],
		['whose removal is not reported', ['added', 'updated'], true],
	])(
		'does not take the row of a course that is gone for one that a failed run left out: of one %s',
		async (_, triggerOn, isMissed) => {
			const poller = await refreshedOnce(daily, { triggerOn });
			const table = new Table();
			const [unwritten, gone] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 1)];
			table.rows.set(unwritten, { courseId: unwritten, syncRun: '2026-01-28' });
			later('2026-01-29T12:00:00Z');
			table.apply((await poller.emitted()).filter(({ courseId }) => courseId !== unwritten));
			sandbox.catalogue.remove('courses', gone);
			expect(await poller.emitted()).toEqual([]);
			// The last record is missing from one answer, which puts the sweep off to a run of its own.
			const body = sandbox.catalogue.list('courses').slice(0, -1);
			sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null });
			const removals = await poller.emitted();
			if (!isMissed) table.apply(removals);
			const items = await poller.emitted();
			expect(items.at(-1)).toMatchObject({ syncAction: 'sweep' });
			table.apply(items);
			expect([...table.rows.keys()]).toEqual(expect.arrayContaining(listed()));
		},
	);

	it('waits for a refresh that begins over after a restart, before which rows may have been written that nobody remembers', async () => {
		const poller = inUtc(new Poller(sandbox, again(daily)));
		expect(await poller.emitted()).toHaveLength(7);
		const { items } = await poller.run({ workflowId: 'restarted' });
		expect(items?.map(({ json }) => json.syncAction)).toEqual(listed().map(() => 'upsert'));
	});

	it('deletes what has just gone only once', async () => {
		const poller = await refreshedOnce(daily);
		later('2026-01-29T12:00:00Z');
		await poller.emitted();
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 2));
		expect(await actions(poller)).toEqual([]);
		expect(await actions(poller)).toEqual(['delete -1', 'sweep']);
	});

	it('deletes once more what has gone since the refresh, unless it is back', async () => {
		const poller = await refreshedOnce(daily);
		later('2026-01-29T12:00:00Z');
		await poller.emitted();
		/** What happens at a poll that finds only the records from a position on. */
		const actionsFrom = (position: number) => {
			const body = sandbox.catalogue.list('courses').slice(position);
			sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null });
			return actions(poller);
		};
		expect(await actionsFrom(2)).toEqual([]);
		expect(await actionsFrom(3)).toEqual(['delete 0', 'delete 1']);
		expect(await actionsFrom(1)).toEqual(['delete 0', 'upsert 1', 'sweep']);
		expect(await actionsFrom(1)).toEqual([]);
		expect(poller.state).not.toHaveProperty('gone');
	});

	it('is for rows only', async () => {
		const poller = inUtc(new Poller(sandbox, again(daily, { output: 'raw' })));
		expect(await poller.emitted()).toHaveLength(7);
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 2));
		expect(await poller.emitted()).toEqual([]);
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 2));
		expect(valuesOf(await poller.emitted(), 'triggerEvent')).toEqual(['removed']);
		expect(await poller.emitted()).toHaveLength(1);
		expect(await poller.emitted()).toEqual([]);
	});
});

describe('the stamp syncRun', () => {
	it('is empty in rows as long as nothing was reported again, and in no other output', async () => {
		const poller = await polledOnce(sandbox, again({}));
		sandbox.catalogue.add('courses');
		expect(await poller.emitted()).toMatchObject([{ syncRun: '' }]);
		poller.parameters = again({}, { output: 'raw' });
		sandbox.catalogue.add('courses');
		expect((await poller.emitted()).map((json) => 'syncRun' in json)).toEqual([false]);
	});

	it('is in every output when everything is reported again', async () => {
		const poller = new Poller(sandbox, again({ reportEverythingAgain: 'day' }, { output: 'raw' }));
		expect(valuesOf(await poller.emitted(), 'syncRun')).toEqual(['2026-01-28T12:00:00.000Z']);
	});

	it('and triggerTime are of the beginning of the poll, however long it takes', async () => {
		const poller = new Poller(sandbox, again({ reportEverythingAgain: 'day' }));
		sandbox.faults.add({
			on: { kind: 'courses', page: 2 },
			before: () => {
				later('2026-01-28T12:09:00Z');
			},
		});
		const items = await poller.emitted();
		expect(valuesOf(items, 'syncRun')).toEqual(['2026-01-28T12:00:00.000Z']);
		expect(valuesOf(items, 'triggerTime')).toEqual(['2026-01-28T12:00:00.000Z']);
	});

	it("and triggerTime never decrease when n8n's clock is set back, whatever the trigger reads", async () => {
		const options = { reportEverythingAgain: 'day' };
		const poller = await refreshedOnce(options);
		later('2026-01-27T12:00:00Z');
		poller.parameters = again(options, { filters: { status: 'published' } });
		const items = await poller.emitted();
		expect(valuesOf(items, 'syncRun')).toEqual(['2026-01-28T12:00:00.001Z']);
		expect(valuesOf(items, 'triggerTime')).toEqual(['2026-01-28T12:00:00.001Z']);
		// The day of a refresh is the one that n8n's clock has shown.
		expect(valuesOf(await poller.emitted(), 'syncAction')).toEqual(['sweep']);
		later('2026-01-27T23:59:59Z');
		expect(await poller.emitted()).toEqual([]);
	});
});
