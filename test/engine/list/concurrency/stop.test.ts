import type { Sandbox } from '../../../sandbox';
import { fieldFilter, listCourses } from '../../lists';
import { arrivalOfPage, atEndOfTest, holdBodyOfPage, n8nGlobal, startService } from '../../service';

let sandbox: Sandbox;
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

beforeAll(() => process.on('unhandledRejection', remember));
afterAll(() => process.off('unhandledRejection', remember));

beforeEach(async () => {
	sandbox = await startService({ courses: 100, coursePageSize: 10 });
	unhandled.length = 0;
});
afterEach(() => {
	expect(unhandled).toEqual([]);
});

const everything = { returnAll: true, options: { maxRetries: 0 } };

describe('a page that fails while others stream', () => {
	it('cancels the later pages and closes their connections', async () => {
		for (const page of [2, 3, 4]) holdBodyOfPage(sandbox, page, forever);
		sandbox.faults.add({
			on: { kind: 'courses', page: 1 },
			drop: 'inBody',
			inBody: async () => {
				await Promise.all([2, 3, 4].map((page) => arrivalOfPage(sandbox, page)));
			},
		});

		const { items, error } = await listCourses(sandbox, everything);
		await sandbox.journal.idle();

		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The connection to the service was lost (courses, page 1). Try again in a minute.',
		);
		const behind = sandbox.journal.of('courses').filter(({ page }) => page !== 1);
		expect(behind.map(({ aborted }) => aborted)).toEqual([true, true, true]);
	});

	it('causes an error once the earlier pages have been read', async () => {
		for (const page of [1, 2, 3]) {
			holdBodyOfPage(sandbox, page, async () => {
				await arrivalOfPage(sandbox, 4);
			});
		}
		sandbox.faults.add({ on: { kind: 'courses', page: 4 }, status: 403 });

		const { error } = await listCourses(sandbox, everything);
		await sandbox.journal.idle();

		expect(error?.message).toBe('The service does not allow this request (courses, page 4)');
		expect(error?.description).toContain('The node read 30 records before this error.');
	});
});

describe('an input item that fails and ends the run', () => {
	it('ends the requests of other items', async () => {
		// The unknown field violates the contract.
		atEndOfTest(() => sandbox.journal.takeOffContract());
		const isFailing = ({ url }: { url: string }) => url.includes('colour');
		const arrival = sandbox.journal.waitFor(
			(request) => request.kind === 'courses' && !isFailing(request),
		);
		sandbox.faults.add({
			on: { kind: 'courses' },
			times: 2,
			before: async (request) => {
				if (isFailing(request)) await arrival;
			},
			inBody: async (request) => {
				if (!isFailing(request)) await forever();
			},
		});
		const filters = fieldFilter('={{ $json.field }}', 'eq', 'published');
		const items = ['status', 'colour'].map((field) => ({ json: { field } }));

		const { error, log } = await listCourses(sandbox, { filters }, { items });
		await sandbox.journal.idle();

		expect(error?.context.itemIndex).toBe(1);
		const [canceled] = sandbox.journal.of('courses').filter((request) => !isFailing(request));
		expect(canceled?.aborted).toBe(true);
		const usual = log.filter(({ level }) => level !== 'debug').map(({ message }) => message);
		expect(usual.slice(-2)).toEqual([
			expect.stringContaining('courses: failed after'),
			expect.stringContaining('1 input item processed, 0 records read, 1 failed'),
		]);
	});

	it('keeps other items from starting', async () => {
		const filters = { status: '={{ $json.status }}' };
		const items = ['draft', ...Array<string>(99).fill('published')].map((status) => ({
			json: { status },
		}));
		const batching = { batch: { batchSize: 1, batchInterval: 33 } };
		const timers = jest.spyOn(n8nGlobal, 'setTimeout');

		const { error } = await listCourses(
			sandbox,
			{ filters, requestOptions: { batching } },
			{ items },
		);

		expect(error?.message).toContain('Status must be');
		expect(sandbox.journal.of('courses')).toEqual([]);
		// The pause before the second item.
		expect(timers.mock.calls.filter(([, ms]) => ms === 33)).toHaveLength(1);
	});
});

describe('stopping the execution', () => {
	it('immediately ends the requests in progress', async () => {
		const stop = new AbortController();
		holdBodyOfPage(sandbox, 1, async () => {
			await arrivalOfPage(sandbox, 2);
			stop.abort();
			await forever();
		});

		const { status, items } = await listCourses(sandbox, everything, { signal: stop.signal });

		expect(status).toBe('canceled');
		expect(items).toEqual([]);
	});
});

async function forever() {
	await new Promise(() => undefined);
}
