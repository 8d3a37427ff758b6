import type { Fault } from '../../../sandbox';
import { expectAllCourses, listCourses } from '../../lists';
import { shortenWaits, startService } from '../../service';

const PAGES = 4;
const LIST = { courses: 10 * PAGES, coursePageSize: 10 };

const passing: [name: string, fault: Omit<Fault, 'on'>, page: number][] = [
	['a 429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '1' } }, 2],
	['a 503 on the last page', { status: 503 }, PAGES],
	['a connection that is closed without a response', { drop: 'beforeHeaders' }, 2],
	['a connection that breaks in the body', { drop: 'inBody' }, 2],
	['a connection that breaks in the body of the last page', { drop: 'inBody' }, PAGES],
	[
		'a body that is not compressed even though its header says it is',
		{ headers: { 'content-encoding': 'gzip' } },
		2,
	],
	['a body whose JSON is cut off', { body: '[{"_id":"1"},{"_id":' }, 2],
];

// The runs mostly wait, so running them in parallel takes a tenth of the time.
it('a page with a temporary fault is requested again', async () => {
	shortenWaits();
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
