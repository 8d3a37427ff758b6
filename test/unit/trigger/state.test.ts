import type { RecordId } from '../../../nodes/LearningPlatform/catalog/identity';
import { NOTHING_KNOWN } from '../../../nodes/LearningPlatform/trigger/changes';
import {
	completionKeyOf,
	contentHashOf,
	idOfKey,
	keyOf,
	type StateFormat,
} from '../../../nodes/LearningPlatform/trigger/keys';
import { readState, type State, writeState } from '../../../nodes/LearningPlatform/trigger/state';

const SCOPE = 'scope-of-16-char';

const formats: [string, StateFormat][] = [
	['additions', { keepsIds: false, keepsContent: false }],
	['additions and updates', { keepsIds: false, keepsContent: true }],
	['removals', { keepsIds: true, keepsContent: false }],
	['all events', { keepsIds: true, keepsContent: true }],
];

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const stateOf = (count: number, format: StateFormat): State => {
	const hashes = new Map(
		Array.from({ length: count }, (_, index) => {
			const id = String(index).padStart(24, '0');
			return [keyOf(id, format), format.keepsContent ? contentHashOf(id) : ''];
		}),
	);
	return { idFields: ['_id'], known: { ...NOTHING_KNOWN, hashes } };
};

/** The state after its way through n8n's database. */
const restored = (state: State, format: StateFormat) =>
	readState(throughJson(writeState(state, SCOPE)), { scope: SCOPE, ...format });

describe.each(formats)('the state for %s', (_, format) => {
	it('knows what is gone', () => {
		const state = stateOf(3, format);
		const [gone, other] = ['f'.repeat(24), 'x)'].map((id) => keyOf(id, format));
		state.known = { ...state.known, gone: new Set([gone ?? '', other ?? '']) };
		expect(restored(state, format)).toEqual(state);
	});

	it.each([0, 1, 3])(
		'is the same after a way through JSON, with its %d records in order',
		(count) => {
			const state = stateOf(count, format);
			expect(restored(state, format)).toEqual(state);
			expect([...(restored(state, format)?.known.hashes.keys() ?? [])]).toEqual([
				...state.known.hashes.keys(),
			]);
		},
	);

	it('takes at most 15 bytes a record, or 22 where removals are reported, for 20,000 records', () => {
		const stored = JSON.stringify(writeState(stateOf(20_000, format), SCOPE));
		expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(
			20_000 * (format.keepsIds ? 22 : 15) + 100,
		);
	});

	it('keeps apart what is due, what is missing, and what is both', () => {
		const state = stateOf(6, format);
		const keys = [...state.known.hashes.keys()] as [string, string, string, string];
		const due = new Set([keys[1], keys[3]]);
		const missing = new Set([keys[0], keys[3]]);
		const known = { ...state.known, due, missing };
		expect(restored({ ...state, known }, format)).toEqual({ ...state, known });
	});

	it('is not read for another scope', () => {
		const stored = throughJson(writeState(stateOf(3, format), SCOPE));
		expect(readState(stored, { scope: 'another', ...format })).toBeUndefined();
	});
});

const withIds = { keepsIds: true, keepsContent: false };

it.each<[what: string, id: RecordId, key: string]>([
	['of 24 hexadecimal digits takes 16 characters', '5e12fab5bd57766047000000', 'XhL6tb1XdmBHAAAA'],
	['of capital digits stays text', '5E12FAB5BD57766047000000', '(5E12FAB5BD57766047000000)'],
	['that is text', 'C-1', '(C-1)'],
	['with parentheses', ')a(b))', '())a(b)))))'],
	['with all that JSON escapes', 'ä"\\\n,;#', '(ä"\\\n,;#)'],
	['that is empty', '', '()'],
	['of digits', '7', '(7)'],
	['that is a number', 7, '#7;'],
	['that is a fraction below zero', -1.5e-9, '#-1.5e-9;'],
])('an ID %s is remembered as what it is', (_, id, key) => {
	expect(keyOf(id, withIds)).toBe(key);
	expect(idOfKey(key)).toBe(id);
});

it('IDs of all kinds are kept apart in one text', () => {
	const ids = [
		'7',
		7,
		'5e12fab5bd57766047000000',
		"it's",
		'',
		"''",
		1.5,
		'#7;',
		'XhL6tb1XdmBHAAAA',
	];
	const hashes = new Map(ids.map((id) => [keyOf(id, withIds), '']));
	const read = restored({ known: { ...NOTHING_KNOWN, hashes } }, withIds);
	expect([...(read?.known.hashes.keys() ?? [])].map(idOfKey)).toEqual(ids);
});

describe('a state of version 0.1.0', () => {
	const all = { keepsIds: true, keepsContent: true };

	it('with IDs is read', () => {
		const ids = ['5e12fab5bd57766047000000', 7, 'x'];
		const stored = { version: 1, scope: SCOPE, idField: '_id', ids, prints: 'aaaaaabbbbbbcccccc' };
		const known = readState(stored, { scope: SCOPE, ...all })?.known;
		expect([...(known?.hashes ?? [])].map(([key, hash]) => [idOfKey(key), hash])).toEqual([
			['5e12fab5bd57766047000000', 'aaaaaa'],
			[7, 'bbbbbb'],
			['x', 'cccccc'],
		]);
		expect(known?.missing.size).toBe(0);
	});

	it('without IDs is read', () => {
		const stored = { version: 1, scope: SCOPE, idField: '_id', records: 'k23456789c23456' };
		const format = { keepsIds: false, keepsContent: true };
		expect([...(readState(stored, { scope: SCOPE, ...format })?.known.hashes ?? [])]).toEqual([
			['k23456789', 'c23456'],
		]);
	});
});

it('what identifies a record is a text, as all versions read it', () => {
	const idFields = ['userId', 'role'];
	const stored = writeState({ idFields, known: NOTHING_KNOWN }, SCOPE);
	expect(stored.idField).toBe('userId, role');
	expect(readState(stored, { scope: SCOPE, ...withIds })?.idFields).toEqual(idFields);
});

it('what was completed is remembered in 9 bytes each', () => {
	const format = { keepsIds: true, keepsContent: true };
	const completed = new Set([['a', 'b'], ['ab'], [7]].map(completionKeyOf));
	const state = stateOf(1, format);
	const known = { ...state.known, completed };
	expect(writeState({ ...state, known }, SCOPE).completed).toHaveLength(27);
	expect(restored({ ...state, known }, format)?.known).toEqual(known);
});

it.each([
	['is read where they are known by _id', ['_id'], true],
	['is not read where they are known by another field', ['id'], false],
])('a state from before ID Field was set to _id %s', (_, idFields, isRead) => {
	const stored = writeState({ idFields, known: NOTHING_KNOWN }, 'twin');
	const state = readState(stored, { scope: SCOPE, twinScope: 'twin', ...withIds });
	expect(state !== undefined).toBe(isRead);
});

it('an empty list has no ID field yet', () => {
	const format = { keepsIds: false, keepsContent: false };
	const stored = throughJson(writeState({ known: NOTHING_KNOWN }, SCOPE));
	expect(stored).toEqual({ version: 1, scope: SCOPE, records: '' });
	expect(readState(stored, { scope: SCOPE, ...format })).toMatchObject({ known: NOTHING_KNOWN });
});

describe('what is not a state is no state', () => {
	const keys = { keepsIds: false, keepsContent: true };
	const ids = { keepsIds: true, keepsContent: true };
	const head = { version: 1, scope: SCOPE, idField: '_id' };

	it.each<[what: string, stored: unknown, format: StateFormat]>([
		['nothing', undefined, keys],
		['null', null, keys],
		['text', 'state', keys],
		['another version', { ...head, version: 2, records: '' }, keys],
		['no records', head, keys],
		['records cut off', { ...head, records: 'a'.repeat(14) }, keys],
		['the other format', { ...head, ids: [], prints: '' }, keys],
		['no IDs', { ...head, prints: '' }, ids],
		['no content hashes', { ...head, ids: [] }, ids],
		['more IDs than content hashes', { ...head, ids: ['a', 'b'], prints: 'a'.repeat(6) }, ids],
		['keys that are no IDs', { ...head, records: '!23456789c23456' }, ids],
		['an ID that is not closed', { ...head, records: '(abc' }, ids],
		['more marked than there is', { ...head, records: '', marked: [0, 1, 0] }, keys],
		['marks that are no numbers', { ...head, records: '', marked: ['1', 0, 0] }, keys],
		['completions cut off', { ...head, records: '', completed: 'a'.repeat(10) }, keys],
		['completions that are no text', { ...head, records: '', completed: [] }, keys],
		['too few marks', { ...head, records: '', marked: [0] }, keys],
	])('%s', (_, stored, format) => {
		expect(readState(stored, { scope: SCOPE, ...format })).toBeUndefined();
	});
});
