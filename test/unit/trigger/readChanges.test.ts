import { dated } from '../../../nodes/LearningPlatform/trigger/readChanges';
import type { State } from '../../../nodes/LearningPlatform/trigger/state';
import { triggerFor } from './pollOf';
import { rememberedAs } from './words';

const MODIFIED = '2026-01-28T12:00:00.000Z';
const LATEST = Date.parse(MODIFIED) / 1_000;

const course = (_id: string, name = 'One', modifiedAt = MODIFIED) => ({ _id, name, modifiedAt });

const all = { triggerOn: ['added', 'updated', 'removed'] };

const events = (items: object[]) =>
	items.map((item) => {
		const { triggerEvent, _id } = item as { triggerEvent: string; _id: string };
		return `${triggerEvent} ${_id}`;
	});

it('a first poll reads twice, and each record counts that either reading has', async () => {
	const trigger = triggerFor(all);
	expect(await trigger.poll([course('a')], [course('b')])).toEqual([]);
	expect(trigger.asked).toEqual(['courses', 'courses?next=1', 'courses', 'courses?next=1']);
	expect(events(await trigger.poll([course('a'), course('c')]))).toEqual(['added c']);
	expect(events(await trigger.poll([course('a'), course('c', 'Two')]))).toEqual([
		'removed b',
		'updated c',
	]);
});

it('a record that comes twice counts as it came last', async () => {
	const trigger = triggerFor(all);
	await trigger.poll([course('a')]);
	const list = [[course('a', 'Two')], [course('a', 'Three'), course('b')]];
	const items = await trigger.poll(...list);
	expect(items).toMatchObject([{ triggerEvent: 'updated', name: 'Three' }, { _id: 'b' }]);
	expect(await trigger.poll(...list)).toEqual([]);
});

it('a poll for changes asks for them, and keeps what it does not get', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'day' } });
	await trigger.poll([course('a'), course('b')]);
	expect(events(await trigger.poll([course('b', 'Two')]))).toEqual(['updated b']);
	expect(trigger.asked).toEqual([
		expect.stringMatching(/^courses\?modifiedAt\[gte\]=2026-01-28T11:/),
	]);
	expect(await trigger.poll([])).toEqual([]);
});

it('a service that sends what was not asked for is asked for the whole list, and told in the log', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'day' } });
	await trigger.poll([course('a')]);
	const items = await trigger.poll([course('a'), course('b', 'Old', '2020-01-01T00:00:00.000Z')]);
	expect(events(items)).toEqual(['added b']);
	expect(trigger.asked).toHaveLength(2);
	expect(trigger.lines.join()).toContain('the service ignores the filter on modifiedAt');
});

it('the log counts what Trigger On asks for', async () => {
	const trigger = triggerFor({ triggerOn: ['added', 'removed'] });
	await trigger.poll([course('a')]);
	await trigger.poll([course('b')]);
	expect(trigger.lines.at(-1)).toMatch(
		/polled 1 records in \d+ ms: 0 removed, 1 added; 1 missing, to be looked for again/,
	);
});

describe('the next poll asks for changes', () => {
	const before: State = { remembered: rememberedAs('a1'), latest: LATEST, wholeAt: MODIFIED };
	const since = { field: 'modifiedAt', from: LATEST - 600 };
	const changed: State = { ...before, remembered: rememberedAs('a2') };
	const beganAt = Date.parse('2026-01-29T00:00:00Z');

	it.each<[what: string, state: State, seen: number | undefined, pages: number, latest: number]>([
		['from the latest change on', changed, LATEST + 5, 1, LATEST + 5],
		['from the same moment after several pages', changed, LATEST + 5, 2, LATEST],
		['from the same moment where no record has a date', changed, undefined, 1, LATEST],
		['from no earlier moment', changed, LATEST - 5, 1, LATEST],
		['from the same moment if nothing was new', before, LATEST + 600, 1, LATEST],
		['from later on if much was read that is not new', before, LATEST + 601, 2, LATEST + 601],
	])('%s', (_, state, seen, pages, latest) => {
		const after = dated(state, { before, beganAt, since }, { latest: seen, pages });
		expect(after).toEqual({ ...state, latest });
		expect(after === before).toBe(state === before && latest === LATEST);
	});

	it('from the latest date of the whole list on', () => {
		const after = dated(changed, { before, beganAt }, { latest: 7, pages: 3 });
		expect(after).toMatchObject({ latest: 7, wholeAt: '2026-01-29T00:00:00.000Z' });
	});
});
