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

/** Polls and formats the reported changes and the remembered list as words. */
function poll(
	list: string,
	read: string,
	{ isWhole = true, removalLimit = 50, sizeBefore = 0, wanted = EVENTS }: Case = {},
) {
	const [records = '', milestones = ''] = list.split(' | ');
	const before = { ...rememberedAs(records, milestones), sizeBefore };
	const found = diff(before, observedAs(read), isWhole, removalLimit);
	const reported = select(found, new Set(wanted)).map(({ event, key }) => `${event} ${key}`);
	const after = remember(before, observedAs(read), found, isWhole);
	return { reported: reported.join(', '), after: wordsOf(after), isSame: after === before, found };
}

describe('a poll of the whole list', () => {
	it.each<[what: string, before: string, read: string, reported: string, after: string]>([
		['reports nothing if nothing has changed', 'a1 b1', 'a1 b1', '', 'a1 b1'],
		['reports nothing if only the order has changed', 'a1 b1', 'b1 a1', '', 'b1 a1'],
		['reports new records', 'a1', 'a1 b1', 'added b', 'a1 b1'],
		['reports changed records', 'a1 b1', 'a1 b2', 'updated b', 'a1 b2'],
		[
			'reports updates, then additions, each in list order',
			'a1 b1',
			'd1 b2 c1 a2',
			'updated b, updated a, added d, added c',
			'd1 b2 c1 a2',
		],
		['reports nothing if a record is missing once', 'a1 b1', 'a1', '', 'a1 (b1)'],
		['reports a removal if a record is missing twice', 'a1 (b1)', 'a1', 'removed b', 'a1'],
		['reports removals first', 'a1 (b1)', 'a2 c1', 'removed b, updated a, added c', 'a2 c1'],
		['reports nothing for a record that has returned', 'a1 (b1)', 'b1 a1', '', 'b1 a1'],
		['reports an update if a record returns changed', 'a1 (b1)', 'a1 b2', 'updated b', 'a1 b2'],
	])('%s', (_, before, read, reported, after) => {
		expect(poll(before, read)).toMatchObject({ reported, after: [after, ''] });
	});

	it('also remembers changes not chosen in Trigger On', () => {
		const { reported, after } = poll('(a1) b1', 'b2 c1', { wanted: ['added'] });
		expect([reported, after[0]]).toEqual(['added c', 'b2 c1']);
	});
});

describe('a poll for changes', () => {
	it.each<[what: string, before: string, read: string, reported: string, after: string]>([
		['does not treat absent records as missing', 'a1 b1', '', '', 'a1 b1'],
		['leaves missing records missing', '(a1) b1', 'b2', 'updated b', '(a1) b2'],
		['finds a record that was missing', '(a1) b1', 'a1', '', 'a1 b1'],
		['reports new records', 'a1', 'b1', 'added b', 'a1 b1'],
	])('%s', (_, before, read, reported, after) => {
		expect(poll(before, read, { isWhole: false })).toMatchObject({ reported, after: [after, ''] });
	});

	it('keeps the milestones of missing records to avoid reporting them again', () => {
		expect(poll('a1 b1 | x y', 'b2Cz', { isWhole: false }).after[1]).toBe('x y z');
	});

	it.each([
		['the same', 'b1', true],
		['changed', 'b2', false],
		['new', 'c1', false],
		['missing', 'a1', false],
		['completed', 'b1Cx', false],
		['completed and reported before', 'b1Cz', true],
	])('with a record that is %s (%s) finds nothing new: %s', (_, read, isSame) => {
		expect(poll('(a1) b1 | z', read, { isWhole: false }).isSame).toBe(isSame);
	});
});

describe('a milestone', () => {
	it.each<[what: string, before: string, read: string, reported: string, milestones: string]>([
		['is reported once', 'a1', 'a1Cx', 'completed a', 'x'],
		['is not reported again', 'a1 | x', 'a1Cx', '', 'x'],
		['of a new record is reported with the addition', '', 'a1Cx', 'added a, completed a', 'x'],
		[
			'of a changed record is reported with the update',
			'a1',
			'a2Cx',
			'updated a, completed a',
			'x',
		],
		['shared by several records is reported for the first', '', 'a-Cx b-Cx', 'completed a', 'x'],
		['is reported with others', '', 'a-Lx b-Fy c-Cz', 'completed c, failed b, late a', 'x y z'],
		['is remembered after its record is removed', '(a1) | x', '', 'removed a', 'x'],
		['is the only thing remembered about a record without a hash', '', 'a-Cx', 'completed a', 'x'],
	])('%s', (_, before, read, reported, milestones) => {
		expect(poll(before, read)).toMatchObject({ reported, after: [expect.any(String), milestones] });
	});

	it('is remembered by a poll that reports nothing', () => {
		const { reported, after } = poll('', 'a-Cx', { wanted: [] });
		expect([reported, after]).toEqual(['', ['', 'x']]);
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

	it.each<[what: string, gone: number, removalLimit: number, isAccepted: boolean]>([
		['of ten out of twenty records are accepted at any limit', 10, 0, true],
		['of eleven records exceed 50 percent', 11, 50, false],
		['of fifteen records do not exceed 75 percent', 15, 75, true],
		['of sixteen records exceed 75 percent', 16, 75, false],
		['of all records are accepted at 100 percent', 20, 100, true],
	])('%s', (_, gone, removalLimit, isAccepted) => {
		const rest = words(gone, 20, there);
		const list = `${words(0, gone, missing)} ${rest}`;
		const { found, reported, after } = poll(list, rest, { removalLimit, sizeBefore: 20 });
		expect(found.doubted).toBe(isAccepted ? 0 : gone);
		expect(reported.split(', ').filter(Boolean)).toHaveLength(isAccepted ? gone : 0);
		expect(after[0].trim()).toBe(isAccepted ? rest : `${rest} ${words(0, gone, missing)}`.trim());
	});

	it('are limited to a percentage of the earlier list, no matter how many records are new', () => {
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
