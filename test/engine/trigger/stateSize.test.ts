import { startService } from '../service';
import { polledOnce } from './poller';

const COURSES = 2_000;

const ID_LENGTH = 24;

it.each([
	['additions', ['added'], 16],
	['additions and updates', ['added', 'updated'], 16],
	['removals', ['removed'], ID_LENGTH + 12],
	['all events', ['added', 'updated', 'removed'], ID_LENGTH + 12],
])('to tell %s, a record takes few bytes of the state', async (_, triggerOn, bytes) => {
	const sandbox = await startService({ courses: COURSES });
	const poller = await polledOnce(sandbox, { triggerOn });
	const size = Buffer.byteLength(JSON.stringify(poller.staticData));
	expect(size).toBeLessThanOrEqual(COURSES * bytes);
});
