import { startService } from '../service';
import { allEvents, polledOnce } from './poller';

const COURSES = 2_000;

it.each([
	['additions', 10, ['added']],
	['additions and updates', 16, ['added', 'updated']],
	['removals', 17, ['removed']],
	['all events', 23, allEvents.triggerOn],
])('to report %s, the state takes at most %d bytes a record', async (_, bytes, triggerOn) => {
	const sandbox = await startService({ courses: COURSES });
	const poller = await polledOnce(sandbox, { triggerOn });
	const size = Buffer.byteLength(JSON.stringify(poller.staticData));
	expect(size).toBeLessThanOrEqual(COURSES * bytes);
});
