import {
	diff,
	EVENTS,
	remember,
	select,
	type TriggerEvent,
} from '../../../nodes/LearningPlatform/trigger/changes';
import { observedAs, rememberedAs, wordsOf } from './words';

interface Case {
	isWhole?: boolean;
	removalLimit?: number;
	sizeBefore?: number;
	wanted?: readonly TriggerEvent[];
}

/** A poll in words: what it tells, and what it remembers. */
function poll(
	list: string,
	read: string,
	{ isWhole = true, removalLimit = 50, sizeBefore = 0, wanted = EVENTS }: Case = {},
) {
	const [records = '', milestones = ''] = list.split(' | ');
	const before = { ...rememberedAs(records, milestones), sizeBefore };
	const found = diff(before, observedAs(read), isWhole, removalLimit);
	const told = select(found, new Set(wanted)).map(({ event, key }) => `${event} ${key}`);
	const after = remember(before, observedAs(read), found, isWhole);
	return { told: told.join(', '), after: wordsOf(after), isSame: after === before, found };
}

describe('a poll of the whole list', () => {
	it.each<[what: string, before: string, read: string, told: string, after: string]>([
		['tells nothing of what is the same', 'a1 b1', 'a1 b1', '', 'a1 b1'],
		['tells nothing of another order', 'a1 b1', 'b1 a1', '', 'b1 a1'],
		['tells what is new', 'a1', 'a1 b1', 'added b', 'a1 b1'],
		['tells what is different', 'a1 b1', 'a1 b2', 'updated b', 'a1 b2'],
		[
			'tells updates, then additions, in list order',
			'a1 b1',
			'd1 b2 c1 a2',
			'updated b, updated a, added d, added c',
			'd1 b2 c1 a2',
		],
		['tells nothing of a record that it lacks for the first time', 'a1 b1', 'a1', '', 'a1 (b1)'],
		['tells that a record is gone when it lacks it again', 'a1 (b1)', 'a1', 'removed b', 'a1'],
		['tells removals first', 'a1 (b1)', 'a2 c1', 'removed b, updated a, added c', 'a2 c1'],
		['tells nothing of a record that is back', 'a1 (b1)', 'b1 a1', '', 'b1 a1'],
		['tells how a record that is back has changed', 'a1 (b1)', 'a1 b2', 'updated b', 'a1 b2'],
	])('%s', (_, before, read, told, after) => {
		expect(poll(before, read)).toMatchObject({ told, after: [after, ''] });
	});

	it('remembers what nobody asked for', () => {
		const { told, after } = poll('(a1) b1', 'b2 c1', { wanted: ['added'] });
		expect([told, after[0]]).toEqual(['added c', 'b2 c1']);
	});
});

describe('a poll for changes', () => {
	it.each<[what: string, before: string, read: string, told: string, after: string]>([
		['takes nothing that it lacks for missing', 'a1 b1', '', '', 'a1 b1'],
		['leaves what is missing as it is', '(a1) b1', 'b2', 'updated b', '(a1) b2'],
		['finds a record that was missing', '(a1) b1', 'a1', '', 'a1 b1'],
		['tells what is new', 'a1', 'b1', 'added b', 'a1 b1'],
	])('%s', (_, before, read, told, after) => {
		expect(poll(before, read, { isWhole: false })).toMatchObject({ told, after: [after, ''] });
	});

	it('keeps the milestones of records that it lacks, so that none is told again', () => {
		expect(poll('a1 b1 | x y', 'b2Cz', { isWhole: false }).after[1]).toBe('x y z');
	});

	it.each([
		['the same', 'b1', true],
		['changed', 'b2', false],
		['new', 'c1', false],
		['missing', 'a1', false],
		['completed', 'b1Cx', false],
		['completed and told before', 'b1Cz', true],
	])('has found nothing new if its record is %s: %s, %s', (_, read, isSame) => {
		expect(poll('(a1) b1 | z', read, { isWhole: false }).isSame).toBe(isSame);
	});
});

describe('a milestone', () => {
	it.each<[what: string, before: string, read: string, told: string, milestones: string]>([
		['is told once', 'a1', 'a1Cx', 'completed a', 'x'],
		['is not told again', 'a1 | x', 'a1Cx', '', 'x'],
		[
			'is told of a record that comes with it, which is also new',
			'',
			'a1Cx',
			'added a, completed a',
			'x',
		],
		[
			'is told of a record that has changed, which is also told',
			'a1',
			'a2Cx',
			'updated a, completed a',
			'x',
		],
		['is told by the first of several records that show it', '', 'a-Cx b-Cx', 'completed a', 'x'],
		['is told beside others', '', 'a-Lx b-Fy c-Cz', 'completed c, failed b, late a', 'x y z'],
		['stays when its record is gone', '(a1) | x', '', 'removed a', 'x'],
		['alone leaves nothing else to remember', '', 'a-Cx', 'completed a', 'x'],
	])('%s', (_, before, read, told, milestones) => {
		expect(poll(before, read)).toMatchObject({ told, after: [expect.any(String), milestones] });
	});

	it('is remembered without a word by a poll that tells nothing', () => {
		const { told, after } = poll('', 'a-Cx', { wanted: [] });
		expect([told, after]).toEqual(['', ['', 'x']]);
	});
});

describe('removals', () => {
	const words = (from: number, to: number, shown: (key: string) => string) =>
		Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
			.slice(from, to)
			.map(shown)
			.join(' ');
	const there = (key: string) => `${key}1`;
	const missing = (key: string) => `(${key}1)`;

	it.each<[what: string, gone: number, removalLimit: number, isBelieved: boolean]>([
		['ten of twenty are believed at any limit', 10, 0, true],
		['eleven of twenty are more than half', 11, 50, false],
		['fifteen of twenty are three quarters', 15, 75, true],
		['sixteen of twenty are more', 16, 75, false],
		['all are believed at 100 percent', 20, 100, true],
	])('%s', (_, gone, removalLimit, isBelieved) => {
		const rest = words(gone, 20, there);
		const list = `${words(0, gone, missing)} ${rest}`;
		const { found, told, after } = poll(list, rest, { removalLimit, sizeBefore: 20 });
		expect(found.doubted).toBe(isBelieved ? 0 : gone);
		expect(told.split(', ').filter(Boolean)).toHaveLength(isBelieved ? gone : 0);
		expect(after[0].trim()).toBe(isBelieved ? rest : `${rest} ${words(0, gone, missing)}`.trim());
	});

	it('are a share of what was remembered before they went missing, however many records are new', () => {
		const others = words(20, 50, there);
		let before = rememberedAs(words(0, 20, there));
		for (const doubted of [0, 20, 20]) {
			const found = diff(before, observedAs(others), true, 50);
			expect(found.doubted).toBe(doubted);
			before = remember(before, observedAs(others), found, true);
		}
		const back = diff(before, observedAs(`${words(0, 20, there)} ${others}`), true, 50);
		expect(back).toEqual({ changes: [], missing: [], doubted: 0 });
	});
});
