import { startSandbox, type Sandbox } from '../../sandbox';
import { Poller } from './poller';

const COURSES = 2_000;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: COURSES });
});
afterAll(async () => {
	await sandbox.stop();
});

const ID_LENGTH = 24;

it.each([
	['additions', ['added'], 16],
	['additions and updates', ['added', 'updated'], 16],
	['removals', ['removed'], ID_LENGTH + 12],
	['all events', ['added', 'updated', 'removed'], ID_LENGTH + 12],
])('to report %s, a record takes few bytes of the state', async (_, triggerOn, bytes) => {
	const poller = new Poller(sandbox, { triggerOn });
	await poller.emitted();
	const size = Buffer.byteLength(JSON.stringify(poller.staticData));
	expect(size).toBeLessThanOrEqual(COURSES * bytes);
});
