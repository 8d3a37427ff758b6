import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from '../harness';

let sandbox: Sandbox;
const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

beforeAll(() => process.on('unhandledRejection', remember));
afterAll(() => process.off('unhandledRejection', remember));

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 100, coursePageSize: 10 });
	unhandled.length = 0;
});
afterEach(async () => {
	await sandbox.stop();
	expect(unhandled).toEqual([]);
});

describe('a page that fails while its neighbours stream', () => {
	it('ends the pages behind it and closes their connections', async () => {
		for (const page of [2, 3, 4]) holdBodyOfPage(page, forever);
		sandbox.faults.add({
			on: { kind: 'courses', page: 1 },
			drop: 'inBody',
			inBody: async () => {
				await Promise.all([2, 3, 4].map(arrivalOfPage));
			},
		});

		const { items, error } = await listCourses();
		await sandbox.journal.idle();

		expect(items).toEqual([]);
		expect(error?.message).toBe('The connection to the service broke (courses, page 1)');
		const behind = sandbox.journal.of('courses').filter(({ page }) => page !== 1);
		expect(behind.map(({ aborted }) => aborted)).toEqual([true, true, true]);
	});

	it('is the error after the pages before it have been read', async () => {
		for (const page of [1, 2, 3]) {
			holdBodyOfPage(page, async () => {
				await arrivalOfPage(4);
			});
		}
		sandbox.faults.add({ on: { kind: 'courses', page: 4 }, status: 403 });

		const { error } = await listCourses();
		await sandbox.journal.idle();

		expect(error?.message).toBe('The service does not allow this request (courses, page 4)');
		expect(error?.description).toContain('30 records had been read by then.');
	});
});

describe('stopping the execution', () => {
	it('ends the pages under way at once', async () => {
		const stop = new AbortController();
		holdBodyOfPage(1, async () => {
			await arrivalOfPage(2);
			stop.abort();
			await forever();
		});

		const { status, items } = await listCourses({ signal: stop.signal });

		expect(status).toBe('canceled');
		expect(items).toEqual([]);
	});

	it('ends the wait before a retry at once', async () => {
		const stop = new AbortController();
		sandbox.faults.add({
			on: { kind: 'courses', page: 1 },
			status: 503,
			headers: { 'retry-after': '60' },
		});
		void arrivalOfPage(1).then(async () => {
			await sandbox.journal.idle();
			stop.abort();
		});

		const { status } = await listCourses({ signal: stop.signal, maxRetries: 4 });

		expect(status).toBe('canceled');
		expect(sandbox.journal.of('courses')).toHaveLength(1);
	});

	it('ends the items that wait for their turn', async () => {
		const stop = new AbortController();
		for (let item = 0; item < 8; item += 1) {
			holdBodyOfPage(1, async () => {
				if (sandbox.journal.of('courses').length === 8) stop.abort();
				await forever();
			});
		}

		const { status } = await listCourses({ signal: stop.signal, items: 20 });

		expect(status).toBe('canceled');
		expect(sandbox.journal.of('courses')).toHaveLength(8);
	});
});

function holdBodyOfPage(page: number, until: () => Promise<void>) {
	sandbox.faults.add({ on: { kind: 'courses', page }, inBody: until });
}

async function arrivalOfPage(page: number) {
	return await sandbox.journal.waitFor(
		(request) => request.kind === 'courses' && request.page === page,
	);
}

async function forever() {
	await new Promise(() => undefined);
}

async function listCourses({
	maxRetries = 0,
	...options
}: { signal?: AbortSignal; items?: number; maxRetries?: number } = {}) {
	return await runNode({
		parameters: { resource: 'course', operation: 'list', returnAll: true, options: { maxRetries } },
		credential: sandbox,
		...options,
	});
}
