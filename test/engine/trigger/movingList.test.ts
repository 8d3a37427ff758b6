import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, Poller, polledOnce } from './poller';

// The pages of the sandbox are cut from the list as it is at each request, so an edit in between moves records
// from one page to another.

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

const idAt = (position: number) => courseIdAt(sandbox, position);

const whileReading = (page: number, edit: () => void) => {
	sandbox.faults.add({ on: { kind: 'courses', page }, before: edit });
};

describe('a record that is on two pages', () => {
	it('is no event', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		whileReading(2, () => sandbox.catalogue.add('courses', {}, 0));

		expect(await poller.events()).toEqual([]);
		expect(await poller.events()).toEqual([['added', idAt(0)]]);
	});

	it('is added once when it is new', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const { _id } = sandbox.catalogue.add('courses', {}, 9);
		whileReading(2, () => sandbox.catalogue.add('courses', {}, 0));
		expect(await poller.events()).toEqual([['added', _id]]);
	});

	it('counts as it was last', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const moved = idAt(9);
		whileReading(2, () => {
			sandbox.catalogue.add('courses', {}, 0);
			sandbox.catalogue.update('courses', moved, { name: 'Changed meanwhile' });
		});

		expect(await poller.emitted()).toEqual([
			expect.objectContaining({ _id: moved, name: 'Changed meanwhile', triggerEvent: 'updated' }),
		]);
		expect(await poller.events()).toEqual([['added', idAt(0)]]);
	});
});

describe('a record that slips between two pages', () => {
	it.each([
		['additions', ['added']],
		['additions and removals', ['added', 'removed']],
	])('was neither removed nor added for a trigger on %s', async (_events, triggerOn) => {
		const poller = await polledOnce(sandbox, { triggerOn });
		const [removed, slipped] = [idAt(0), idAt(10)];
		whileReading(2, () => {
			sandbox.catalogue.remove('courses', removed);
		});

		const events = [...(await poller.eventsInTwo()), ...(await poller.events())];

		expect(events).toEqual(triggerOn.includes('removed') ? [['removed', removed]] : []);
		expect(idAt(9)).toBe(slipped);
	});

	it('is looked for by the next poll, so that each poll reads the list once', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		sandbox.catalogue.remove('courses', idAt(4));
		sandbox.journal.clear();

		await poller.emittedInTwo();
		expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3]);
	});

	it('during the first poll is not reported as added later, because that poll reads twice', async () => {
		const poller = new Poller(sandbox, allEvents);
		const removed = idAt(0);
		whileReading(2, () => {
			sandbox.catalogue.remove('courses', removed);
		});
		expect(await poller.events()).toEqual([]);
		expect(await poller.eventsInTwo()).toEqual([['removed', removed]]);
	});

	it('during a first poll that reports everything is reported by the next one', async () => {
		const poller = new Poller(sandbox, { options: { emitOnFirstRun: true } });
		const slipped = idAt(10);
		whileReading(2, () => {
			sandbox.catalogue.remove('courses', idAt(0));
		});
		expect(await poller.events()).toHaveLength(24);
		expect(await poller.events()).toEqual([['added', slipped]]);
	});

	it('is not taken for removed by a poll that fails before it', async () => {
		const poller = await polledOnce(sandbox, { ...allEvents, options: { maxRetries: 0 } });
		const removed = idAt(4);
		sandbox.catalogue.remove('courses', removed);
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 500 });

		expect((await poller.run()).error?.message).toContain('(courses, page 2)');
		expect(await poller.events()).toEqual([]);
		expect(await poller.events()).toEqual([['removed', removed]]);
	});
});
