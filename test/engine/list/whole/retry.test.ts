import { type Fault, type Sandbox, startSandbox } from '../../../sandbox';
import { type NodeRun, runNode } from '../../harness';
import { startService } from '../../service';

const PAGES = 4;
const LIST = { courses: 10 * PAGES, coursePageSize: 10 };

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService(LIST);
});

const passing: [name: string, fault: Omit<Fault, 'on'>, page: number][] = [
	['a 429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '1' } }, 2],
	['a 503 on the last page', { status: 503 }, PAGES],
	['a connection that is closed without an answer', { drop: 'beforeHeaders' }, 2],
	['a connection that breaks in the body', { drop: 'inBody' }, 2],
	['a connection that breaks in the body of the last page', { drop: 'inBody' }, PAGES],
	['a body that is not compressed as it says', { headers: { 'content-encoding': 'gzip' } }, 2],
	['a body that is not JSON to its end', { body: '[{"_id":"1"},{"_id":' }, 2],
];

describe('with Return All', () => {
	let runs: Map<string, { service: Sandbox; run: NodeRun }>;

	// The runs wait more than they work: side by side they take a tenth of the time.
	beforeAll(async () => {
		const started = passing.map(async ([name, fault, page]) => {
			const service = await startSandbox(LIST);
			service.faults.add({ on: { kind: 'courses', page }, ...fault });
			return [name, { service, run: await listCourses({ returnAll: true }, service) }] as const;
		});
		runs = new Map(await Promise.all(started));
	});

	afterAll(async () => {
		for (const { service } of runs.values()) await service.stop();
	});

	it.each(passing)('%s is mended by requesting that page again', (name, _fault, page) => {
		const found = runs.get(name);
		if (found === undefined) throw new Error('It did not run');
		const { service, run } = found;
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json._id)).toEqual(
			service.catalogue.list('courses').map(({ _id }) => _id),
		);
		expect(service.faults.pending()).toEqual([]);
		const requests = service.journal.of('courses').map((request) => request.page);
		expect(requests.filter((requested) => requested === page)).toHaveLength(2);
		const before = requests.filter((requested = 0) => requested < page);
		expect(before).toEqual(Array.from({ length: page - 1 }, (__, index) => index + 1));
	});
});

it('goes on by the link of the answer whose records it took', async () => {
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, drop: 'inBody' });
	// The second answer differs from the first, as when the catalogue was edited in between.
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, emptyPage: true });

	const { items } = await listCourses({ returnAll: true });

	expect(items.map(({ json }) => json._id)).toEqual(
		sandbox.catalogue.list('courses').map(({ _id }) => _id),
	);
	expect(sandbox.faults.pending()).toEqual([]);
});

const lasting: [name: string, fault: Omit<Fault, 'on'>, requests: number][] = [
	['a 403', { status: 403 }, 1],
	['a 500 that stays', { status: 500, times: Infinity }, 3],
];

it.each(lasting)('gives up after %s and tells the page', async (_name, fault, requests) => {
	sandbox.faults.add({ on: { kind: 'courses', page: 3 }, ...fault });

	const { items, error } = await listCourses({ returnAll: true, options: { maxRetries: 2 } });

	expect(items).toEqual([]);
	expect(error?.message).toContain('(courses, page 3)');
	expect(error?.description).toContain('20 records had been read before this error.');
	expect(sandbox.journal.of('courses').filter(({ page }) => page === 3)).toHaveLength(requests);
});

it('retries the token request', async () => {
	sandbox.faults.add({ on: { kind: 'token' }, status: 503 });
	sandbox.faults.add({ on: { kind: 'token' }, drop: 'beforeHeaders' });

	const { items, error } = await listCourses({ limit: 1 });

	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(sandbox.journal.of('token')).toHaveLength(3);
});

async function listCourses(parameters: object, service = sandbox): Promise<NodeRun> {
	return await runNode({
		parameters: { resource: 'course', operation: 'list', ...parameters },
		credential: service,
	});
}
