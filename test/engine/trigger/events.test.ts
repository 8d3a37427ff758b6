import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

describe('the first poll', () => {
	it('remembers the list and emits nothing, so that no execution starts', async () => {
		const { items, error } = await new Poller(sandbox, allEvents).run();

		expect(error).toBeUndefined();
		expect(items).toBeNull();
		// Twice, because a record that moves meanwhile can be missed once.
		expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
	});

	it('emits every record as added with Emit on First Run, and never again', async () => {
		const poller = new Poller(sandbox, { options: { emitOnFirstRun: true } });

		const emitted = await poller.emitted();

		expect(sandbox.journal.of('courses')).toHaveLength(3);
		expect(emitted.map(({ _id }) => _id)).toEqual(
			sandbox.catalogue.list('courses').map(({ _id }) => _id),
		);
		expect(new Set(emitted.map(({ triggerEvent }) => triggerEvent))).toEqual(new Set(['added']));
		expect(await poller.emitted()).toEqual([]);
	});
});

it('an event carries the record as listed, what happened, and when', async () => {
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
