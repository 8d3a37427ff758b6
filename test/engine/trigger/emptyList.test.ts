import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 5, coursePageSize: 2 });
});

const answerEmpty = () => {
	sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body: [] });
};

describe('an empty list where there were records, with removals asked for', () => {
	it('is an error and changes nothing', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const before = poller.staticData;
		answerEmpty();

		const { error, items, staticData } = await poller.run();

		expect(error?.message).toBe(
			'The list of courses is empty, although it had records at the last poll',
		);
		expect(error).toHaveProperty(
			'description',
			expect.stringContaining('No record was reported as removed'),
		);
		expect(items).toBeNull();
		expect(staticData).toEqual(before);
		expect(await poller.emitted()).toEqual([]);
	});

	it('counts when it is empty a second time', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
		sandbox.catalogue.clear('courses');

		expect((await poller.run()).error).toBeDefined();
		expect(await poller.events()).toEqual(ids.map((id) => ['removed', id]));
		expect(await poller.events()).toEqual([]);
	});

	it('counts even though n8n stores nothing after a failed poll and starts again from before', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const before = poller.staticData;
		sandbox.catalogue.clear('courses');

		expect((await poller.run({ activation: 'init' })).error).toBeDefined();
		poller.staticData = before;
		const { items } = await poller.run({ activation: 'init' });

		expect(items).toHaveLength(5);
	});

	it('has to be empty twice in a row', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		answerEmpty();
		expect((await poller.run()).error).toBeDefined();
		expect(await poller.emitted()).toEqual([]);
		answerEmpty();
		expect((await poller.run()).error).toBeDefined();
		expect(await poller.emitted()).toEqual([]);
	});
});

describe('an empty list where there were records, without removals', () => {
	it('is no error, and no flood of additions follows it', async () => {
		const poller = await polledOnce(sandbox, { triggerOn: ['added'] });
		answerEmpty();
		expect(await poller.emitted()).toEqual([]);
		const { _id } = sandbox.catalogue.add('courses');
		expect(await poller.events()).toEqual([['added', _id]]);
	});

	it('counts when it is empty a second time', async () => {
		const poller = await polledOnce(sandbox, { triggerOn: ['added'] });
		answerEmpty();
		answerEmpty();
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toHaveLength(5);
	});
});

it('an empty page that has a next one is not an empty list', async () => {
	const poller = await polledOnce(sandbox, allEvents);
	sandbox.faults.add({ on: { kind: 'courses', page: 1 }, emptyPage: true });
	expect(await poller.emitted()).toEqual([]);
});
