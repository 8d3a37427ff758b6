import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { polledOnce } from './poller';

let sandbox: Sandbox;
let release: () => void;
let workflows = 0;

beforeEach(async () => {
	// What another test has reported is not to keep this one from polling.
	workflows += 1;
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

const scheduled = (budgetMs: number) => ({
	workflowId: `workflow ${workflows}`,
	getPollBudgetMs: () => budgetMs,
});

/** A trigger that has polled once, with an added course to report and a second page that is held. */
const slowTrigger = async () => {
	const poller = await polledOnce(sandbox);
	const { _id: added } = sandbox.catalogue.add('courses');
	const held = new Promise<void>((resolve) => (release = resolve));
	sandbox.journal.clear();
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, before: () => held });
	return { poller, added };
};

it("a poll that takes longer than n8n's scheduler lets it ends its requests with an error that says what to do, changes nothing, and is made up for", async () => {
	const { poller, added } = await slowTrigger();
	const before = poller.staticData;

	const { error, items, staticData } = await poller.run(scheduled(2_000));

	expect(error?.message).toBe(
		'The list of courses could not be read in the 2 seconds that n8n allows for a poll',
	);
	expect(error).toHaveProperty(
		'description',
		expect.stringMatching(/Filters.*N8N_SCHEDULER_POLL_TIMEOUT.*N8N_SCHEDULER_LEASE_DURATION/),
	);
	expect(error).toHaveProperty('failure', { cause: 'temporarily-unavailable' });
	expect(items).toBeNull();
	expect(staticData).toEqual(before);
	await sandbox.journal.idle();
	const requests = sandbox.journal.of('courses');
	expect(requests.map(({ page, aborted = false }) => [page, aborted])).toEqual([
		[1, false],
		[2, true],
	]);
	release();
	expect(await poller.events()).toEqual([['added', added]]);
});
