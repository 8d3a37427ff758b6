import type { Fault, Sandbox } from '../../sandbox';
import { startService } from '../service';
import type { PollOptions } from '../harness';
import { Poller, polledOnce } from './poller';

const scheduled = { getPollBudgetMs: () => 36_000 };

let sandbox: Sandbox;
let release: () => void;

beforeEach(async () => {
	sandbox = await startService({ courses: 5 });
});

/** Holds the next list request until `release` is called; then `fault` happens to it. */
const hold = (fault: Fault = {}) => {
	const held = new Promise<void>((resolve) => (release = resolve));
	sandbox.faults.add({ on: { kind: 'courses' }, before: () => held, ...fault });
};

const requested = async () => await sandbox.journal.waitFor(({ kind }) => kind === 'courses');

/** A trigger that has polled once, and is in the middle of its second poll, with an added course to report. */
const pollingTrigger = async (fault?: Fault) => {
	const poller = await polledOnce(sandbox);
	const stored = poller.staticData;
	const { _id: added } = sandbox.catalogue.add('courses');
	sandbox.journal.clear();
	hold(fault);
	const first = poller.run();
	await requested();
	const activated = {};
	const pollAgain = async (options: Partial<PollOptions> = {}) =>
		await new Poller(sandbox).run({ staticData: stored, activated, ...options });
	return { poller, added, first, pollAgain };
};

/** Starts two more polls; one of them ends at once, which shows that the other one is waiting. */
const pollTwice = async (pollAgain: () => ReturnType<Poller['run']>) => {
	const polls = [pollAgain(), pollAgain()].map(async (poll, index) => ({ index, run: await poll }));
	const { index, run: refused } = await Promise.race(polls);
	const waiting = polls[1 - index]?.then(({ run }) => run);
	return { refused, waiting };
};

const SKIPPED = 'poll skipped, the last one was still running';

const skipped = expect.objectContaining({ level: 'warn' }) as unknown;

describe('while a poll is running', () => {
	it('the next one waits for it, and has nothing to do when it succeeds', async () => {
		const { poller, added, first, pollAgain } = await pollingTrigger();
		const { waiting } = await pollTwice(pollAgain);
		release();

		const second = await waiting;

		expect(second?.error).toBeUndefined();
		expect(second?.items).toBeNull();
		// The refused one has written the other.
		expect(second?.log.filter(({ message }) => message.includes(SKIPPED))).toEqual([
			skipped,
			skipped,
		]);
		expect((await first).items?.map(({ json }) => json._id)).toEqual([added]);
		expect(sandbox.journal.of('courses')).toHaveLength(1);
		expect(await poller.emitted()).toEqual([]);
	});

	it('the next one waits for it, and polls when it fails', async () => {
		const { added, first, pollAgain } = await pollingTrigger({ status: 403 });
		const { waiting } = await pollTwice(pollAgain);
		release();

		const second = await waiting;

		expect((await first).error).toBeDefined();
		expect(second?.error).toBeUndefined();
		expect(second?.items?.map(({ json }) => json._id)).toEqual([added]);
		// That of the one that was refused.
		const skips = second?.log.filter(({ message }) => message.includes('poll skipped'));
		expect(skips).toHaveLength(1);
	});

	it.each([
		['of the workflow as it is', () => ({})],
		["in n8n's scheduler", () => ({ ...scheduled, activated: {} })],
	])('the one after the next %s is an error that says what to do', async (_, options) => {
		const { pollAgain } = await pollingTrigger();
		const { refused, waiting } = await pollTwice(async () => await pollAgain(options()));

		expect(refused.error?.message).toBe(
			'The last poll is still running, and another poll is waiting for it',
		);
		expect(refused.error).toHaveProperty('description', expect.stringContaining('Poll less often'));
		expect(refused.log).toContainEqual(skipped);
		release();
		await waiting;
	});

	it('the first one after its workflow was published anew waits, too, so that n8n 1 need not go back', async () => {
		const { first, pollAgain } = await pollingTrigger();
		const { waiting } = await pollTwice(pollAgain);
		const published = pollAgain({ activated: {} });
		release();

		expect(await published).toMatchObject({ items: null, error: undefined });
		expect((await waiting)?.error).toBeUndefined();
		expect((await first).items).toHaveLength(1);
	});

	it('the next one does not wait longer than n8n lets it', async () => {
		const { first, pollAgain } = await pollingTrigger();
		const { waiting } = await pollTwice(
			async () => await new Poller(sandbox).run({ getPollBudgetMs: () => 1_000 }),
		);
		expect((await waiting)?.error?.message).toContain('that n8n allows for a poll');
		release();
		expect((await pollAgain()).error).toBeUndefined();
		await first;
	});

	it.each([
		['another trigger with the same node ID', { nodeName: 'Pasted' }],
		['the same trigger in a copy of the workflow', { workflowId: 'copy' }],
		['a manual run', { mode: 'manual' } as const],
	])('%s does not wait for it', async (_, options: Partial<PollOptions>) => {
		const { first } = await pollingTrigger();

		const other = await new Poller(sandbox, { options: { emitOnFirstRun: true } }).run(options);

		expect(other.items).toHaveLength(options.mode === 'manual' ? 1 : 6);
		release();
		expect((await first).error).toBeUndefined();
	});
});

it("n8n's scheduler may not have stored yet what a poll has just reported, so the next poll is skipped", async () => {
	const poller = await polledOnce(sandbox);
	const { staticData } = poller;
	sandbox.catalogue.add('courses');
	expect(await poller.emitted()).toHaveLength(1);
	sandbox.journal.clear();

	const second = await poller.run({ ...scheduled, staticData });

	expect(second.items).toBeNull();
	expect(second.staticData).toEqual(staticData);
	expect(second.log).toContainEqual(
		expect.objectContaining({
			message: expect.stringContaining('has only just reported changes') as string,
		}),
	);
	expect(sandbox.journal.of('courses')).toEqual([]);
});
