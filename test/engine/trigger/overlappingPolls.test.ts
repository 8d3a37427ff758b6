import type { Fault, Sandbox } from '../../sandbox';
import { arrivalOfPage, n8nGlobal, startService } from '../service';
import type { PollOptions, PollRun } from '../harness';
import { Poller, polledOnce } from './poller';

const scheduled = { getPollBudgetMs: () => 36_000 };

let sandbox: Sandbox;
let release: () => void;

beforeEach(async () => {
	sandbox = await startService({ courses: 5, coursePageSize: 4 });
});

/** Holds the next request for a page until `release` is called, then applies `fault` to it. */
const hold = (page: number, fault: Fault = {}) => {
	const held = new Promise<void>((resolve) => (release = resolve));
	sandbox.faults.add({ on: { kind: 'courses', page }, before: () => held, ...fault });
};

/** Starts the second poll of a trigger, which has an added course to report. */
const pollingTrigger = async (fault?: Fault) => {
	const poller = await polledOnce(sandbox);
	const stored = poller.staticData;
	const { _id: added } = sandbox.catalogue.add('courses');
	sandbox.journal.clear();
	hold(1, fault);
	const first = poller.run();
	await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
	const activated = {};
	const pollAgain = async (options: Partial<PollOptions> = {}) =>
		await new Poller(sandbox).run({ staticData: stored, activated, ...options });
	return { poller, added, first, pollAgain };
};

/** Starts two more polls. One is rejected, which shows that the other one is waiting. */
const pollTwice = async (pollAgain: () => ReturnType<Poller['run']>) => {
	const polls = [pollAgain(), pollAgain()].map(async (poll, index) => ({ index, run: await poll }));
	const { index, run: refused } = await Promise.race(polls);
	const waiting = polls[1 - index]?.then(({ run }) => run);
	return { refused, waiting };
};

const waits = ({ log }: PollRun) =>
	log.filter(({ message }) => / waited \d+ ms for the previous poll /.test(message));

const skips = ({ log }: PollRun) => log.filter(({ message }) => message.includes('poll skipped'));

describe('while a poll is running', () => {
	it('the next poll waits and does nothing after a success', async () => {
		const { poller, added, first, pollAgain } = await pollingTrigger();
		const { refused, waiting } = await pollTwice(pollAgain);
		release();
		expect(await waiting).toMatchObject({ items: null, error: undefined });
		// Both polls share a log.
		expect(skips(refused).map(({ level }) => level)).toEqual(['warn']);
		expect(waits(refused).map(({ level }) => level)).toEqual(['debug']);
		expect((await first).items?.map(({ json }) => json._id)).toEqual([added]);
		expect(sandbox.journal.of('courses')).toHaveLength(2);
		expect(await poller.emitted()).toEqual([]);
	});

	it('the next poll waits and reads the list after a failure', async () => {
		const { added, first, pollAgain } = await pollingTrigger({ status: 403 });
		const { refused, waiting } = await pollTwice(pollAgain);
		release();
		expect((await waiting)?.items?.map(({ json }) => json._id)).toEqual([added]);
		expect((await first).error).toBeDefined();
		expect(skips(refused)).toEqual([]);
		expect(waits(refused)).toHaveLength(1);
	});

	it.each([
		['of the same activation', () => ({})],
		["in n8n's scheduler", () => ({ ...scheduled, activated: {} })],
	])('a third poll %s causes an error with advice', async (_, options) => {
		const { pollAgain } = await pollingTrigger();
		const { refused, waiting } = await pollTwice(async () => await pollAgain(options()));
		expect(refused.error).toMatchObject({
			message: 'The previous poll is still running, and another poll is already waiting',
			description: expect.stringContaining('Poll less often') as string,
		});
		expect(skips(refused)).toEqual([]);
		release();
		await waiting;
	});

	it('the first poll of a new activation also waits, so n8n 1 does not return to an older state', async () => {
		const { first, pollAgain } = await pollingTrigger();
		const { waiting } = await pollTwice(pollAgain);
		const published = pollAgain({ activated: {} });
		release();
		expect(await published).toMatchObject({ items: null, error: undefined });
		expect((await waiting)?.error).toBeUndefined();
		expect((await first).items).toHaveLength(1);
	});

	it("the next poll waits no longer than n8n's scheduler allows", async () => {
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
		['another trigger of the workflow', { nodeId: 'another', nodeName: 'Another' }],
		['the same trigger in a copy of the workflow', { workflowId: 'copy' }],
		['a manual run', { mode: 'manual' } as const],
	])('%s does not wait', async (_, options: Partial<PollOptions>) => {
		const { first } = await pollingTrigger();
		const other = await new Poller(sandbox, { options: { emitOnFirstRun: true } }).run(options);
		expect(other.items).toHaveLength(options.mode === 'manual' ? 1 : 6);
		release();
		expect((await first).error).toBeUndefined();
	});
});

it("a poll is skipped while n8n's scheduler may not have stored the last report", async () => {
	const poller = await polledOnce(sandbox);
	const { staticData } = poller;
	sandbox.catalogue.add('courses');
	const now = performance.now();
	for (const clock of [performance, n8nGlobal.performance]) {
		jest.spyOn(clock, 'now').mockReturnValue(now);
	}
	expect(await poller.emitted()).toHaveLength(1);
	sandbox.journal.clear();
	const second = await poller.run({ ...scheduled, staticData });
	expect(second).toMatchObject({ items: null, staticData });
	expect(skips(second)[0]?.message).toContain('just reported changes');
	expect(sandbox.journal.of('courses')).toEqual([]);
});

it("a poll that exceeds the scheduler's time limit ends its requests, and the next poll catches up", async () => {
	const poller = await polledOnce(sandbox);
	const { _id: added } = sandbox.catalogue.add('courses');
	sandbox.journal.clear();
	hold(2);
	const before = poller.staticData;
	const time = new AbortController();
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const ended = (ms: number) => (ms === 2_000 ? time.signal : timeout(ms));
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(ended);
	const running = poller.run({ workflowId: 'slow', getPollBudgetMs: () => 2_000 });
	await arrivalOfPage(sandbox, 2);
	time.abort();
	const run = await running;
	expect(run).toMatchObject({ items: null, staticData: before });
	expect(run.error).toMatchObject({
		message:
			'The list of courses could not be read within the 2 seconds that n8n allows for a poll',
		description: expect.stringMatching(
			/Filters.*N8N_SCHEDULER_POLL_TIMEOUT.*N8N_SCHEDULER_LEASE_DURATION/,
		) as string,
		failure: { cause: 'temporarily-unavailable' },
	});
	await sandbox.journal.idle();
	const requests = sandbox.journal.of('courses');
	expect(requests.map(({ page, aborted = false }) => [page, aborted])).toEqual([
		[1, false],
		[2, true],
	]);
	release();
	expect(await poller.events()).toEqual([['added', added]]);
});
