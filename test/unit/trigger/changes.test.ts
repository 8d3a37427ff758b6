import {
	Comparison,
	type Known,
	type TriggerEvent,
} from '../../../nodes/LearningPlatform/trigger/changes';

type Reading = [key: string, contentHash: string];

const EVENTS: TriggerEvent[] = ['added', 'updated', 'removed'];

const compare = (known: Known, readings: Reading[], wanted = EVENTS) => {
	const comparison = new Comparison(known, new Set(wanted));
	for (const [key, hash] of readings) comparison.add(key, hash, { key, hash });
	return comparison;
};

const reported = (comparison: Comparison) => [
	...comparison.removed().map((key) => `removed ${key}`),
	...comparison
		.changes()
		.map(({ event, record }) => `${event} ${record.key as string}${record.hash as string}`),
];

const known = new Map([
	['a', '1'],
	['b', '1'],
	['c', '1'],
]);

describe('a comparison', () => {
	it.each<[what: string, readings: string[], expected: string[]]>([
		['reports nothing of what is the same', ['a1', 'b1', 'c1'], []],
		['reports nothing of another order', ['c1', 'a1', 'b1'], []],
		['reports an addition', ['a1', 'b1', 'c1', 'd1'], ['added d1']],
		['reports an update', ['a1', 'b2', 'c1'], ['updated b2']],
		['reports a removal', ['a1', 'c1'], ['removed b']],
		['reports that all were removed', [], ['removed a', 'removed b', 'removed c']],
		[
			'reports removals, then updates, then additions, each in list order',
			['d1', 'c2', 'e1', 'b2'],
			['removed a', 'updated c2', 'updated b2', 'added d1', 'added e1'],
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
		const comparison = compare(
			known,
			readings.map((text) => [text[0] ?? '', text.slice(1)]),
		);
		expect(reported(comparison)).toEqual(expected);
	});

	it.each<[TriggerEvent, string]>([
		['added', 'added d1'],
		['updated', 'updated c2'],
		['removed', 'removed a'],
	])('reports only %s when only that is wanted', (event, expected) => {
		const readings: Reading[] = [
			['b', '1'],
			['c', '2'],
			['d', '1'],
		];
		expect(reported(compare(known, readings, [event]))).toEqual([expected]);
	});

	it('reports nothing when nothing is wanted, and still reads the list', () => {
		const comparison = compare(known, [['d', '1']], []);
		expect(reported(comparison)).toEqual([]);
		expect([...comparison.list]).toEqual([['d', '1']]);
	});

	it('counts what each event is about, whether or not it is wanted', () => {
		const readings: Reading[] = [
			['b', '2'],
			['d', '1'],
			['b', '3'],
			['e', '1'],
		];
		const comparison = compare(known, readings, []);
		expect(comparison.counts()).toEqual({ added: 2, updated: 1, removed: 2 });
	});

	it('counts no update that was taken back', () => {
		const readings: Reading[] = [
			['a', '2'],
			['a', '1'],
		];
		expect(compare(known, readings).counts()).toEqual({ added: 0, updated: 0, removed: 2 });
	});

	it('takes a record for missing when no reading of the list has it', () => {
		const comparison = compare(known, []);
		const read = (...keys: string[]) => {
			for (const key of keys) comparison.add(key, '1', { key });
			return comparison.endReading();
		};
		expect(read('b', 'b', 'x')).toBe(2);
		expect(comparison.missing).toBe(2);
		expect(read('a')).toBe(2);
		expect(comparison.missing).toBe(1);
		expect(comparison.removed()).toEqual(['c']);
	});

	it('keeps the list in its new order, each record as it was last', () => {
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
			reported(compare(list, readings.reverse()));
			return count;
		};
		expect(operations(4_000)).toBe(4 * operations(1_000));
	});
});
