import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, type Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 50, coursePageSize: 10 });
});

const ids = () => sandbox.catalogue.list('courses').map(({ _id }) => _id);

const removeAllBut = (count: number): string[] => {
	const removed = ids().slice(count);
	for (const id of removed) sandbox.catalogue.remove('courses', id);
	return removed;
};

/** The service answers as if there were nothing, until its faults are cleared. */
const outage = () => {
	sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body: [], times: Infinity });
};

const warnings = ({ log }: Awaited<ReturnType<Poller['run']>>) =>
	log.filter(({ level }) => level === 'warn').map(({ message }) => message);

describe('a list that has really lost records', () => {
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
		outage();
		const first = await poller.run({ ...restarted, staticData: stored });
		expect(first).toMatchObject({ items: null, error: undefined });
		sandbox.faults.clear();
		sandbox.catalogue.remove('courses', kept);
		const { items } = await poller.run(restarted);
		expect(items?.map(({ json }) => json._id)).toEqual([kept]);
	});
});

describe('more removals than Removal Limit allows', () => {
	it('are an error that changes nothing, until the records are back', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		outage();
		expect(await poller.emitted()).toEqual([]);
		const before = poller.staticData;

		const run = await poller.run();

		expect(run.items).toBeNull();
		expect(run.error?.message).toBe(
			'50 of 50 remembered records are missing: more than Removal Limit allows (courses)',
		);
		expect(run.error).toHaveProperty(
			'description',
			expect.stringMatching(/no more than 50 percent .* set Removal Limit under Options to 100/),
		);
		expect(run.error).toHaveProperty('failure', { cause: 'temporarily-unavailable' });
		expect(run.staticData).toEqual(before);
		sandbox.faults.clear();
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
		outage();
		await poller.emitted();
		const run = await poller.run();
		expect(run.error).toBeUndefined();
		expect(warnings(run)).toEqual([
			expect.stringContaining('50 of 50 remembered records are missing for the second time'),
		]);
		sandbox.faults.clear();
		const { _id } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', _id]]);
	});
});
