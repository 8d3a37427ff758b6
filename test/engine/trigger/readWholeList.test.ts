import type { Fault, Sandbox } from '../../sandbox';
import { setClock } from '../service';
import { asked, edit, LATER, readOnce, sinceEdited, startDated } from './model/datedList';
import { courseIdAt, Poller } from './poller';

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

it('an edit that slips from one page to another while changes are read is reported by the next poll, which reads them again', async () => {
	const poller = await readOnce(sandbox);
	for (let position = 0; position < 15; position += 1) edit(sandbox, position);
	const [first, slipped] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 10)];
	edit(sandbox, 10, { modifiedAt: '2026-01-28T12:10:00.000Z' });
	sandbox.faults.add({
		on: { kind: 'courses', page: 2 },
		before: () => {
			sandbox.catalogue.remove('courses', first);
		},
	});
	const told = (await poller.events()).map(([, id]) => id);
	expect(told).toHaveLength(14);
	expect(told).not.toContain(slipped);
	expect(await poller.events()).toEqual([['updated', slipped]]);
	expect(await poller.emitted()).toEqual([]);
	asked(sandbox);
	expect(await poller.emitted()).toEqual([]);
	expect(asked(sandbox)[0]).toBe('modifiedAt[gte]=2026-01-28T12:20:00.000Z');
});

it('when the whole list cannot be read, every second poll goes on reporting changes, and the error says what is not known', async () => {
	const poller = await readOnce(sandbox, {}, { maxRetries: 0 });
	now += HOUR_MS;
	const { _id } = edit(sandbox, 3);
	const fault: Fault = { on: { kind: 'courses', page: 2 }, times: Infinity, status: 503 };
	sandbox.faults.add(fault);
	const { error } = await poller.run();
	expect((error as { description?: string } | undefined)?.description).toMatch(
		/The polls in between go on reporting additions and edits; until the whole list can be read, all that does not move the date of a record is not known/,
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

describe('Read the Whole List is refused in words', () => {
	it('for a list without a date of change', async () => {
		const poller = new Poller(sandbox, {
			resource: 'other',
			listPath: { __rl: true, mode: 'path', value: 'tags' },
			options: { readWholeList: 'day' },
		});
		const { error } = await poller.run();
		expect(error?.message).toBe(
			'The list tags cannot be asked for changes, so every poll has to read all of it',
		);
		expect(error).toHaveProperty(
			'description',
			expect.stringMatching(
				/Every Poll\. Another choice is possible for Bulk Operations, .*Courses, .* or User Statistics of a Path Session\.$/,
			),
		);
		expect(sandbox.journal.entries).toEqual([]);
	});

	it('by a service that does not know the filter', async () => {
		const poller = await readOnce(sandbox);
		sandbox.faults.add({ on: { kind: 'courses' }, status: 400 });
		const { error } = await poller.run();
		expect(error?.message).toMatch(/^The service cannot list changes by "modifiedAt"/);
		expect((error as { description?: string } | undefined)?.description).toMatch(
			/^Set Read the Whole List, under Options, to Every Poll\./,
		);
	});
});

it('groups are read whole, whatever an expression says', async () => {
	const poller = new Poller(sandbox, { resource: 'group', options: { readWholeList: 'day' } });
	expect(await poller.emitted()).toEqual([]);
	sandbox.journal.clear();
	await poller.emitted();
	expect(sandbox.journal.of('groups').map(({ url }) => url)).toEqual(['/api/v2/groups']);
});
