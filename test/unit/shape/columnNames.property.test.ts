import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { repeats } from '../../repeats';
import { courseType, shapePages } from './shapes';

/** Path steps that are likely to collide, plus arbitrary steps. */
const step = fc.oneof(
	fc.constantFrom('a', 'b', 'a_b', 'a-b', 'a b', 'a.b', 'A', '_a', 'a_', ''),
	fc.constantFrom('1', 'é', 'e', 'ß', 'ss'),
	fc.constantFrom('_id', 'id', 'ID', 'courseId', 'COURSEID', 'createdAt', 'CreatedAt'),
	fc.constantFrom('courseCreatedAt', 'triggerTime', 'courseTriggerTime', '名前', '部署', 'field'),
	fc.constant('x'.repeat(70)),
	fc.string({ maxLength: 3, unit: fc.constantFrom('x', '_', '.', ' ', '0', 'ø', '日', '\u0000') }),
);

/** Paths that are not prefixes of one another. */
const paths = fc
	.uniqueArray(fc.array(step, { minLength: 1, maxLength: 3 }), {
		maxLength: 8,
		selector: (path) => JSON.stringify(path),
	})
	.map((all) =>
		all.filter((path) => !all.some((other) => other !== path && isBeginning(path, other))),
	);

function isBeginning(path: string[], other: string[]): boolean {
	return path.length <= other.length && path.every((part, at) => part === other[at]);
}

/** Returns whether the path is unambiguous when it is typed with dots between its steps. */
const isTypeable = (path: string[]) =>
	path.every((part) => part !== '' && !part.includes('.') && part.trim() === part);

const isKey = ([first = '', ...others]: string[]) =>
	others.length === 0 && first.toLowerCase() === 'courseid';

type Nested = Map<string, Nested | string>;

function recordOf(all: string[][]): IDataObject {
	const root: Nested = new Map();
	for (const path of all) {
		let inner = root;
		for (const part of path.slice(0, -1)) {
			const next = (inner.get(part) as Nested | undefined) ?? new Map<string, string>();
			inner.set(part, next);
			inner = next;
		}
		inner.set(path.at(-1) ?? '', valueOf(path));
	}
	const plain = (map: Nested): IDataObject =>
		Object.fromEntries(
			[...map].map(([key, value]) => [key, typeof value === 'string' ? value : plain(value)]),
		);
	return plain(root);
}

const valueOf = (path: string[]) =>
	`the value of ${JSON.stringify(path).replaceAll('\\u0000', '0')}`;

// The ID field is a separate field, so none of the tested fields becomes the key.
const recordType = { ...courseType, identity: ['key'] };

/** Returns the row for a record with these paths. */
function rowOf(all: string[][], fields: string[] = []): IDataObject {
	const record = { key: 'k', ...recordOf(all) };
	const choice = { shape: 'row' as const, fields, escapeFormulas: false };
	return shapePages(choice, [[record]], recordType).records[0] ?? {};
}

const runs = { numRuns: repeats(40, 300) };

describe('with any fields', () => {
	it("a column's name is valid, unique ignoring case, and independent of the other columns", () => {
		const property = fc.property(paths, (all) => {
			const row = rowOf(all);
			const names = Object.keys(row);
			expect(names).toHaveLength(all.length + 1);
			expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
			for (const name of names) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_]{0,62}$/);
			for (const path of all) {
				const alone = Object.entries(rowOf([path])).find(([, value]) => value === valueOf(path));
				expect(alone).toBeDefined();
				expect(row[alone?.[0] ?? '']).toBe(valueOf(path));
			}
		});
		fc.assert(property, runs);
	});

	it('Output Fields finds values by column name and by path', () => {
		const property = fc.property(paths, (all) => {
			const row = rowOf(all);
			expect(rowOf(all, Object.keys(row))).toEqual(row);
			for (const [name, value] of Object.entries(row)) {
				expect(rowOf(all, [name])).toEqual({ courseId: 'k', [name]: value });
			}
			for (const path of all.filter((one) => isTypeable(one) && !isKey(one))) {
				expect(Object.values(rowOf([path], [path.join('.')]))).toContain(valueOf(path));
			}
		});
		fc.assert(property, runs);
	});
});
