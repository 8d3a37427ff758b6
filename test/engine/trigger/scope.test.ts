import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { polledOnce } from './poller';

const options = { courses: 25, coursePageSize: 10, groups: 12 };

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService(options);
});

const addCourse = () => sandbox.catalogue.add('courses', { status: 'published' })._id;

// test/unit/trigger/settings.test.ts has all that makes another beginning.
it('the trigger goes on with a rotated client secret', async () => {
	const poller = await polledOnce(sandbox);
	const port = Number(new URL(sandbox.origin).port);
	await sandbox.stop();
	sandbox = await startService({ ...options, clientSecret: 'rotated', port });
	poller.credential.edit({ clientSecret: 'rotated' });
	const id = addCourse();
	expect(await poller.events()).toEqual([['added', id]]);
});

it('the trigger goes on with a filter whose expression returns another value each time', async () => {
	// Filters on dates are sent in whole seconds, and two polls may fall into one.
	const createdBefore = '={{ $now.plus({ seconds: $now.toMillis() % 1e9 }).toUTC().toISO() }}';
	const poller = await polledOnce(sandbox, { filters: { createdBefore } });
	const id = addCourse();

	expect(await poller.events()).toEqual([['added', id]]);

	const firstPages = sandbox.journal.of('courses').filter(({ page }) => page === 1);
	expect(new Set(firstPages.map(({ query }) => query)).size).toBe(2);
});
