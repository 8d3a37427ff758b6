import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { repeats } from '../../repeats';
import { courseType, shapePages } from './shapes';

/** Names that are likely to collide, plus arbitrary names. */
const fieldName = fc.oneof(
	fc.constantFrom('_id', 'id', 'ID', 'name', 'a', 'b', 'a_b', 'a b', 'a.b', '1', 'createdAt'),
	fc.constant('__proto__'),
	fc.string({ maxLength: 4, unit: 'grapheme' }),
);

const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.string({ maxLength: 5 }),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('value'), { maxLength: 3 }),
		tie('object'),
	),
	object: fc
		.array(fc.tuple(fieldName, tie('value')), { maxLength: 5 })
		.map((entries) => Object.fromEntries(entries)),
}));

const records = fc.array(json.object as fc.Arbitrary<IDataObject>, { maxLength: 8 });

const rowsOf = (...pages: IDataObject[][]) =>
	shapePages({ shape: 'row', escapeFormulas: false }, pages, courseType).records;

/** Returns a record's strings, numbers, and booleans, except those in lists. */
const scalarsIn = (value: unknown): unknown[] => {
	if (Array.isArray(value) || value === null) return [];
	return typeof value === 'object' ? Object.values(value).flatMap(scalarsIn) : [value];
};

const runs = { numRuns: repeats(40, 300) };

describe('rows of any records', () => {
	it('are flat, contain all the values in the records, and have the same columns in the same order', () => {
		const property = fc.property(records, (list) => {
			const rows = rowsOf(list);
			expect(rows).toHaveLength(list.length);
			expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBeLessThanOrEqual(1);
			for (const [at, record] of list.entries()) {
				const cells = Object.values(rows[at] ?? {});
				expect(cells.filter((cell) => typeof cell === 'object')).toEqual([]);
				const values = scalarsIn(record).map((value) => (Object.is(value, -0) ? 0 : value));
				expect(cells).toEqual(expect.arrayContaining(values));
			}
		});
		fc.assert(property, runs);
	});

	it('depend neither on page boundaries nor on the order of records', () => {
		const property = fc.property(records, fc.nat(8), fc.nat(8), (list, one, other) => {
			const [first, second] = [Math.min(one, other), Math.max(one, other)];
			const pages = [list.slice(0, first), list.slice(first, second), list.slice(second)];
			expect(JSON.stringify(rowsOf(...pages))).toBe(JSON.stringify(rowsOf(list)));
			const withIds = list.map((record, at) => ({ ...record, _id: at }));
			const reversed = rowsOf(...[...withIds].reverse().map((record) => [record]));
			expect(reversed.reverse()).toEqual(rowsOf(withIds));
		});
		fc.assert(property, runs);
	});
});
