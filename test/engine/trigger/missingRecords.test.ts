import type { Fault, Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, type Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 50, coursePageSize: 10 });
});

const eventSets = [[['added']], [['updated']], [['removed']], [allEvents.triggerOn]];

const ids = () => sandbox.catalogue.list('courses').map(({ _id }) => _id);

const removeAllBut = (count: number): string[] => {
	const removed = ids().slice(count);
	for (const id of removed) sandbox.catalogue.remove('courses', id);
	return removed;
};

/** The service answers as if there were nothing, until it is over. */
const outage = () => {
	sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body: [], times: Infinity });
	return () => {
		sandbox.faults.clear();
	};
};

const warnings = ({ log }: Awaited<ReturnType<Poller['run']>>) =>
	log.filter(({ level }) => level === 'warn').map(({ message }) => message);

describe('an outage that only one poll meets', () => {
	it.each(eventSets)(
		'is no event, neither then nor later: an empty list, with %j asked for',
		async (triggerOn) => {
			const poller = await polledOnce(sandbox, { triggerOn });
			const end = outage();
			expect(await poller.events()).toEqual([]);
			end();
			expect(await poller.events()).toEqual([]);
			expect(await poller.events()).toEqual([]);
		},
	);

	it('at the first poll is no reason to report the rest as added later', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader: null });
		const poller = await polledOnce(sandbox, allEvents);
		expect(await poller.events()).toEqual([]);
	});
});

describe('an outage during all of the first poll', () => {
	/** Both readings of the first poll meet it. */
	const outageAtFirst = (fault: Fault) => {
		sandbox.faults.add({ times: 2, ...fault });
	};

	it.each<[what: string, fault: Fault]>([
		['an empty list', { on: { kind: 'courses' }, status: 200, body: [] }],
		['a page without its Link', { on: { kind: 'courses', page: 3 }, linkHeader: null }],
	])('is no reason to report what it has hidden as added: %s', async (_, fault) => {
		outageAtFirst(fault);
		const poller = await polledOnce(sandbox, allEvents);
		const run = await poller.run();
		expect(run.items).toBeNull();
		expect(warnings(run)).toEqual([
			expect.stringMatching(
				/\d0 records were there before the first poll, which has not found them/,
			),
		]);
		const { _id } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', _id]]);
	});

	it('does not hide what is really new', async () => {
		outageAtFirst({ on: { kind: 'courses' }, status: 200, body: [] });
		const poller = await polledOnce(sandbox, allEvents);
		const modifiedAt = new Date().toISOString();
		const { _id } = sandbox.catalogue.add('courses', { modifiedAt }, 0);
		expect(await poller.events()).toEqual([['added', _id]]);
	});

	it('is over when two polls in a row have found the same', async () => {
		outageAtFirst({ on: { kind: 'courses' }, status: 200, body: [] });
		const poller = await polledOnce(sandbox, allEvents);
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: null });
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toEqual([]);
		expect(poller.state.firstAt).toBeDefined();
		expect(await poller.emitted()).toEqual([]);
		expect(poller.state.firstAt).toBeUndefined();
	});

	it('hides nothing from a table, in which everything is written', async () => {
		outageAtFirst({ on: { kind: 'courses' }, status: 200, body: [] });
		const options = { reportEverythingAgain: 'day' };
		const poller = await polledOnce(sandbox, { ...allEvents, output: 'row', options });
		sandbox.faults.clear();
		expect(await poller.emitted()).toHaveLength(50);
	});
});

describe('a list that has really lost records', () => {
	it('reports them with the second poll, as n8n has stored the first one', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = removeAllBut(40);
		expect(await poller.events()).toEqual([]);
		const stored = poller.staticData;
		for (const activation of ['init', 'update'] as const) {
			const { items } = await poller.run({ staticData: stored, activation });
			expect(items?.map(({ json }) => json._id)).toEqual(removed);
		}
	});

	it('waits for another poll in a new process, because n8n may have stored what was missing long ago', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const [kept = ''] = ids();
		const record = sandbox.catalogue.get('courses', kept);
		sandbox.catalogue.remove('courses', kept);
		const { _id: added } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', added]]);
		const { staticData: stored } = poller;
		sandbox.catalogue.add('courses', record, 0);
		expect(await poller.emitted()).toEqual([]);

		// To n8n, and to the package, a trigger of another workflow is one that this process does not know.
		const restarted = { workflowId: 'restarted' };
		const end = outage();
		const first = await poller.run({ ...restarted, staticData: stored });
		expect(first).toMatchObject({ items: null, error: undefined });
		end();
		sandbox.catalogue.remove('courses', kept);
		const { items } = await poller.run(restarted);
		expect(items?.map(({ json }) => json._id)).toEqual([kept]);
	});
});

describe('more removals than Removal Limit allows', () => {
	it('are an error that changes nothing, until the records are back', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const end = outage();
		expect(await poller.emitted()).toEqual([]);
		const before = poller.staticData;

		const run = await poller.run();

		expect(run.items).toBeNull();
		expect(run.error?.message).toBe(
			'50 of 50 known records are missing: more than Removal Limit allows (courses)',
		);
		expect(run.error).toHaveProperty(
			'description',
			expect.stringMatching(/no more than 50 percent .* set Removal Limit under Options to 100/),
		);
		expect(run.error).toHaveProperty('failure', { cause: 'temporarily-unavailable' });
		expect(run.staticData).toEqual(before);
		end();
		expect(await poller.eventsInTwo()).toEqual([]);
	});

	it('are reported when the limit is raised, without starting over', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = removeAllBut(20);
		expect(await poller.emitted()).toEqual([]);
		expect((await poller.run()).error).toBeDefined();
		poller.parameters = { ...allEvents, options: { removalLimit: 100 } };
		expect(await poller.events()).toEqual(removed.map((id) => ['removed', id]));
	});

	it('are a warning where nobody asked for removals, and the rest goes on', async () => {
		const poller = await polledOnce(sandbox, { triggerOn: ['added', 'updated'] });
		const end = outage();
		await poller.emitted();
		const run = await poller.run();
		expect(run.error).toBeUndefined();
		expect(warnings(run)).toEqual([
			expect.stringContaining('50 of 50 known records are missing for the second time'),
		]);
		end();
		const { _id } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', _id]]);
	});
});
