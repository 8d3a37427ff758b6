import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { campaign } from '../../campaign';
import { courseKind, shapePages } from './shapes';

/** Names that collide easily, beside any other. */
const fieldName = fc.oneof(
	fc.constantFrom(
		'_id',
		'id',
		'ID',
		'name',
		'a',
		'b',
		'a_b',
		'a b',
		'a.b',
		'1',
		'__proto__',
		'createdAt',
	),
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
	shapePages({ kind: 'row', escapeFormulas: false }, pages, courseKind).records;

/** Every text, number and boolean that is somewhere in a record, outside of lists. */
const scalarsIn = (value: unknown): unknown[] => {
	if (Array.isArray(value) || value === null) return [];
	return typeof value === 'object' ? Object.values(value).flatMap(scalarsIn) : [value];
};

const holds = (property: (list: IDataObject[], rows: IDataObject[]) => void) => {
	fc.assert(
		fc.property(records, (list) => {
			property(list, rowsOf(list));
		}),
		{ numRuns: campaign(100, 500) },
	);
};

describe('rows of any records', () => {
	it('are one for each record, and flat', () => {
		holds((list, rows) => {
			expect(rows).toHaveLength(list.length);
			for (const cell of rows.flatMap((row) => Object.values(row))) {
				expect(['string', 'number', 'boolean']).toContain(typeof cell);
			}
		});
	});

	it('have the same columns in the same order', () => {
		holds((_list, rows) => {
			expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBeLessThanOrEqual(1);
		});
	});

	it('lose no value', () => {
		holds((list, rows) => {
			for (const [at, record] of list.entries()) {
				const cells = Object.values(rows[at] ?? {});
				for (const value of scalarsIn(record)) {
					expect(cells).toContain(Object.is(value, -0) ? 0 : value);
				}
			}
		});
	});

	it('have names that Data Table takes, none of them twice or reserved', () => {
		holds((_list, [row = {}]) => {
			const names = Object.keys(row);
			for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]{0,62}$/);
			const lower = names.map((name) => name.toLowerCase());
			expect(new Set(lower).size).toBe(names.length);
			expect(lower).not.toEqual(expect.arrayContaining(['id']));
			expect(lower).not.toEqual(expect.arrayContaining(['createdat']));
		});
	});

	it('do not depend on where pages end', () => {
		fc.assert(
			fc.property(records, fc.nat(8), fc.nat(8), (list, one, other) => {
				const [first, second] = [Math.min(one, other), Math.max(one, other)];
				const pages = [list.slice(0, first), list.slice(first, second), list.slice(second)];
				expect(JSON.stringify(rowsOf(...pages))).toBe(JSON.stringify(rowsOf(list)));
			}),
			{ numRuns: campaign(100, 500) },
		);
	});

	it('have the same values under the same names in whatever order they come', () => {
		holds((list) => {
			const withIds = list.map((record, at) => ({ ...record, _id: at }));
			expect(rowsOf(...[...withIds].reverse().map((record) => [record])).reverse()).toEqual(
				rowsOf(withIds),
			);
		});
	});
});
