import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, Poller, polledOnce } from './poller';

const options = { courses: 25, coursePageSize: 10 };

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService(options);
});

it('Emit on First Run reports every record as added, once', async () => {
	const poller = new Poller(sandbox, { options: { emitOnFirstRun: true } });
	const added = sandbox.catalogue.list('courses').map(({ _id }) => ['added', _id]);
	expect(await poller.events()).toEqual(added);
	expect(sandbox.journal.of('courses')).toHaveLength(3);
	expect(await poller.emitted()).toEqual([]);
});

it("an event contains the record as listed, along with the event's kind and time", async () => {
	const poller = await polledOnce(sandbox, allEvents);
	const added = sandbox.catalogue.add('courses', { name: 'New' });
	const before = Date.now();
	const [{ triggerEvent, triggerTime, ...record } = {}] = await poller.emitted();
	expect([triggerEvent, record]).toEqual(['added', added]);
	expect(new Date(triggerTime as string).toISOString()).toBe(triggerTime);
	expect(Date.parse(triggerTime as string)).toBeGreaterThanOrEqual(before);
});

it('a poll that never started is also logged', async () => {
	const { log } = await new Poller(sandbox, { triggerOn: [] }).run();
	expect(log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
		expect.stringMatching(
			/^error: .* records: failed after 0 pages and \d+ ms: Trigger On must be one or more of .* \(/,
		),
	]);
});

// test/unit/trigger/settings.test.ts tests the changes that make the trigger start over.
it('the trigger continues after its API credentials are rotated', async () => {
	const poller = await polledOnce(sandbox);
	const port = Number(new URL(sandbox.origin).port);
	await sandbox.stop();
	const rotated = { clientId: 'rotated-client', clientSecret: 'rotated' };
	sandbox = await startService({ ...options, ...rotated, port });
	poller.credential.edit(rotated);
	const { _id } = sandbox.catalogue.add('courses');
	expect(await poller.events()).toEqual([['added', _id]]);
});

it('the trigger continues with a filter whose expression changes with every poll', async () => {
	// Filters on dates are sent in whole seconds, and two polls can start within the same second.
	const createdBefore = '={{ $now.plus({ seconds: $now.toMillis() % 1e9 }).toUTC().toISO() }}';
	const poller = await polledOnce(sandbox, { filters: { createdBefore } });
	const { _id } = sandbox.catalogue.add('courses');
	expect(await poller.events()).toEqual([['added', _id]]);
	const firstPages = sandbox.journal.of('courses').filter(({ page }) => page === 1);
	expect(new Set(firstPages.map(({ query }) => query)).size).toBe(2);
});

describe('a manual run', () => {
	const manual = { mode: 'manual' } as const;

	it('returns the first record as a sample in one request and does not change the state', async () => {
		const poller = await polledOnce(sandbox, { triggerOn: ['removed'] });
		const before = poller.staticData;
		sandbox.journal.clear();
		const { items } = await poller.run(manual);
		const [sample = {}] = (items ?? []).map(({ json }) => json);
		expect(sample).toMatchObject({ _id: courseIdAt(sandbox, 0), triggerEvent: 'added' });
		expect(sandbox.journal.of('courses')).toHaveLength(1);
		expect(poller.staticData).toEqual(before);
	});

	it('finds a sample that matches Name Contains on any page', async () => {
		const id = courseIdAt(sandbox, 24);
		sandbox.catalogue.update('courses', id, { name: 'Straße' });
		const poller = new Poller(sandbox, { filters: { nameContains: 'strasse' } });
		expect((await poller.run(manual)).items?.map(({ json }) => json._id)).toEqual([id]);
	});

	it('returns nothing for an empty list', async () => {
		sandbox.catalogue.clear('courses');
		expect(await new Poller(sandbox).run(manual)).toMatchObject({ items: null, error: undefined });
	});
});
