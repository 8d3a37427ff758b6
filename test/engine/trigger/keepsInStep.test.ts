import fc from 'fast-check';

import { campaign, SEED } from '../../campaign';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { setClock } from '../service';
import { applyEdit } from './model/edits';
import { anyEdit, type Edit } from './model/plan';
import { Table } from './model/table';
import { Poller } from './poller';

const LIVES = campaign(10, 40);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What goes wrong between two polls: with the answer of the service, with n8n, or with the workflow. */
type Trouble = 'none' | 'empty list' | 'no link' | 'refused' | 'failed execution' | 'restart';

interface Plan {
	courses: number;
	pageSize: number;
	maxPerPoll: number;
	rounds: { edits: Edit[]; trouble: Trouble; minutes: number }[];
}

const anyPlan: fc.Arbitrary<Plan> = fc.record({
	courses: fc.nat({ max: 14 }),
	pageSize: fc.integer({ min: 1, max: 4 }),
	maxPerPoll: fc.constantFrom(0, 1, 3, 7),
	rounds: fc.array(
		fc.record({
			edits: fc.array(anyEdit, { maxLength: 3 }),
			trouble: fc.constantFrom<Trouble[]>(
				...([
					'none',
					'none',
					'empty list',
					'no link',
					'refused',
					'failed execution',
					'restart',
				] as const),
			),
			minutes: fc.constantFrom(1, 1, 1_440),
		}),
		{ minLength: 1, maxLength: 8 },
	),
});

const faults: Partial<Record<Trouble, Fault>> = {
	'empty list': { on: { kind: 'courses' }, status: 200, body: [] },
	'no link': { on: { kind: 'courses', page: 1 }, linkHeader: null },
	refused: { on: { kind: 'courses', page: 1 }, status: 403 },
};

const hides = (trouble: Trouble) => trouble === 'empty list' || trouble === 'no link';

async function live(sandbox: Sandbox, { maxPerPoll, rounds }: Plan): Promise<void> {
	let now = Date.parse('2026-01-28T12:00:00Z');
	setClock(() => now);
	const options = { reportEverythingAgain: 'day', maxPerPoll };
	const triggerOn = ['added', 'updated', 'removed'];
	const poller = new Poller(sandbox, { triggerOn, output: 'row', options });
	poller.workflowSettings = { timezone: 'UTC' };
	const table = new Table();
	let stored = poller.staticData;
	/** What the last reading met. */
	const last: { trouble: Trouble } = { trouble: 'none' };
	const listed = () => sandbox.catalogue.list('courses').map(({ _id, name }) => [_id, name]);

	/** Polls, and lets the workflow do what the items say unless its execution fails. */
	const poll = async (trouble: Trouble = 'none') => {
		const { items, error } = await poller.run();
		if (!error) last.trouble = trouble;
		if (!items) return;
		// n8n stores what the trigger remembers with the execution only.
		stored = poller.staticData;
		if (trouble === 'failed execution') return;
		const gone = table.apply(items.map(({ json }) => json));
		const ids = new Set(listed().map(([id]) => id));
		expect(gone.filter((id) => ids.has(id))).toEqual([]);
	};

	for (const { edits, trouble, minutes } of rounds) {
		now += minutes * MINUTE_MS;
		for (const edit of edits) applyEdit(sandbox.catalogue, edit);
		if (trouble === 'restart') poller.staticData = stored;
		// Two readings in a row that lack the same records are believed.
		const fault = hides(trouble) && hides(last.trouble) ? undefined : faults[trouble];
		if (fault) sandbox.faults.add(fault);
		await poll(fault || !hides(trouble) ? trouble : 'none');
		sandbox.faults.clear();
	}

	// What a user does when the list has really lost most of its records.
	poller.parameters.options = { ...options, removalLimit: 100 };
	for (const start of [now + DAY_MS, now + 2 * DAY_MS]) {
		now = start;
		for (let quiet = 0; quiet < 3; now += MINUTE_MS) {
			const before = poller.staticData;
			await poll();
			quiet = JSON.stringify(before) === JSON.stringify(poller.staticData) ? quiet + 1 : 0;
		}
	}
	const rows = [...table.rows.values()].map(({ courseId, name }) => [courseId, name]);
	expect(new Map(rows as [string, string][])).toEqual(new Map(listed() as [string, string][]));
}

it(`in the end the table equals the catalog, and on the way no row goes whose course is there, in ${LIVES} random lives (SEED=${SEED})`, async () => {
	const lived = fc.asyncProperty(anyPlan, async (plan) => {
		const { courses, pageSize: coursePageSize } = plan;
		const sandbox = await startSandbox({ courses, coursePageSize });
		try {
			await live(sandbox, plan);
		} finally {
			await sandbox.stop();
		}
	});
	await fc.assert(lived, { numRuns: LIVES, seed: SEED });
}, 3_600_000);
