import { repeats } from '../../repeats';
import { triggerFor } from './pollOf';

const MODIFIED = '2026-01-28T12:00:00.000Z';

const course = (_id: string, name = 'One', modifiedAt = MODIFIED) => ({ _id, name, modifiedAt });

const all = { triggerOn: ['added', 'updated', 'removed'] };

const events = (items: object[]) =>
	items.map((item) => {
		const { triggerEvent, _id } = item as { triggerEvent: string; _id: string };
		return `${triggerEvent} ${_id}`;
	});

it('a first poll reads the list twice and remembers the records found in either pass', async () => {
	const trigger = triggerFor(all);
	expect(await trigger.poll([course('a')], [course('b')])).toEqual([]);
	expect(trigger.asked).toEqual(['courses', 'courses?next=1', 'courses', 'courses?next=1']);
	expect(events(await trigger.poll([course('a'), course('c')]))).toEqual(['added c']);
	expect(events(await trigger.poll([course('a'), course('c', 'Two')]))).toEqual([
		'removed b',
		'updated c',
	]);
});

it('the last version of a repeated record wins', async () => {
	const trigger = triggerFor(all);
	await trigger.poll([course('a')]);
	const list = [[course('a', 'Two')], [course('a', 'Three'), course('b')]];
	const items = await trigger.poll(...list);
	expect(items).toMatchObject([{ triggerEvent: 'updated', name: 'Three' }, { _id: 'b' }]);
	expect(await trigger.poll(...list)).toEqual([]);
});

it('a poll for changes still remembers the records that have not changed', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'day' } });
	await trigger.poll([course('a'), course('b')]);
	expect(events(await trigger.poll([course('b', 'Two')]))).toEqual(['updated b']);
	expect(trigger.asked).toEqual([
		expect.stringMatching(/^courses\?modifiedAt\[gte\]=2026-01-28T11:/),
	]);
	expect(await trigger.poll([])).toEqual([]);
});

it.each([
	['if its records match', {}],
	['even if none of its records match', { filters: { nameContains: 'old' } }],
])('a service that ignores the date is asked for the whole list %s', async (_, filters) => {
	const trigger = triggerFor({ ...all, ...filters, options: { readWholeList: 'day' } });
	await trigger.poll([course('a')]);
	const old = '2020-01-01T00:00:00.000Z';
	const items = await trigger.poll([course('a'), course('c', 'None', old)], [course('b', 'Old')]);
	expect(events(items)).toContain('added b');
	expect(trigger.asked.slice(-2)).toEqual(['courses', 'courses?next=1']);
	expect(trigger.lines.join()).toContain('the service ignores the filter on modifiedAt');
});

it('the next poll requests changes since the latest change, even if that record does not match Name Contains', async () => {
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

it('after several pages, the next poll starts from the same time, and the one after that from a time that two polls have read', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'day' } });
	await trigger.poll([course('a')]);
	const [first, second] = ['2026-01-28T12:30:00.000Z', '2026-01-28T12:45:00.000Z'] as const;
	const [c, d] = [course('c', 'Two', first), course('d', 'Two', first)];
	const since = (time: string) => [`courses?modifiedAt[gte]=2026-01-28T${time}:00.000Z`];
	// An edit moves b to the first page while the second page is requested.
	expect(events(await trigger.poll([c], [d]))).toEqual(['added c', 'added d']);
	const later = [
		[course('b', 'Two', '2026-01-28T12:10:00.000Z'), c],
		[d, course('e', '', second)],
	];
	expect(events(await trigger.poll(...later))).toEqual(['added b', 'added e']);
	expect(trigger.asked.slice(0, 1)).toEqual(since('11:50'));
	expect(events(await trigger.poll([d], [course('f', '', second)]))).toEqual(['added f']);
	expect(trigger.asked.slice(0, 1)).toEqual(since('12:20'));
	await trigger.poll([]);
	expect(trigger.asked).toEqual(since('12:35'));
});

it('the log counts only the events chosen in Trigger On', async () => {
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
		/polled 1 record in \d+ ms: 0 removed, 1 added; 1 missing, to be checked again/,
	);
});

it('a trigger that reports only milestones remembers nothing else', async () => {
	const trigger = triggerFor({ resource: 'courseCompletion', triggerOn: ['completed'] });
	await trigger.poll([{ _id: 'a' }, { _id: 'b', completedAt: MODIFIED }]);
	expect(trigger.state()).toMatchObject({
		records: '',
		milestones: expect.stringMatching(/^.{9}$/) as string,
	});
});

describe('a milestone is reported once,', () => {
	const attempt = (_id: string, userId: string) => {
		return { _id, userId, courseId: 'c', completedAt: MODIFIED };
	};
	const trigger = (options: object) =>
		triggerFor({ resource: 'courseCompletion', triggerOn: ['completed', 'removed'], options });

	it('even if two new records share it or its record has been removed', async () => {
		const { poll } = trigger({ onlyFirst: true });
		await poll([attempt('a', 'u')]);
		expect(events(await poll([attempt('a', 'u'), attempt('b', 'v'), attempt('c', 'v')]))).toEqual([
			'completed b',
		]);
		await poll([attempt('c', 'v')]);
		expect(events(await poll([attempt('c', 'v')]))).toEqual(['removed a', 'removed b']);
		expect(events(await poll([attempt('c', 'v'), attempt('d', 'u')]))).toEqual([]);
	});

	it('even if a poll for changes did not read its record', async () => {
		const { poll } = trigger({ readWholeList: 'day' });
		await poll([attempt('a', 'u')]);
		expect(events(await poll([attempt('b', 'v')]))).toEqual(['completed b']);
		expect(events(await poll([attempt('a', 'u'), attempt('b', 'v')]))).toEqual([]);
	});
});

it('a poll for changes finds a record that was missing', async () => {
	const trigger = triggerFor({ ...all, options: { readWholeList: 'hour' } });
	const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(MODIFIED));
	const both = [course('a'), course('b')];
	await trigger.poll(both);
	now.mockReturnValue(Date.parse(MODIFIED) + 3_600_000);
	expect(await trigger.poll([course('a')])).toEqual([]);
	// After a failure, the next poll asks for changes again.
	await expect(trigger.poll([null as never])).rejects.toThrow();
	expect(await trigger.poll([course('b')])).toEqual([]);
	expect(trigger.asked).toEqual([expect.stringContaining('?modifiedAt[gte]=') as string]);
	now.mockReturnValue(Date.parse(MODIFIED) + 7_200_000);
	expect(await trigger.poll([course('a')])).toEqual([]);
	now.mockRestore();
});

describe('if n8n provides an older state, the trigger uses the state in this process', () => {
	it('so an edit to a record added since then is reported', async () => {
		const trigger = triggerFor({ triggerOn: ['updated'] });
		await trigger.poll([course('a')]);
		const stored = trigger.state();
		await trigger.poll([course('a'), course('b')]);
		trigger.handIn(stored);
		expect(events(await trigger.poll([course('a'), course('b', 'Two')]))).toEqual(['updated b']);
	});

	it('so a record that was removed and came back is reported as added', async () => {
		const trigger = triggerFor({ triggerOn: ['added'] });
		const both = [course('a'), course('b')];
		await trigger.poll(both);
		const stored = trigger.state();
		for (let polls = 0; polls < 2; polls += 1) await trigger.poll([course('a')]);
		trigger.handIn(stored);
		expect(events(await trigger.poll(both))).toEqual(['added b']);
	});

	it('so the removal of a record added since then is reported in the second poll without that record', async () => {
		const trigger = triggerFor({ triggerOn: ['removed'] });
		await trigger.poll([course('a')]);
		const stored = trigger.state();
		await trigger.poll([course('a'), course('b')]);
		await trigger.poll([course('a')]);
		trigger.handIn(stored);
		expect(events(await trigger.poll([course('a')]))).toEqual(['removed b']);
	});

	it('but events that n8n did not store are reported again', async () => {
		const trigger = triggerFor();
		await trigger.poll([course('a')]);
		const stored = trigger.state();
		for (let polls = 0; polls < 2; polls += 1) {
			expect(events(await trigger.poll([course('a'), course('b')]))).toEqual(['added b']);
			trigger.handIn(stored);
		}
	});

	it('even if the clock was set back', async () => {
		const trigger = triggerFor({ triggerOn: ['updated'] });
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-02-01T00:00:00Z'));
		await trigger.poll([course('a')]);
		const stored = trigger.state();
		now.mockReturnValue(Date.parse('2026-01-01T00:00:00Z'));
		await trigger.poll([course('a'), course('b')]);
		trigger.handIn(stored);
		expect(events(await trigger.poll([course('a'), course('b', 'Two')]))).toEqual(['updated b']);
		now.mockRestore();
	});

	it('but not for a different list or if n8n does not provide a state', async () => {
		const trigger = triggerFor(all);
		await trigger.poll([course('a')]);
		await trigger.poll([course('a'), course('b')]);
		const other = { ...(trigger.state() as object), watchKey: 'another' };
		for (const handedIn of [{ ...other, polledAt: Date.now() + 60_000 }, undefined, null]) {
			trigger.handIn(handedIn);
			expect(events(await trigger.poll([course('c')]))).toEqual([]);
			expect(trigger.lines.at(-1)).toContain('(first poll)');
		}
	});
});

const completions = { resource: 'courseCompletion', triggerOn: ['completed'] };

it.each<[what: string, before: string, after: string, reported: string | null, others?: object]>([
	['continues if the list has the remembered records', 'a b', 'a b c', 'added c'],
	['continues if the list has half of them', 'a b', 'b c d', 'added c, added d'],
	['continues if a half of the list is remembered', 'a b c', 'a d', 'added d'],
	['continues with completions', 'a b', 'a b c', 'completed c', completions],
	['starts over if the list has fewer of them', 'a b c', 'c d e', null],
	['starts over for other completions', 'a', 'b c', null, completions],
	['continues if nothing is remembered', '', 'a', 'added a'],
])('with a new client ID, the trigger %s', async (_, before, after, reported, others = {}) => {
	const credential = { clientId: 'a' };
	const trigger = triggerFor({ ...others, options: { readWholeList: 'day' } }, credential);
	const listOf = (ids: string) =>
		ids.split(' ').flatMap((id) => (id ? { ...course(id), completedAt: MODIFIED } : []));
	await trigger.poll(listOf(before));
	credential.clientId = 'b';
	expect(events(await trigger.poll(listOf(after))).join(', ')).toBe(reported ?? '');
	// A trigger that starts over reads the list twice in all.
	const asked = trigger.asked.map((path) => path.replace('/stats', ''));
	expect(asked).toEqual(reported === null ? ['courses', 'courses'] : ['courses']);
	expect(await trigger.poll(listOf(after))).toEqual([]);
	const warnings = trigger.lines.filter((line) => line.includes('counts as a first poll'));
	expect(warnings).toHaveLength(reported === null ? 1 : 0);
});

it('the log says that the trigger starts over with other settings', async () => {
	const trigger = triggerFor(all);
	await trigger.poll([course('a')]);
	trigger.handIn({ ...(trigger.state() as object), watchKey: 'another' });
	expect(await trigger.poll([course('b')])).toEqual([]);
	expect(trigger.lines.slice(-2)).toEqual([
		expect.stringContaining(
			'for other settings or another company, so this poll counts as a first',
		),
		expect.stringContaining('(first poll)'),
	]);
});

it('a removal takes two more polls if n8n provides an older state in which the record is missing', async () => {
	const trigger = triggerFor({ triggerOn: ['added', 'removed'] });
	await trigger.poll([course('a'), course('b')]);
	expect(events(await trigger.poll([course('a'), course('c')]))).toEqual(['added c']);
	const stored = trigger.state();
	const back = [course('a'), course('b'), course('c')];
	await trigger.poll(back);
	for (const handedIn of [stored, { ...(stored as object), polledAt: Date.now() + 3_600_000 }]) {
		trigger.handIn(handedIn);
		expect(events(await trigger.poll([course('a'), course('c')]))).toEqual([]);
		await trigger.poll(back);
	}
});

it.each([{ records: 7 }, { polledAt: 'today' }, { idFields: 7 }])(
	'a broken state with %j causes a first poll and a log line',
	async (broken) => {
		const trigger = triggerFor(all);
		await trigger.poll([course('a')]);
		trigger.handIn({ ...(trigger.state() as object), ...broken });
		expect(await trigger.poll([course('b')])).toEqual([]);
		expect(trigger.lines.slice(-2)).toEqual([
			expect.stringContaining('stored state cannot be read, so this poll counts as a first poll'),
			expect.stringContaining('(first poll)'),
		]);
		expect(events(await trigger.poll([course('b'), course('c')]))).toEqual(['added c']);
	},
);

it('any number of triggers can report removals', async () => {
	const triggers = Array.from({ length: repeats(20, 1_500) }, () =>
		triggerFor({ triggerOn: ['removed'] }),
	);
	const reported: unknown[] = [];
	for (const list of [[course('a'), course('b')], [course('a')], [course('a')]]) {
		for (const trigger of triggers) reported.push(...events(await trigger.poll(list)));
	}
	expect(reported).toEqual(triggers.map(() => 'removed b'));
});

describe('with Removal Limit,', () => {
	const listed = Array.from({ length: 40 }, (_, at) => course(`a${at}`));

	it('more removals cause an error and change nothing until the records return', async () => {
		const trigger = triggerFor({ triggerOn: ['removed'] });
		await trigger.poll(listed);
		expect(await trigger.poll([])).toEqual([]);
		const before = trigger.state();
		await expect(trigger.poll([])).rejects.toMatchObject({
			message:
				'40 of 40 remembered records are missing, which is more than Removal Limit allows (courses)',
			description: expect.stringMatching(/no more than 50 percent .* Options to 100/) as string,
			schedulerCause: 'temporarily-unavailable',
		});
		expect(trigger.state()).toBe(before);
		for (let polls = 0; polls < 2; polls += 1) {
			expect(await trigger.poll(listed)).toEqual([]);
		}
	});

	it.each([
		[10, 0, 'accepted'],
		[11, 50, 'refused'],
		[15, 75, 'accepted'],
		[16, 75, 'refused'],
		[20, 100, 'accepted'],
	])('%d of 20 removals with a limit of %d percent are %s', async (gone, removalLimit, outcome) => {
		const trigger = triggerFor({ triggerOn: ['removed'], options: { removalLimit } });
		const rest = listed.slice(gone, 20);
		await trigger.poll(listed.slice(0, 20));
		await trigger.poll(rest);
		const removed = trigger.poll(rest).then((items) => items.length);
		if (outcome === 'accepted') expect(await removed).toBe(gone);
		else await expect(removed).rejects.toThrow(`${gone} of 20 remembered records are missing`);
	});

	it('the earlier list counts, no matter how many records are new', async () => {
		const trigger = triggerFor({ triggerOn: ['added'] });
		const [before, others] = [
			listed.slice(0, 20),
			listed.slice(10).map(({ _id }) => course(`b${_id}`)),
		];
		await trigger.poll(before);
		expect(await trigger.poll(others)).toHaveLength(30);
		for (const list of [others, others, [...before, ...others]]) {
			expect(await trigger.poll(list)).toEqual([]);
		}
	});

	it('removals do not stop a trigger that does not report removals', async () => {
		const trigger = triggerFor({ triggerOn: ['added'] });
		await trigger.poll(listed);
		for (let polls = 0; polls < 2; polls += 1) expect(await trigger.poll([])).toEqual([]);
		expect(events(await trigger.poll([...listed, course('new')]))).toEqual(['added new']);
	});

	it('too many missing records cause only a second read of the whole list unless removals are reported', async () => {
		const options = { readWholeList: 'day' };
		const trigger = triggerFor({ triggerOn: ['added'], options });
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(MODIFIED));
		await trigger.poll(listed);
		now.mockReturnValue(Date.parse(MODIFIED) + 86_400_000);
		const asked: string[] = [];
		for (let polls = 0; polls < 3; polls += 1) {
			expect(await trigger.poll(listed.slice(30))).toEqual([]);
			asked.push(...trigger.asked);
		}
		expect(asked).toEqual(['courses', 'courses', expect.stringContaining('?modifiedAt[gte]=')]);
		expect(events(await trigger.poll([...listed, course('new')]))).toEqual(['added new']);
		now.mockRestore();
	});
});

describe('a field that the platform adds to all records', () => {
	const courses = (fields: object, from = 0) =>
		Array.from({ length: 20 }, (_, at) => ({ ...course(`a${at}`), ...(at >= from && fields) }));

	it('is not an update while it is empty', async () => {
		const trigger = triggerFor({ triggerOn: ['updated'] });
		await trigger.poll(courses({}));
		const fields = { reviewers: [], note: null, modifiedAt: '2026-01-28T13:00:00+01:00' };
		expect(await trigger.poll(courses(fields))).toEqual([]);
	});

	it.each([
		['more than half of a list of 20', 20, 9, 11],
		['no more than half of a list of 20', 20, 10, undefined],
		['a shorter list', 19, 0, undefined],
	])('is logged only if it updates most of a long list: %s', async (_, size, from, count) => {
		const trigger = triggerFor({ triggerOn: ['updated'] });
		await trigger.poll(courses({}).slice(0, size));
		expect(await trigger.poll(courses({ level: 1 }, from).slice(0, size))).toHaveLength(
			size - from,
		);
		const line = `${count} of 20 records were updated at once`;
		expect(trigger.lines.filter((each) => each.includes('updated at once'))).toEqual(
			count === undefined ? [] : [expect.stringContaining(line)],
		);
	});
});
