import {
	Comparison,
	type Known,
	type TriggerEvent,
} from '../../../nodes/LearningPlatform/trigger/changes';

type Reading = [key: string, print: string];

const EVENTS: TriggerEvent[] = ['added', 'updated', 'removed'];

const compare = (known: Known, readings: Reading[], wanted = EVENTS) => {
	const comparison = new Comparison(known, new Set(wanted));
	for (const [key, print] of readings) comparison.add(key, print, { key, print });
	return comparison;
};

const told = (comparison: Comparison) => [
	...comparison.removed().map((key) => `removed ${key}`),
	...comparison
		.changes()
		.map(({ event, record }) => `${event} ${record.key as string}${record.print as string}`),
];

const known = new Map([
	['a', '1'],
	['b', '1'],
	['c', '1'],
]);

describe('a comparison', () => {
	it.each<[what: string, readings: string[], expected: string[]]>([
		['tells nothing of what is the same', ['a1', 'b1', 'c1'], []],
		['tells nothing of another order', ['c1', 'a1', 'b1'], []],
		['tells an addition', ['a1', 'b1', 'c1', 'd1'], ['added d1']],
		['tells an update', ['a1', 'b2', 'c1'], ['updated b2']],
		['tells a removal', ['a1', 'c1'], ['removed b']],
		['tells that all have gone', [], ['removed a', 'removed b', 'removed c']],
		[
			'tells removals, then updates, then additions, each in list order',
			['d1', 'c2', 'e1', 'b2'],
			['removed a', 'updated c2', 'updated b2', 'added d1', 'added e1'],
		],
		['tells nothing of a record that comes twice', ['a1', 'b1', 'a1', 'c1'], []],
		['tells an addition that comes twice once', ['d1', 'a1', 'b1', 'd1', 'c1'], ['added d1']],
		['tells an addition as it came last', ['a1', 'b1', 'c1', 'd1', 'd2'], ['added d2']],
		['tells an update as it came last', ['a1', 'b2', 'c1', 'b3'], ['updated b3']],
		['tells nothing of an update that was taken back', ['a1', 'b2', 'c1', 'b1'], []],
		[
			'keeps an addition at its first place',
			['d1', 'e1', 'd2', 'a1', 'b1', 'c1'],
			['added d2', 'added e1'],
		],
	])('%s', (_, readings, expected) => {
		const comparison = compare(
			known,
			readings.map((text) => [text[0] ?? '', text.slice(1)]),
		);
		expect(told(comparison)).toEqual(expected);
	});

	it.each<[TriggerEvent, string]>([
		['added', 'added d1'],
		['updated', 'updated c2'],
		['removed', 'removed a'],
	])('tells only %s when only that is wanted', (event, expected) => {
		const readings: Reading[] = [
			['b', '1'],
			['c', '2'],
			['d', '1'],
		];
		expect(told(compare(known, readings, [event]))).toEqual([expected]);
	});

	it('tells nothing when nothing is wanted, and still reads the list', () => {
		const comparison = compare(known, [['d', '1']], []);
		expect(told(comparison)).toEqual([]);
		expect([...comparison.list]).toEqual([['d', '1']]);
	});

	it.each<[string, Reading[], number]>([
		[
			'none when all came',
			[
				['c', '1'],
				['b', '2'],
				['a', '1'],
			],
			0,
		],
		[
			'none more for one that came twice',
			[
				['a', '1'],
				['a', '1'],
				['a', '2'],
			],
			2,
		],
		[
			'none fewer for one that is new',
			[
				['x', '1'],
				['y', '1'],
			],
			3,
		],
	])('counts the missing: %s', (_, readings, expected) => {
		expect(compare(known, readings).missing).toBe(expected);
	});

	it('keeps the list in its new order, each record as it came last', () => {
		const comparison = compare(known, [
			['c', '1'],
			['a', '1'],
			['d', '1'],
			['c', '2'],
		]);
		expect([...comparison.list]).toEqual([
			['c', '2'],
			['a', '1'],
			['d', '1'],
		]);
	});

	it('takes time in proportion to the list', () => {
		const operations = (size: number) => {
			let count = 0;
			class CountingMap extends Map<string, string> {
				override get(key: string) {
					count += 1;
					return super.get(key);
				}
				override has(key: string) {
					count += 1;
					return super.has(key);
				}
			}
			const list = new CountingMap(Array.from({ length: size }, (_, index) => [`k${index}`, '1']));
			const readings = [...list.keys()].map((key): Reading => [key, '2']);
			told(compare(list, readings.reverse()));
			return count;
		};
		expect(operations(4_000)).toBe(4 * operations(1_000));
	});
});
