import type { IDataObject } from 'n8n-workflow';

import {
	compareWith,
	type Known,
	NOTHING_KNOWN,
	type Reporting,
	type TriggerEvent,
} from '../../../nodes/LearningPlatform/trigger/changes';

const EVENTS: TriggerEvent[] = ['added', 'completed', 'updated', 'removed'];

const everything: Reporting = {
	wanted: new Set(EVENTS),
	refresh: 'none',
	maxEvents: Infinity,
	removalLimit: 50,
};

/** A list as it is known, by words of key and content: `a1` settled, `(a1)` missing, `a1!` due. */
const knownAs = (list: string, others: { completed?: string; gone?: string } = {}): Known => {
	const words = list.split(' ').map((word) => [word.replace(/[()!]/g, ''), word] as const);
	const keysWith = (mark: string) =>
		new Set(words.filter(([, word]) => word.includes(mark)).map(([[key = '']]) => key));
	return {
		hashes: new Map(words.map(([[key = '', hash = '']]) => [key, hash])),
		...{ missing: keysWith('('), due: keysWith('!') },
		...{ completed: new Set(others.completed), gone: new Set(others.gone) },
	};
};

const known = knownAs('a1 b1 c1');

/** The words of a reading can have a third letter: what the record has completed. */
const compare = (before: Known, reading: string, reporting: Partial<Reporting> = {}) => {
	const comparison = compareWith(before, { ...everything, ...reporting });
	for (const word of reading.split(' ').filter(Boolean)) {
		const [key = '', hash = '', completion] = word;
		comparison.add(key, hash, { key, hash }, completion);
	}
	return comparison.finish();
};

type Outcome = ReturnType<typeof compare>;

const reported = ({ changes }: Outcome) =>
	changes
		.map(({ event, key, record }) => `${event} ${key}${(record?.hash as string | undefined) ?? ''}`)
		.join(', ');

/** What is known after it, in words as before. */
const remembered = ({ known: { hashes, missing, due } }: Outcome) =>
	[...hashes]
		.map(([key, hash]) => `${key}${hash}${due.has(key) ? '!' : ''}`)
		.map((word) => (missing.has(word.charAt(0)) ? `(${word})` : word))
		.join(' ');

describe('a comparison', () => {
	it.each<[what: string, reading: string, expected: string]>([
		['reports nothing of what is the same', 'a1 b1 c1', ''],
		['reports nothing of another order', 'c1 a1 b1', ''],
		[
			'reports updates, then additions, each in list order',
			'd1 c2 e1 b2 a1',
			'updated c2, updated b2, added d1, added e1',
		],
		['reports nothing of a record that is read twice', 'a1 b1 a1 c1', ''],
		['reports an addition once, as it was last', 'a1 b1 c1 d1 d2', 'added d2'],
		['reports an update as it was last', 'a1 b2 c1 b3', 'updated b3'],
		['reports nothing of an update that was taken back', 'a1 b2 c1 b1', ''],
		['keeps an addition at its first place', 'd1 e1 d2 a1 b1 c1', 'added d2, added e1'],
	])('%s', (_, reading, expected) => {
		expect(reported(compare(known, reading))).toBe(expected);
	});

	it.each<[TriggerEvent, string]>([
		['added', 'added d1'],
		['updated', 'updated c2'],
		['removed', 'removed a'],
	])('reports only %s when only that is wanted', (event, expected) => {
		const outcome = compare(knownAs('(a1) b1 c1'), 'b1 c2 d1', { wanted: new Set([event]) });
		expect(reported(outcome)).toBe(expected);
		expect(remembered(outcome)).toBe('b1 c2 d1');
	});

	it('takes time in proportion to the list', () => {
		const operations = (size: number) => {
			let count = 0;
			class CountingMap extends Map<string, string> {
				override get(key: string) {
					count += 1;
					return super.get(key);
				}
			}
			const keys = Array.from({ length: size }, (_, index) => `k${index}`);
			const hashes = new CountingMap(keys.map((key) => [key, '1']));
			const comparison = compareWith({ ...NOTHING_KNOWN, hashes }, everything);
			for (const key of keys.reverse()) comparison.add(key, '2', {});
			comparison.finish();
			return count;
		};
		expect(operations(4_000)).toBe(4 * operations(1_000));
	});
});

describe('a known record that a reading lacks', () => {
	it.each<[what: string, before: string, reading: string, events: string, after: string]>([
		['is missing, and nothing is reported of it', 'a1 b1 c1', 'a1 c1', '', 'a1 c1 (b1)'],
		['is the same when the next one has it again', 'a1 (b1) c1', 'a1 b1 c1', '', 'a1 b1 c1'],
		['is updated when it is back otherwise', 'a1 (b1) c1', 'a1 b2 c1', 'updated b2', 'a1 b2 c1'],
		['is removed when the next one lacks it, too', 'a1 (b1) c1', 'a1', 'removed b', 'a1 (c1)'],
	])('%s', (_, before, reading, events, after) => {
		const outcome = compare(knownAs(before), reading);
		expect(reported(outcome)).toBe(events);
		expect(remembered(outcome)).toBe(after);
	});
});

describe('a part of the list', () => {
	it('says nothing of the records that it lacks', () => {
		const outcome = compare(knownAs('a1 (b1) c1! d1'), 'd2', { onlyChanges: true });
		expect(reported(outcome)).toBe('updated d2');
		expect(remembered(outcome)).toBe('d2 a1 (b1) c1!');
	});

	it.each([
		['the same', 'c1', true],
		['changed', 'c2', false],
		['new', 'd1', false],
		['still due, or each poll would find it again', 'a1', false],
		['missing', 'b1', false],
		['completed', 'c1x', false],
		['known to be completed', 'c1z', true],
	])('is no news if its record is %s: %s, %s', (_, word, isSame) => {
		const before = knownAs('a1! (b1) c1', { completed: 'z' });
		expect(compare(before, word, { onlyChanges: true, refresh: 'goesOn' }).isSame).toBe(isSame);
	});
});

const keys = Array.from('abcdefghijklmnopqrst');
const words = (count: number, hash: string) =>
	keys
		.slice(0, count)
		.map((key) => `${key}${hash}`)
		.join(' ');

describe('more removals than may be believed', () => {
	it.each<[what: string, missing: number, limit: number, believed: boolean]>([
		['ten of twenty are believed', 10, 0, true],
		['eleven of twenty are more than half', 11, 50, false],
		['fifteen of twenty are three quarters', 15, 75, true],
		['all are believed at 100 percent', 20, 100, true],
	])('%s', (_, missing, removalLimit, believed) => {
		const before = { ...knownAs(words(20, '1')), missing: new Set(keys.slice(0, missing)) };
		const rest = words(20, '1').split(' ').slice(missing).join(' ');
		const outcome = compare(before, rest, { removalLimit });
		expect(outcome.doubted).toBe(believed ? 0 : missing);
		expect(outcome.changes).toHaveLength(believed ? missing : 0);
		expect(outcome.known.missing.size).toBe(believed ? 0 : missing);
	});
});

describe('a reading after a first poll that may have overlooked records', () => {
	/** A capital is a record from before the first poll, `?` one without a date. */
	const wasThere = ({ hash }: IDataObject) => (hash === '?' ? undefined : hash === 'A');

	it.each<[what: string, reading: string, removalLimit: number, told: number, overlooked: number]>([
		['ten old records', words(10, 'A'), 50, 10, 0],
		['no eleven old records, whatever Removal Limit is', words(11, 'A'), 100, 0, 11],
		['eleven new records', words(11, '1'), 50, 11, 0],
		['ten records without a date', words(10, '?'), 50, 10, 0],
		['no eleven records without a date', words(11, '?'), 50, 0, 11],
		['eleven of them with a Removal Limit of 100', words(11, '?'), 100, 11, 0],
		['a record as its date was last', `${words(11, 'A')} a1`, 50, 11, 0],
	])('reports %s as added', (_, reading, removalLimit, told, overlooked) => {
		const outcome = compare(NOTHING_KNOWN, reading, { wasThere, removalLimit });
		expect(outcome.changes).toHaveLength(told);
		expect(outcome.overlooked).toBe(overlooked);
		expect(outcome.isAgreed).toBe(overlooked === 0);
		expect(outcome.known.hashes.size).toBe(told + overlooked);
		expect(outcome.left).toBe(0);
	});

	it('lets events wait that the overlooked records have crowded out', () => {
		const reading = `${words(11, 'A')} z2`;
		const outcome = compare(knownAs('z1'), reading, { wasThere, maxEvents: 5 });
		expect(reported(outcome)).toBe('');
		expect(outcome.left).toBe(1);
		expect(reported(compare(outcome.known, reading))).toBe('updated z2');
	});

	it('remembers what overlooked records have completed, and reports nothing of it', () => {
		const reading = keys.map((key, index) => `${key}${index < 11 ? 'A' : '1'}${key}`).join(' ');
		const outcome = compare(NOTHING_KNOWN, reading, { wasThere });
		const told = keys.slice(11).map((key) => `completed ${key}1`);
		expect(reported(outcome)).toBe(told.join(', '));
		expect([...outcome.known.completed]).toEqual(keys);
	});

	it('agrees with the one before it when all that it lacks was missing there', () => {
		expect(compare(knownAs('a1 (b1)'), 'a1', { wasThere }).isAgreed).toBe(true);
		expect(compare(knownAs('a1 b1'), 'a1', { wasThere }).isAgreed).toBe(false);
	});
});

describe('more events than one reading reports', () => {
	it('wait for the next readings, which find them again', () => {
		let before = knownAs('a1 b1 c1 (z1)');
		const told: [string, number][] = [];
		for (let reading = 1; reading <= 3; reading += 1) {
			const outcome = compare(before, 'a2 b2 c1 d1 e1', { maxEvents: 2 });
			told.push([reported(outcome), outcome.left]);
			before = outcome.known;
		}
		expect(told).toEqual([
			['removed z, updated a2', 3],
			['updated b2, added d1', 1],
			['added e1', 0],
		]);
		expect(before).toEqual(knownAs('a2 b2 c1 d1 e1'));
	});

	it('have a record that comes twice as it came last, although no more fit', () => {
		expect(reported(compare(known, 'a2 a3 b1 c1', { maxEvents: 1 }))).toBe('updated a3');
	});

	it('wait when they are removals, too, and are still removed', () => {
		const first = compare(knownAs('a1 (y1) (z1)'), 'a1', { maxEvents: 1 });
		expect(reported(first)).toBe('removed y');
		expect(remembered(first)).toBe('a1 (z1)');
		expect(reported(compare(first.known, 'a1'))).toBe('removed z');
	});

	it('of which nobody wants to know do not wait', () => {
		const outcome = compare(known, 'a2 b2 d1', { maxEvents: 1, wanted: new Set(['added']) });
		expect(outcome.left).toBe(0);
		expect(remembered(outcome)).toBe('a2 b2 d1 (c1)');
	});
});

describe('what is completed', () => {
	const before = knownAs('a1 b1 c1', { completed: 'z' });

	it('is reported once, by the first record that shows it, and stays known', () => {
		const outcome = compare(before, 'a1 b2x c1x d1y e1z');
		expect(reported(outcome)).toBe('added e1, completed b2, completed d1');
		expect([...outcome.known.completed]).toEqual(['z', 'x', 'y']);
		expect(reported(compare(outcome.known, 'a1 b2x c1x d1y e1z'))).toBe('');
	});

	it('is remembered without a word by a reading that reports nothing', () => {
		const outcome = compare(before, 'a1x', { wanted: new Set() });
		expect(reported(outcome)).toBe('');
		expect([...outcome.known.completed]).toEqual(['z', 'x']);
	});

	it('waits for a later reading with all else that has happened to its record', () => {
		const first = compare(before, 'a2x b2y c1 d1v', { maxEvents: 1 });
		expect(reported(first)).toBe('completed a2');
		expect(first.left).toBe(2);
		expect([...first.known.completed]).toEqual(['z', 'x']);
		expect(remembered(first)).toBe('a2 b1 c1');
		expect(reported(compare(first.known, 'a2x b2 c1 d1'))).toBe('updated b2, added d1');
	});

	it('goes before a refresh, which its record then has no further part in', () => {
		const first = compare(before, 'a1x b1y c1', { refresh: 'begins', maxEvents: 1 });
		expect(reported(first)).toBe('completed a1');
		expect(remembered(first)).toBe('a1 b1! c1!');
		const second = compare(first.known, 'a1x b1y c1', { refresh: 'goesOn' });
		expect(reported(second)).toBe('completed b1, refreshed c1');
		expect(remembered(second)).toBe('a1 b1 c1');
	});
});

describe('a refresh', () => {
	it('reports every record, changed or not, and removals before them, whatever is wanted', () => {
		for (const wanted of [new Set(EVENTS), new Set(['removed' as const])]) {
			const outcome = compare(knownAs('a1 b1 (z1)'), 'b2 a1 d1', { refresh: 'begins', wanted });
			expect(reported(outcome)).toBe('removed z, refreshed b2, refreshed a1, refreshed d1');
			expect(remembered(outcome)).toBe('b2 a1 d1');
		}
	});

	it('goes on with what it left, beside what happens meanwhile', () => {
		const first = compare(known, 'a1 b1 c1', { refresh: 'begins', maxEvents: 1 });
		expect(reported(first)).toBe('refreshed a1');
		expect(remembered(first)).toBe('a1 b1! c1!');
		const second = compare(first.known, 'a2 b2 c1 d1', { refresh: 'goesOn' });
		expect(reported(second)).toBe('updated a2, added d1, refreshed b2, refreshed c1');
		expect(remembered(second)).toBe('a2 b2 c1 d1');
	});

	it('still reports a record that was missing while it went on', () => {
		const first = compare(known, 'a1 c1', { refresh: 'begins', maxEvents: 1 });
		expect(remembered(first)).toBe('a1 c1! (b1!)');
		const outage = compare(first.known, '', { refresh: 'goesOn', removalLimit: 0 });
		expect(remembered(outage)).toBe('(a1) (c1!)');
		expect(reported(compare(outage.known, 'a1 c1', { refresh: 'goesOn' }))).toBe('refreshed c1');
	});

	it.each<[what: string, before: Known, reading: string, reporting: Partial<Reporting>, boolean]>([
		['when a further reading agrees', known, 'a1 b1 c1', {}, true],
		['not by the reading that begins it', known, 'a1 b1 c1', { refresh: 'begins' }, false],
		['not by a part of the list', known, 'a1 b1 c1', { onlyChanges: true }, false],
		['not with what it still reports', knownAs('a1 b1!'), 'a1 b1', {}, false],
		['not while a record is missing', known, 'a1 b1', {}, false],
		['not while events are left', known, 'a1 b1 c2', { maxEvents: 0 }, false],
		['with up to ten more records', knownAs('z1'), `z1 ${words(10, '1')}`, {}, true],
		['not with more than may have been added', knownAs('z1'), `z1 ${words(11, '1')}`, {}, false],
	])('is over: %s', (_, before, reading, reporting, isSwept) => {
		expect(compare(before, reading, { refresh: 'goesOn', ...reporting }).isSwept).toBe(isSwept);
	});

	it.each<[what: string, before: Known, reading: string, Partial<Reporting>, string]>([
		['what it has reported and is gone', knownAs('a1 (b1)'), 'a1', {}, 'b'],
		['not what it has not reported', knownAs('a1 (b1!)'), 'a1', {}, ''],
		['not what is back', knownAs('a1', { gone: 'b' }), 'a1 b1', {}, ''],
		['what was back and is gone', knownAs('a1 (b1!)', { gone: 'b' }), 'a1', {}, 'b'],
		['what a part does not show', knownAs('a1', { gone: 'b' }), '', { onlyChanges: true }, 'b'],
		['nothing anew', knownAs('a1 (b1)', { gone: 'c' }), 'a1', { refresh: 'begins' }, ''],
		['nothing when it is over', knownAs('a1', { gone: 'b' }), 'a1', { refresh: 'none' }, ''],
		['what is back and waits', knownAs('a1', { gone: 'b' }), 'a1 b1', { maxEvents: 0 }, 'b'],
		[
			'what is back and waits without Added',
			knownAs('a1', { gone: 'b' }),
			'a1 b1',
			{ maxEvents: 0, wanted: new Set(['removed']) },
			'b',
		],
	])('keeps of what is gone: %s', (_, before, reading, reporting, gone) => {
		const outcome = compare(before, reading, { refresh: 'goesOn', ...reporting });
		expect([...outcome.known.gone].join(' ')).toBe(gone);
	});

	it('reports a record that it has not seen before, also when nobody asked for additions', () => {
		const reporting = {
			refresh: 'goesOn',
			wanted: new Set(['removed' as const]),
			maxEvents: 1,
		} as const;
		const outcome = compare(known, 'a1 b1 c1 d1 e1', reporting);
		expect(reported(outcome)).toBe('refreshed d1');
		expect(remembered(outcome)).toBe('a1 b1 c1 d1 e1!');
	});
});
