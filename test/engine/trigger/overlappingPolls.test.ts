import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller, polledOnce } from './poller';

let sandbox: Sandbox;
let release: () => void;

beforeEach(async () => {
	sandbox = await startService({ courses: 5 });
});

/** Holds the next list request until `release` is called. */
const hold = () => {
	const held = new Promise<void>((resolve) => (release = resolve));
	sandbox.faults.add({ on: { kind: 'courses' }, before: () => held });
};

const requested = async () => await sandbox.journal.waitFor(({ kind }) => kind === 'courses');

it('a poll that is still running is not started twice', async () => {
	const poller = await polledOnce(sandbox);
	const { _id } = sandbox.catalogue.add('courses');
	sandbox.journal.clear();
	hold();
	const first = poller.run();
	await requested();

	const second = await new Poller(sandbox).run({ staticData: poller.staticData });

	expect(second).toMatchObject({ items: null, error: undefined, staticData: poller.staticData });
	expect(sandbox.journal.of('courses')).toHaveLength(1);
	release();
	expect((await first).items?.map(({ json }) => json._id)).toEqual([_id]);
	expect(await poller.emitted()).toEqual([]);
});

it('a poll that failed does not stand in the way of the next', async () => {
	const poller = new Poller(sandbox);
	sandbox.faults.add({ on: { kind: 'courses' }, status: 403 });
	expect((await poller.run()).error).toBeDefined();
	expect(await poller.emitted()).toEqual([]);
	expect(poller.state).toBeDefined();
});

it('a manual run does not wait for a poll, nor a poll for it', async () => {
	const poller = new Poller(sandbox);
	hold();
	const poll = poller.run();
	await requested();
	expect((await new Poller(sandbox).run({ mode: 'manual' })).items).toHaveLength(5);
	release();
	expect((await poll).error).toBeUndefined();
});
