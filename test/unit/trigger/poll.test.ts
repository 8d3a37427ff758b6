import { triggerFor } from './pollOf';

const MODIFIED = '2026-01-28T12:00:00.000Z';

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

it.each([
	['whose records match', {}, 'added b'],
	['although none that it sends matches', { filters: { nameContains: 'old' } }, 'added b'],
])('a service that ignores the date, %s, is asked for the whole list', async (_, filters, told) => {
	const trigger = triggerFor({ ...all, ...filters, options: { readWholeList: 'day' } });
	await trigger.poll([course('a')]);
	const old = '2020-01-01T00:00:00.000Z';
	const items = await trigger.poll([course('a'), course('c', 'None', old)], [course('b', 'Old')]);
	expect(events(items)).toContain(told);
	expect(trigger.asked.slice(-2)).toEqual(['courses', 'courses?next=1']);
	expect(trigger.lines.join()).toContain('the service ignores the filter on modifiedAt');
});

it('the next poll asks from the latest change on, whether or not that record matches a name', async () => {
	const options = { readWholeList: 'day' };
	const trigger = triggerFor({ ...all, filters: { nameContains: 'one' }, options });
	await trigger.poll([course('a')]);
	const later = '2026-01-28T12:30:00.000Z';
	expect(await trigger.poll([course('b', 'Two', later), { _id: 'c', modifiedAt: later }])).toEqual(
		[],
	);
	await trigger.poll([]);
	expect(trigger.asked).toEqual(['courses?modifiedAt[gte]=2026-01-28T12:20:00.000Z']);
});

it('the next poll asks from the same moment after several pages, where an edit may have slipped to another one', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'day' } });
	await trigger.poll([course('a')]);
	const later = '2026-01-28T12:30:00.000Z';
	await trigger.poll([course('b', 'Two', later)], [course('c', 'Two', later)]);
	await trigger.poll([course('d', 'Two', later)]);
	expect(trigger.asked).toEqual(['courses?modifiedAt[gte]=2026-01-28T11:50:00.000Z']);
});

it('the log counts what Trigger On asks for', async () => {
	const trigger = triggerFor({
		triggerOn: ['added', 'removed'],
		options: { readWholeList: 'day' },
	});
	await trigger.poll([course('a'), course('b')]);
	await trigger.poll([course('b', 'Two'), course('c')]);
	expect(trigger.lines.at(-1)).toMatch(
		/polled 2 records changed since 2026-01-28T11:50:00.000Z in \d+ ms: 0 removed, 1 added \(/,
	);
	const whole = triggerFor({ triggerOn: ['added', 'removed'] });
	await whole.poll([course('a')]);
	await whole.poll([course('b')]);
	expect(whole.lines.at(-1)).toMatch(
		/polled 1 records in \d+ ms: 0 removed, 1 added; 1 missing, to be looked for again/,
	);
});

it('for milestones alone nothing else is remembered', async () => {
	const trigger = triggerFor({ resource: 'courseCompletion', triggerOn: ['completed'] });
	await trigger.poll([{ _id: 'a' }, { _id: 'b', completedAt: MODIFIED }]);
	expect(trigger.state()).toMatchObject({
		...{ records: '', missing: '' },
		milestones: expect.stringMatching(/^.{9}$/) as string,
	});
});
