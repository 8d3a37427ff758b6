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
