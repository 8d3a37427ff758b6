import type { Fault, Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, type Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 50, coursePageSize: 10 });
});

const events = [[['added']], [['updated']], [['removed']], [allEvents.triggerOn]];

const ids = () => sandbox.catalogue.list('courses').map(({ _id }) => _id);

const distort = (page: number, fault: Fault) => {
	sandbox.faults.add({ on: { kind: 'courses', page }, ...fault });
};

const warnings = ({ log }: Awaited<ReturnType<Poller['run']>>) =>
	log.filter(({ level }) => level === 'warn').map(({ message }) => message);

describe('an answer that lacks records once', () => {
	it.each(events)(
		'is no event: 1,234 courses whose first page has no Link, with %j asked for',
		async (triggerOn) => {
			sandbox = await startService({ courses: 1_234 });
			const poller = await polledOnce(sandbox, { triggerOn });
			distort(1, { linkHeader: null });

			const run = await poller.run();

			expect(run.error).toBeUndefined();
			expect(run.items ?? []).toHaveLength(0);
			expect(warnings(run)).toEqual([
				expect.stringContaining('of 1234 known records 734 and then 0 were missing'),
			]);
			expect(await poller.events()).toEqual([]);
		},
	);

	it.each<[what: string, page: number, fault: Fault]>([
		['an empty list', 1, { status: 200, body: [] }],
		['a page in the middle without a Link', 4, { linkHeader: null }],
		['an empty page that has a next one', 1, { emptyPage: true }],
	])('is no event: %s', async (_, page, fault) => {
		const poller = await polledOnce(sandbox, allEvents);
		distort(page, fault);
		expect(await poller.events()).toEqual([]);
		expect(await poller.events()).toEqual([]);
	});

	it('does not hide what has really changed', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const [updated = '', ...rest] = ids();
		sandbox.catalogue.update('courses', updated, { name: 'Changed' });
		const last = rest.at(-1) ?? '';
		sandbox.catalogue.update('courses', last, { name: 'Changed' });
		const { _id: added } = sandbox.catalogue.add('courses');
		distort(1, { linkHeader: null });

		expect(await poller.events()).toEqual([
			['updated', updated],
			['updated', last],
			['added', added],
		]);
	});

	it('does not postpone a removal when it lacks less than half', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = ids()[7] ?? '';
		sandbox.catalogue.remove('courses', removed);
		distort(4, { linkHeader: null });
		expect(await poller.events()).toEqual([['removed', removed]]);
	});

	it('at the first poll is no reason to report the rest as added later', async () => {
		distort(1, { linkHeader: null });
		const poller = await polledOnce(sandbox, allEvents);
		expect(await poller.events()).toEqual([]);
	});
});

describe('a list that has really lost most of its records', () => {
	it.each([
		['all', 0],
		['more than half', 20],
	])('reports %s of them in the same poll', async (_, count) => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = ids().slice(count);
		for (const id of removed) sandbox.catalogue.remove('courses', id);

		expect(await poller.events()).toEqual(removed.map((id) => ['removed', id]));
		expect(await poller.events()).toEqual([]);
	});

	it('is judged by what n8n has stored, not by what the process remembers', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const stored = poller.staticData;
		sandbox.catalogue.clear('courses');

		for (const activation of ['init', 'update'] as const) {
			const { items } = await poller.run({ staticData: stored, activation });
			expect(items).toHaveLength(50);
		}
	});

	it('reports them at the next poll when they were removed during this one', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = ids();
		distort(3, {
			before: () => {
				sandbox.catalogue.clear('courses');
			},
		});

		expect((await poller.run()).error).toBeDefined();
		expect(await poller.events()).toEqual(removed.map((id) => ['removed', id]));
	});

	it('is believed when both readings lack the same records, even if it is a fault of the service', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		distort(1, { linkHeader: null, times: 2 });
		expect(await poller.emitted()).toHaveLength(40);
		expect(await poller.emitted()).toHaveLength(40);
	});
});

describe('two readings that lack different records, and one of them most', () => {
	it.each(events)('are an error that changes nothing, with %j asked for', async (triggerOn) => {
		const poller = await polledOnce(sandbox, { triggerOn });
		const before = poller.staticData;
		distort(1, { linkHeader: null });
		distort(2, { linkHeader: null });

		const run = await poller.run();

		expect(run.items).toBeNull();
		expect(run.error?.message).toBe('The list of courses changed too much while it was read');
		expect(run.error).toHaveProperty(
			'description',
			expect.stringContaining(
				'Of 50 records that were there at the last poll, 40 were missing when the list was read, and 30 when it was read again.',
			),
		);
		expect(run.staticData).toEqual(before);
		expect(warnings(run)).toEqual([
			expect.stringContaining('of 50 known records 40 and then 30 were missing'),
		]);
		expect(await poller.events()).toEqual([]);
	});

	it('postpone the removal that they agree about', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		const removed = ids()[7] ?? '';
		sandbox.catalogue.remove('courses', removed);
		distort(1, { on: { kind: 'courses', page: 1, occurrence: 2 }, status: 200, body: [] });

		expect((await poller.run()).error).toBeDefined();
		expect(await poller.events()).toEqual([['removed', removed]]);
	});
});
