import { startService } from '../service';
import { allEvents, polledOnce } from './poller';

const COURSES = 2_000;

const ID_LENGTH = 24;

it.each([
	['additions', 16, ['added']],
	['additions and updates', 16, ['added', 'updated']],
	['removals', ID_LENGTH + 12, ['removed']],
	['all events', ID_LENGTH + 12, allEvents.triggerOn],
])('to report %s, the state takes at most %d bytes a record', async (_, bytes, triggerOn) => {
	const sandbox = await startService({ courses: COURSES });
	const poller = await polledOnce(sandbox, { triggerOn });
	const size = Buffer.byteLength(JSON.stringify(poller.staticData));
	expect(size).toBeLessThanOrEqual(COURSES * bytes);
});
