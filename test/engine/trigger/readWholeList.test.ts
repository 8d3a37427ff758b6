import type { Fault, Sandbox } from '../../sandbox';
import { setClock } from '../service';
import { asked, edit, LATER, readOnce, sinceEdited, startDated } from './model/datedList';
import { courseIdAt } from './poller';

const HOUR_MS = 3_600_000;

let sandbox: Sandbox;
let now: number;

beforeEach(async () => {
	now = Date.parse(LATER);
	setClock(() => now);
	sandbox = await startDated(() => now);
});

describe('the whole list is read', () => {
	it('again when the period is over, for removals and for edits that do not move the date', async () => {
		const poller = await readOnce(sandbox);
		const archived = courseIdAt(sandbox, 5);
		const removed = courseIdAt(sandbox, 7);
		sandbox.catalogue.archive('courses', archived);
		sandbox.catalogue.remove('courses', removed);
		expect(await poller.emitted()).toEqual([]);
		now += HOUR_MS;
		expect(await poller.events()).toEqual([['updated', archived]]);
		asked(sandbox);
		// What is missing is looked for at once.
		expect(await poller.events()).toEqual([['removed', removed]]);
		expect(asked(sandbox)[0]).toBe('');
		expect(await poller.emitted()).toEqual([]);
		expect(asked(sandbox)).toEqual([sinceEdited]);
	});
});

it('when the whole list cannot be read, every second poll goes on reporting changes, and the error says what is not known', async () => {
	const poller = await readOnce(sandbox, {}, { maxRetries: 0 });
	now += HOUR_MS;
	const { _id } = edit(sandbox, 3);
	const fault: Fault = { on: { kind: 'courses', page: 2 }, times: Infinity, status: 503 };
	sandbox.faults.add(fault);
	const { error } = await poller.run();
	expect((error as { description?: string } | undefined)?.description).toMatch(
		/The polls in between still report changes that move the date of a record. All others, such as removals, wait/,
	);
	asked(sandbox);
	expect(await poller.events()).toEqual([['updated', _id]]);
	expect(asked(sandbox)).toEqual([sinceEdited]);
	expect((await poller.run()).error).toBeDefined();
	sandbox.faults.clear();
	sandbox.catalogue.remove('courses', courseIdAt(sandbox, 9));
	expect(await poller.emitted()).toEqual([]);
	expect(await poller.emitted()).toEqual([]);
	expect(await poller.events()).toEqual([['removed', expect.any(String)]]);
});

it('a service that does not know the filter is an error that says what to set', async () => {
	const poller = await readOnce(sandbox);
	sandbox.faults.add({ on: { kind: 'courses' }, status: 400 });
	const { error } = await poller.run();
	expect(error).toMatchObject({
		message: expect.stringMatching(/^The service cannot list changes by "modifiedAt"/) as string,
		description: expect.stringMatching(/^Set Read the Whole List, .* to Every Poll\./) as string,
	});
});
