import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

describe('a list that fails half-way', () => {
	it('is an error and changes nothing', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const before = poller.staticData;
		const [first, , last] = sandbox.catalogue.list('courses');
		sandbox.catalogue.update('courses', String(first?._id), { name: 'Changed' });
		sandbox.catalogue.remove('courses', String(last?._id));
		const added = sandbox.catalogue.add('courses');
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });

		const { items, error, staticData } = await poller.run();

		expect(items).toBeNull();
		expect(error).toMatchObject({
			message: 'The service does not allow this request (courses, page 2)',
			description: expect.stringContaining('10 records had been read') as string,
		});
		expect(staticData).toEqual(before);
		expect(await poller.eventsInTwo()).toEqual([
			['updated', first?._id],
			['added', added._id],
			['removed', last?._id],
		]);
	});

	it('at the first poll stores nothing, so that the next one is the first', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, status: 403 });
		const poller = new Poller(sandbox, allEvents);
		expect((await poller.run()).error).toBeDefined();
		expect(poller.staticData).toEqual({});
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toEqual([]);
	});
});

it("n8n's scheduler is told when the service lets it poll again", async () => {
	const poller = new Poller(sandbox, { options: { maxRetries: 0 } });
	const headers = { 'retry-after': '120' };
	sandbox.faults.add({ on: { kind: 'courses' }, status: 429, headers });
	const failure = { cause: 'rate-limited', retryAfterMs: 120_000 };
	expect((await poller.run()).error).toHaveProperty('failure', failure);
});
