import type { Fault, Sandbox } from '../../../sandbox';
import { expectAllCourses, listCourses } from '../../lists';
import { shortenWaits, startService } from '../../service';

const PAGES = 4;
const LIST = { courses: 10 * PAGES, coursePageSize: 10 };

let sandbox: Sandbox;

beforeEach(async () => {
	shortenWaits();
	sandbox = await startService(LIST);
});

const passing: [name: string, fault: Omit<Fault, 'on'>, page: number][] = [
	['a 429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '1' } }, 2],
	['a 503 on the last page', { status: 503 }, PAGES],
	['a connection that is closed without an answer', { drop: 'beforeHeaders' }, 2],
	['a connection that breaks in the body', { drop: 'inBody' }, 2],
	['a connection that breaks in the body of the last page', { drop: 'inBody' }, PAGES],
	[
		'a body that is not compressed as its header says',
		{ headers: { 'content-encoding': 'gzip' } },
		2,
	],
	['a body whose JSON is cut off', { body: '[{"_id":"1"},{"_id":' }, 2],
];

// The runs mostly wait: in parallel they take a tenth of the time.
it('a page with a temporary fault is requested again', async () => {
	const runs = passing.map(async ([name, fault, page]) => {
		const service = await startService(LIST);
		service.faults.add({ on: { kind: 'courses', page }, ...fault });
		const { items, error } = await listCourses(service, { returnAll: true });
		expect({ name, error }).toEqual({ name, error: undefined });
		expectAllCourses(items, service);
		const asked = service.journal.of('courses').map((request) => request.page ?? 0);
		const once = Array.from({ length: page }, (_, index) => index + 1);
		expect({ name, asked: asked.filter((one) => one <= page).sort() }).toEqual({
			name,
			asked: [...once, page],
		});
	});
	await Promise.all(runs);
});

it('the list continues with the link of the complete answer', async () => {
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, drop: 'inBody' });
	// The catalog was edited in between, so the second answer differs.
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, emptyPage: true });

	const { items } = await listCourses(sandbox, { returnAll: true });

	expectAllCourses(items, sandbox);
});

const lasting: [name: string, fault: Omit<Fault, 'on'>, requests: number, advice: string][] = [
	['a 403', { status: 403 }, 1, 'add the scope'],
	['a lasting 500', { status: 500, times: Infinity }, 3, 'raise Max Retries under Options'],
];

it.each(lasting)(
	'a list with %s ends with an error that names the page',
	async (_name, fault, requests, advice) => {
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, ...fault });

		const { items, error } = await listCourses(sandbox, {
			returnAll: true,
			options: { maxRetries: 2 },
		});

		expect(items).toEqual([]);
		expect(error?.message).toContain('(courses, page 3)');
		expect(error?.description).toContain('20 records had been read before this error.');
		expect(error?.description).toContain(advice);
		expect(sandbox.journal.of('courses').filter(({ page }) => page === 3)).toHaveLength(requests);
	},
);

it('the token request is retried', async () => {
	sandbox.faults.add({ on: { kind: 'token' }, status: 503 });
	sandbox.faults.add({ on: { kind: 'token' }, drop: 'beforeHeaders' });

	const { items, error } = await listCourses(sandbox, { limit: 1 });

	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(sandbox.journal.of('token')).toHaveLength(3);
});
