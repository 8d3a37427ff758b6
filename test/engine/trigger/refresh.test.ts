import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { setClock, startService } from '../service';
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

/** A trigger that has just reported everything. */
async function refreshedOnce(options: INodeParameters, parameters?: INodeParameters) {
	const poller = inUtc(new Poller(sandbox, again(options, parameters)));
	expect(await poller.emitted()).toHaveLength(listed().length);
	return poller;
}

describe('Report Everything Regularly', () => {
	it.each([
		['day', '2026-01-28T23:59:59Z', '2026-01-29T00:00:00Z'],
		['week', '2026-02-01T23:59:59Z', '2026-02-02T00:00:00Z'],
		['month', '2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z'],
	])('%s: at the first poll, and at the first one of the next %s', async (every, last, next) => {
		const poller = await refreshedOnce({ reportEverythingAgain: every });
		later(last);
		expect(await poller.emitted()).toEqual([]);
		later(next);
		expect(idsOf(await poller.emitted())).toEqual(listed());
		expect(await poller.emitted()).toEqual([]);
	});

	it('counts days in the time zone of the workflow', async () => {
		const poller = await refreshedOnce({ reportEverythingAgain: 'day' });
		later('2026-01-28T23:30:00Z');
		poller.workflowSettings = { timezone: 'Europe/Paris' };
		expect(await poller.emitted()).toHaveLength(7);
	});

	it('never: not at all', async () => {
		const poller = await polledOnce(sandbox, again({ reportEverythingAgain: 'never' }));
		later('2027-01-28T12:00:00Z');
		expect(await poller.emitted()).toEqual([]);
	});

	it('begins at once when it is turned on later', async () => {
		const poller = await polledOnce(sandbox, again({}));
		poller.parameters = again({ reportEverythingAgain: 'month' });
		expect(await poller.emitted()).toHaveLength(7);
	});

	it('that is no period is an error, and nothing is requested', async () => {
		const { error } = await new Poller(sandbox, again({ reportEverythingAgain: 'hour' })).run();
		expect(error?.message).toBe('Report Everything Regularly is set to an unknown period');
		expect(sandbox.journal.entries).toEqual([]);
	});
});

describe('Report Everything Once', () => {
	it('happens when there is another text, and not when it is emptied', async () => {
		const poller = await polledOnce(sandbox, again({}));
		const ask = async (reportEverythingOnce: string) => {
			poller.parameters = again({ reportEverythingOnce });
			return (await poller.emitted()).length;
		};
		expect(await ask('table restored')).toBe(7);
		expect(await ask(' table restored ')).toBe(0);
		expect(await ask('once more')).toBe(7);
		expect(await ask('')).toBe(0);
		expect(await ask('once more')).toBe(7);
	});

	it('leaves the day, week or month to begin anew', async () => {
		const poller = await refreshedOnce({ reportEverythingAgain: 'day' });
		later('2026-01-29T12:00:00Z');
		poller.parameters = again({ reportEverythingAgain: 'day', reportEverythingOnce: 'now' });
		expect(await poller.emitted()).toHaveLength(7);
		expect(await poller.emitted()).toEqual([]);
	});
});

describe('a poll that reports everything', () => {
	const weekly = { reportEverythingAgain: 'week' };

	it('has one item for each record, as it is now, and reports removals as well', async () => {
		const poller = await refreshedOnce(weekly);
		const [removed, updated] = [courseIdAt(sandbox, 1), courseIdAt(sandbox, 4)];
		sandbox.catalogue.remove('courses', removed);
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
		expect(await poller.emitted()).toEqual([]);
	});

	it('reports what a workflow without Trigger On > Added missed, too', async () => {
		const poller = await refreshedOnce(weekly, { triggerOn: ['removed'] });
		sandbox.catalogue.add('courses');
		later('2026-02-02T00:05:00Z');
		expect(idsOf(await poller.emitted())).toEqual(listed());
	});

	it('puts its stamp on what is reported from then on', async () => {
		const poller = await refreshedOnce(weekly);
		sandbox.catalogue.update('courses', courseIdAt(sandbox, 2), { name: 'Changed' });
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 3));
		later('2026-01-30T12:00:00Z');
		expect(valuesOf(await poller.emitted(), 'syncRun')).toEqual(['2026-01-28T12:00:00.000Z']);
	});

	it('takes the place of the one that failed', async () => {
		const poller = await refreshedOnce(weekly);
		later('2026-02-02T00:05:00Z');
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		expect((await poller.run()).error).toBeDefined();
		later('2026-02-02T00:20:00Z');
		expect(valuesOf(await poller.emitted(), 'syncRun')).toEqual(['2026-02-02T00:20:00.000Z']);
	});

	it('is also the first one after a change of the filters, so that rows can go that left them', async () => {
		const poller = await refreshedOnce(weekly);
		poller.parameters = again(weekly, { filters: { status: 'published' } });
		const items = await poller.emitted();
		expect(valuesOf(items, 'triggerEvent')).toEqual(['refreshed']);
		expect(valuesOf(items, 'status')).toEqual(['published']);
	});

	it('reads the list twice when nothing is known, so that no row goes whose record slipped', async () => {
		const body = sandbox.catalogue.list('courses').slice(0, 2);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, status: 200, body, linkHeader: null });
		await refreshedOnce(weekly);
		expect(sandbox.faults.pending()).toEqual([]);
	});

	it('is refreshed, not added, with Emit on First Run', async () => {
		const poller = new Poller(sandbox, again({ ...weekly, emitOnFirstRun: true }));
		expect(valuesOf(await poller.emitted(), 'triggerEvent')).toEqual(['refreshed']);
	});

	it('comes again when somebody edited what is remembered of the last one', async () => {
		const poller = await refreshedOnce(weekly);
		poller.staticData = { state: { ...poller.state, syncRun: 'last week' } };
		expect(await poller.emitted()).toHaveLength(7);
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

	it('is in the rows of a test run, which reports additions and remembers nothing', async () => {
		const poller = new Poller(sandbox, again({ reportEverythingAgain: 'day' }));
		const { items, staticData } = await poller.run({ mode: 'manual' });
		const rows = (items ?? []).map(({ json }) => json);
		expect(valuesOf(rows, 'triggerEvent')).toEqual(['added']);
		expect(valuesOf(rows, 'syncRun')).toEqual([expect.stringMatching(/^\d{4}-.*Z$/)]);
		expect(staticData).toEqual({});
	});
});
