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

it("n8n's log has a closing line also for a poll that never began", async () => {
	const { log } = await new Poller(sandbox, { triggerOn: [] }).run();
	expect(log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
		expect.stringMatching(
			/^error: .* records: failed after 0 pages and \d+ ms: No event is selected in Trigger On \(/,
		),
	]);
});
