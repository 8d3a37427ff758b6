import type { IDataObject } from 'n8n-workflow';

import {
	compareWith,
	isBelievable,
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

/** A list as it is known, by words such as `a1`: key and content. */
const knownAs = (
	words: string[],
	marks: { missing?: string[]; due?: string[]; completed?: string[]; gone?: string[] } = {},
): Known => ({
	hashes: new Map(words.map((word) => [word.slice(0, 1), word.slice(1)])),
	missing: new Set(marks.missing),
	due: new Set(marks.due),
	completed: new Set(marks.completed),
	gone: new Set(marks.gone),
});

const known = knownAs(['a1', 'b1', 'c1']);

/** The words of a reading can have a third letter: what the record has completed. */
const compare = (before: Known, readings: string[], reporting: Partial<Reporting> = {}) => {
	const comparison = compareWith(before, { ...everything, ...reporting });
	for (const word of readings) {
		const [key = '', hash = '', completion] = word;
		comparison.add(key, hash, { key, hash }, completion);
	}
	return comparison.finish();
};

type Outcome = ReturnType<typeof compare>;

const reported = ({ changes }: Outcome) =>
	changes.map(({ event, key, record }) =>
		record ? `${event} ${record.key as string}${record.hash as string}` : `${event} ${key}`,
	);

/** What is known after it, as words: `a1` settled, `(a1)` missing, `a1!` due. */
const remembered = ({ known: { hashes, missing, due } }: Outcome) =>
	[...hashes].map(([key, hash]) => {
		const word = `${key}${hash}${due.has(key) ? '!' : ''}`;
		return missing.has(key) ? `(${word})` : word;
	});

describe('a comparison', () => {
	it.each<[what: string, readings: string[], expected: string[]]>([
		['reports nothing of what is the same', ['a1', 'b1', 'c1'], []],
		['reports nothing of another order', ['c1', 'a1', 'b1'], []],
		['reports an addition', ['a1', 'b1', 'c1', 'd1'], ['added d1']],
		['reports an update', ['a1', 'b2', 'c1'], ['updated b2']],
		[
			'reports updates, then additions, each in list order',
			['d1', 'c2', 'e1', 'b2', 'a1'],
			['updated c2', 'updated b2', 'added d1', 'added e1'],
		],
		['reports nothing of a record that is read twice', ['a1', 'b1', 'a1', 'c1'], []],
		['reports an addition once that is read twice', ['d1', 'a1', 'b1', 'd1', 'c1'], ['added d1']],
		['reports an addition as it was last', ['a1', 'b1', 'c1', 'd1', 'd2'], ['added d2']],
		['reports an update as it was last', ['a1', 'b2', 'c1', 'b3'], ['updated b3']],
		['reports nothing of an update that was taken back', ['a1', 'b2', 'c1', 'b1'], []],
		[
			'keeps an addition at its first place',
			['d1', 'e1', 'd2', 'a1', 'b1', 'c1'],
			['added d2', 'added e1'],
		],
	])('%s', (_, readings, expected) => {
		expect(reported(compare(known, readings))).toEqual(expected);
	});

	it.each<[TriggerEvent, string]>([
		['added', 'added d1'],
		['updated', 'updated c2'],
		['removed', 'removed a'],
	])('reports only %s when only that is wanted', (event, expected) => {
		const before = knownAs(['a1', 'b1', 'c1'], { missing: ['a'] });
		const outcome = compare(before, ['b1', 'c2', 'd1'], { wanted: new Set([event]) });
		expect(reported(outcome)).toEqual([expected]);
		expect(remembered(outcome)).toEqual(['b1', 'c2', 'd1']);
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
			const hashes = new CountingMap(
				Array.from({ length: size }, (_, index) => [`k${index}`, '1']),
			);
			const comparison = compareWith({ ...NOTHING_KNOWN, hashes }, everything);
			for (const key of [...hashes.keys()].reverse()) comparison.add(key, '2', {});
			comparison.finish();
			return count;
		};
		expect(operations(4_000)).toBe(4 * operations(1_000));
	});
});

describe('a known record that a reading lacks', () => {
	it('is missing, and nothing is reported of it', () => {
		const outcome = compare(known, ['a1', 'c1']);
		expect(reported(outcome)).toEqual([]);
		expect(remembered(outcome)).toEqual(['a1', 'c1', '(b1)']);
	});

	it.each([
		['as it was', 'b1', []],
		['with another content', 'b2', ['updated b2']],
	])('is the same record when the next reading has it again, %s', (_, word, expected) => {
		const before = knownAs(['a1', 'c1', 'b1'], { missing: ['b'] });
		const outcome = compare(before, ['a1', word, 'c1']);
		expect(reported(outcome)).toEqual(expected);
		expect(remembered(outcome)).toEqual(['a1', word, 'c1']);
	});

	it('is removed when the next reading lacks it as well, and another one is missing', () => {
		const before = knownAs(['a1', 'c1', 'b1'], { missing: ['b'] });
		const outcome = compare(before, ['a1']);
		expect(reported(outcome)).toEqual(['removed b']);
		expect(remembered(outcome)).toEqual(['a1', '(c1)']);
	});
});

describe('more removals than may be believed', () => {
	const keys = Array.from('abcdefghijklmnopqrst');
	const words = keys.map((key) => `${key}1`);

	it.each<[what: string, missing: number, limit: number, believed: boolean]>([
		['ten of twenty are believed', 10, 0, true],
		['eleven of twenty are more than half', 11, 50, false],
		['eleven of twenty are fewer than three quarters', 11, 75, true],
		['all are believed at 100 percent', 20, 100, true],
	])('%s', (_, missing, removalLimit, believed) => {
		const before = knownAs(words, { missing: keys.slice(0, missing) });
		const outcome = compare(before, words.slice(missing), { removalLimit });
		expect(outcome.doubted).toBe(believed ? 0 : missing);
		expect(reported(outcome)).toHaveLength(believed ? missing : 0);
		expect(outcome.known.missing.size).toBe(believed ? 0 : missing);
	});

	it.each([
		[10, 5, 50, true],
		[11, 20, 50, false],
		[500, 1_000, 50, true],
		[501, 1_000, 50, false],
		[501, 1_000, 100, true],
	])('%d changes of %d records are within %d percent: %s', (changed, size, limit, expected) => {
		expect(isBelievable(changed, size, limit)).toBe(expected);
	});
});

describe('a reading after a first poll that may have overlooked records', () => {
	const keys = Array.from('abcdefghijklmnopqrst');
	/** A capital is a record from before the first poll, `?` one without a date. */
	const wasThere = ({ hash }: IDataObject) => (hash === '?' ? undefined : hash === 'A');
	const words = (count: number, hash: string) => keys.slice(0, count).map((key) => `${key}${hash}`);

	it.each<[what: string, before: Known, readings: string[], reported: number, overlooked: number]>([
		['ten old records', NOTHING_KNOWN, words(10, 'A'), 10, 0],
		['no eleven old records', NOTHING_KNOWN, words(11, 'A'), 0, 11],
		['eleven new records', NOTHING_KNOWN, words(11, '1'), 11, 0],
		['ten records without a date', NOTHING_KNOWN, words(10, '?'), 10, 0],
		['no eleven records without a date', NOTHING_KNOWN, words(11, '?'), 0, 11],
		['a record as its date was last', NOTHING_KNOWN, [...words(11, 'A'), 'a1'], 11, 0],
	])('reports %s as added', (_, before, readings, told, overlooked) => {
		const outcome = compare(before, readings, { wasThere });
		expect(reported(outcome)).toHaveLength(told);
		expect(outcome.overlooked).toBe(overlooked);
		expect(outcome.isAgreed).toBe(overlooked === 0);
		expect(remembered(outcome)).toHaveLength(told + overlooked);
		expect(outcome.left).toBe(0);
	});

	it('lets events wait that the overlooked records have crowded out', () => {
		const before = knownAs(['z1']);
		const outcome = compare(before, [...words(11, 'A'), 'z2'], { wasThere, maxEvents: 5 });
		expect(reported(outcome)).toEqual([]);
		expect(outcome.left).toBe(1);
		expect(reported(compare(outcome.known, [...words(11, 'A'), 'z2']))).toEqual(['updated z2']);
	});

	it('remembers what overlooked records have completed, and reports nothing of it', () => {
		const completions = keys.map((key, index) => `${key}${index < 11 ? 'A' : '1'}${key}`);
		const outcome = compare(NOTHING_KNOWN, completions, { wasThere });
		expect(reported(outcome)).toEqual(keys.slice(11).map((key) => `completed ${key}1`));
		expect([...outcome.known.completed]).toEqual(keys);
	});

	it('agrees with the one before it when all that it lacks was missing there', () => {
		const before = knownAs(['a1', 'b1'], { missing: ['b'] });
		expect(compare(before, ['a1'], { wasThere }).isAgreed).toBe(true);
		expect(compare(knownAs(['a1', 'b1']), ['a1'], { wasThere }).isAgreed).toBe(false);
	});
});

describe('more events than one reading reports', () => {
	it('wait for the next readings, which find them again', () => {
		let before = knownAs(['a1', 'b1', 'c1', 'z1'], { missing: ['z'] });
		const list = ['a2', 'b2', 'c1', 'd1', 'e1'];
		const told: string[][] = [];
		const left: number[] = [];
		for (let reading = 1; reading <= 3; reading += 1) {
			const outcome = compare(before, list, { maxEvents: 2 });
			told.push(reported(outcome));
			left.push(outcome.left);
			before = outcome.known;
		}
		expect(told).toEqual([['removed z', 'updated a2'], ['updated b2', 'added d1'], ['added e1']]);
		expect(left).toEqual([3, 1, 0]);
		expect([...before.hashes]).toEqual(list.map((word) => [word[0], word[1]]));
	});

	it('have a record that comes twice as it came last, although no more fit', () => {
		expect(reported(compare(known, ['a2', 'a3', 'b1', 'c1'], { maxEvents: 1 }))).toEqual([
			'updated a3',
		]);
	});

	it('wait when they are removals, too, and are still removed', () => {
		const before = knownAs(['a1', 'y1', 'z1'], { missing: ['y', 'z'] });
		const first = compare(before, ['a1'], { maxEvents: 1 });
		expect(reported(first)).toEqual(['removed y']);
		expect(remembered(first)).toEqual(['a1', '(z1)']);
		expect(reported(compare(first.known, ['a1'], { maxEvents: 1 }))).toEqual(['removed z']);
	});

	it('leave out what was taken back meanwhile', () => {
		const first = compare(known, ['a2', 'b2', 'c1'], { maxEvents: 1 });
		expect(remembered(first)).toEqual(['a2', 'b1', 'c1']);
		expect(reported(compare(first.known, ['a2', 'b1', 'c1']))).toEqual([]);
	});

	it('of which nobody wants to know do not wait', () => {
		const outcome = compare(known, ['a2', 'b2', 'd1'], {
			maxEvents: 1,
			wanted: new Set(['added']),
		});
		expect(outcome.left).toBe(0);
		expect(remembered(outcome)).toEqual(['a2', 'b2', 'd1', '(c1)']);
	});
});

describe('what is completed', () => {
	const before = knownAs(['a1', 'b1', 'c1'], { completed: ['z'] });

	it('is reported once, by the first record that shows it, and stays known', () => {
		const outcome = compare(before, ['a1', 'b2x', 'c1x', 'd1y', 'e1z']);
		expect(reported(outcome)).toEqual(['added e1', 'completed b2', 'completed d1']);
		expect([...outcome.known.completed]).toEqual(['z', 'x', 'y']);
		expect(reported(compare(outcome.known, ['a1', 'b2x', 'c1x', 'd1y', 'e1z']))).toEqual([]);
	});

	it('is remembered without a word by a reading that reports nothing', () => {
		const outcome = compare(before, ['a1x'], { wanted: new Set() });
		expect(reported(outcome)).toEqual([]);
		expect([...outcome.known.completed]).toEqual(['z', 'x']);
	});

	it('waits for a later reading with all else that has happened to its record', () => {
		const first = compare(before, ['a2x', 'b2y', 'c1', 'd1v'], { maxEvents: 1 });
		expect(reported(first)).toEqual(['completed a2']);
		expect(first.left).toBe(2);
		expect([...first.known.completed]).toEqual(['z', 'x']);
		expect(remembered(first)).toEqual(['a2', 'b1', 'c1']);
		const open = compare(first.known, ['a2x', 'b2', 'c1', 'd1']);
		expect(reported(open)).toEqual(['updated b2', 'added d1']);
	});

	it('is no news of a part of the list only if it is known', () => {
		const isSame = (word: string) => compare(before, [word], { onlyChanges: true }).isSame;
		expect([isSame('a1x'), isSame('a1z')]).toEqual([false, true]);
	});

	it('goes before a refresh, which its record then has no further part in', () => {
		const first = compare(before, ['a1x', 'b1y', 'c1'], { refresh: 'begins', maxEvents: 1 });
		expect(reported(first)).toEqual(['completed a1']);
		expect(remembered(first)).toEqual(['a1', 'b1!', 'c1!']);
		const second = compare(first.known, ['a1x', 'b1y', 'c1'], { refresh: 'goesOn' });
		expect(reported(second)).toEqual(['completed b1', 'refreshed c1']);
		expect(remembered(second)).toEqual(['a1', 'b1', 'c1']);
	});
});

it.each<[string, Parameters<typeof knownAs>[1]]>([
	['still due', { due: ['a'] }],
	['missing', { missing: ['a'] }],
])(
	'a record that is %s is news in a part of the list, or each poll would find it again',
	(_, marks) => {
		const before = knownAs(['a1', 'b1'], marks);
		expect(compare(before, ['a1'], { onlyChanges: true, refresh: 'goesOn' }).isSame).toBe(false);
		expect(compare(before, ['b1'], { onlyChanges: true, refresh: 'goesOn' }).isSame).toBe(true);
	},
);

describe('a refresh', () => {
	it('reports every record, changed or not, and removals before them', () => {
		const before = knownAs(['a1', 'b1', 'z1'], { missing: ['z'] });
		const outcome = compare(before, ['b2', 'a1', 'd1'], { refresh: 'begins' });
		expect(reported(outcome)).toEqual([
			'removed z',
			'refreshed b2',
			'refreshed a1',
			'refreshed d1',
		]);
		expect(remembered(outcome)).toEqual(['b2', 'a1', 'd1']);
	});

	it('goes on with what it left, beside what happens meanwhile', () => {
		const first = compare(known, ['a1', 'b1', 'c1'], { refresh: 'begins', maxEvents: 1 });
		expect(reported(first)).toEqual(['refreshed a1']);
		expect(remembered(first)).toEqual(['a1', 'b1!', 'c1!']);
		const second = compare(first.known, ['a2', 'b2', 'c1', 'd1'], { refresh: 'goesOn' });
		expect(reported(second)).toEqual(['updated a2', 'added d1', 'refreshed b2', 'refreshed c1']);
		expect(remembered(second)).toEqual(['a2', 'b2', 'c1', 'd1']);
	});

	it('still reports a record that was missing while it went on', () => {
		const first = compare(known, ['a1', 'c1'], { refresh: 'begins', maxEvents: 1 });
		expect(remembered(first)).toEqual(['a1', 'c1!', '(b1!)']);
		const outage = compare(first.known, [], { refresh: 'goesOn', removalLimit: 0 });
		expect(remembered(outage)).toEqual(['(a1)', '(c1!)']);
		const whole = compare(outage.known, ['a1', 'c1'], { refresh: 'goesOn' });
		expect(reported(whole)).toEqual(['refreshed c1']);
	});

	it.each<
		[what: string, before: Known, readings: string[], reporting: Partial<Reporting>, string[]]
	>([
		[
			'what it has reported and is gone',
			knownAs(['a1', 'b1'], { missing: ['b'] }),
			['a1'],
			{},
			['b'],
		],
		[
			'not what it has not reported',
			knownAs(['a1', 'b1'], { missing: ['b'], due: ['b'] }),
			['a1'],
			{},
			[],
		],
		['not what is back', knownAs(['a1'], { gone: ['b'] }), ['a1', 'b1'], {}, []],
		[
			'what was back, had to wait and is gone',
			knownAs(['a1', 'b1'], { missing: ['b'], due: ['b'], gone: ['b'] }),
			['a1'],
			{},
			['b'],
		],
		[
			'what a part of the list does not show',
			knownAs(['a1'], { gone: ['b'] }),
			[],
			{ onlyChanges: true },
			['b'],
		],
		[
			'nothing when it begins anew',
			knownAs(['a1', 'b1'], { missing: ['b'], gone: ['c'] }),
			['a1'],
			{ refresh: 'begins' },
			[],
		],
		['nothing when it is over', knownAs(['a1'], { gone: ['b'] }), ['a1'], { refresh: 'none' }, []],
	])('keeps of what is gone: %s', (_, before, readings, reporting, gone) => {
		const outcome = compare(before, readings, { refresh: 'goesOn', ...reporting });
		expect([...outcome.known.gone]).toEqual(gone);
	});

	it.each([true, false])('keeps what is back and has to wait, with Added: %s', (isAdded) => {
		const wanted = new Set<TriggerEvent>(isAdded ? EVENTS : ['removed']);
		const before = knownAs(['a1'], { gone: ['b'] });
		const reporting = { refresh: 'goesOn', wanted, maxEvents: 0 } as const;
		expect([...compare(before, ['a1', 'b1'], reporting).known.gone]).toEqual(['b']);
	});

	it('reports a record that it has not seen before, also when nobody asked for additions', () => {
		const wanted = new Set<TriggerEvent>(['removed']);
		const outcome = compare(known, ['a1', 'b1', 'c1', 'd1', 'e1'], {
			...{ refresh: 'goesOn', wanted, maxEvents: 1 },
		});
		expect(reported(outcome)).toEqual(['refreshed d1']);
		expect(remembered(outcome)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1!']);
	});
});
