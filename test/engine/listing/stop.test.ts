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
	it.each([
		['before them in the list', { failing: 1, streaming: [2, 3, 4] }],
		['behind them in the list', { failing: 4, streaming: [1, 2, 3] }],
	])('%s is one clear error, and every connection is closed', async (_, { failing, streaming }) => {
		for (const page of streaming)
			holdBodyOfPage(page, async () => {
				await endOfPage(failing);
			});
		sandbox.faults.add({ on: { kind: 'courses', page: failing }, status: 403, before: allStream });

		const { items, error } = await listCourses();
		await sandbox.journal.idle();

		expect(items).toEqual([]);
		expect(error?.message).toBe(
			`The service does not allow this request (courses, page ${failing})`,
		);
		expect(sandbox.journal.entries.every(({ finishedAt }) => finishedAt !== undefined)).toBe(true);

		async function allStream() {
			const reachable = streaming.filter((page) => page < failing);
			await Promise.all(reachable.map(arrivalOfPage));
		}
	});
});

describe('stopping the execution', () => {
	it('ends the pages under way at once', async () => {
		const stop = new AbortController();
		holdBodyOfPage(1, async () => {
			await arrivalOfPage(2);
			stop.abort();
			await new Promise(() => undefined);
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

		const { status } = await listCourses({ signal: stop.signal });

		expect(status).toBe('canceled');
		expect(sandbox.journal.of('courses')).toHaveLength(1);
	});

	it('ends the items that wait for their turn', async () => {
		const stop = new AbortController();
		for (let item = 0; item < 8; item += 1) {
			holdBodyOfPage(1, async () => {
				if (sandbox.journal.of('courses').length === 8) stop.abort();
				await new Promise(() => undefined);
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

/** The client has its answer, and has had the time for a whole further execution to act on it. */
async function endOfPage(page: number) {
	await arrivalOfPage(page);
	await runNode({
		parameters: { resource: 'group', operation: 'list', limit: 1 },
		credential: sandbox,
	});
}

async function listCourses(options: { signal?: AbortSignal; items?: number } = {}) {
	return await runNode({
		parameters: { resource: 'course', operation: 'list', returnAll: true },
		credential: sandbox,
		...options,
	});
}
