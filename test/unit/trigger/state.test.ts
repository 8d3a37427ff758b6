import type { RecordId } from '../../../nodes/LearningPlatform/catalog/identity';
import { NOTHING } from '../../../nodes/LearningPlatform/trigger/changes';
import { idOfKey, keyOf, type StateFormat } from '../../../nodes/LearningPlatform/trigger/keys';
import { readState, type State, writeState } from '../../../nodes/LearningPlatform/trigger/state';

const SCOPE = 'scope-of-16-char';

const formats: [string, StateFormat][] = [
	['additions', { keepsIds: false, keepsContent: false }],
	['additions and updates', { keepsIds: false, keepsContent: true }],
	['removals', { keepsIds: true, keepsContent: false }],
	['all events', { keepsIds: true, keepsContent: true }],
];

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** @param missing how many of the records, from the end, are missing */
const stateOf = (count: number, format: StateFormat, missing = 0): State => {
	const entries = Array.from({ length: count }, (_, at) => {
		const key = keyOf(String(at).padStart(24, '0'), format);
		const hash = format.keepsContent ? `hash-${at % 10}` : '';
		return [key, { hash, isMissing: at >= count - missing }] as const;
	});
	return { idFields: ['_id'], remembered: { ...NOTHING, records: new Map(entries) } };
};

/** The state after its way through n8n's database. */
const restored = (state: State, format: StateFormat) =>
	readState(throughJson(writeState(state, SCOPE)), { scope: SCOPE, ...format });

const keysOf = (state: State | undefined) => [...(state?.remembered.records.keys() ?? [])];

describe.each(formats)('the state for %s', (_, format) => {
	it.each([
		[0, 0],
		[1, 0],
		[3, 0],
		[3, 1],
		[3, 3],
	])(
		'is the same after a way through JSON, with its %d records in order, %d of them missing',
		(count, missing) => {
			const state = stateOf(count, format, missing);
			expect(restored(state, format)).toEqual(state);
			expect(keysOf(restored(state, format))).toEqual(keysOf(state));
		},
	);

	it('takes at most 15 bytes a record, or 22 where removals are reported, for 20,000 records', () => {
		const stored = JSON.stringify(writeState(stateOf(20_000, format), SCOPE));
		expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(
			20_000 * (format.keepsIds ? 22 : 15) + 100,
		);
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
	const entries = ids.map((id) => [keyOf(id, withIds), { hash: '', isMissing: false }] as const);
	const state = { remembered: { ...NOTHING, records: new Map(entries) } };
	expect(keysOf(restored(state, withIds)).map(idOfKey)).toEqual(ids);
});

it('milestones are remembered in 9 bytes each', () => {
	const format = { keepsIds: true, keepsContent: true };
	const state = stateOf(1, format);
	const remembered = { ...state.remembered, milestones: new Set(['milestone', 'another-1']) };
	expect(writeState({ ...state, remembered }, SCOPE).milestones).toHaveLength(18);
	expect(restored({ ...state, remembered }, format)?.remembered).toEqual(remembered);
});

it('an empty list has no ID field yet', () => {
	const stored = throughJson(writeState({ remembered: NOTHING }, SCOPE));
	expect(stored).toEqual({ version: 1, scope: SCOPE, records: '', missing: 0, milestones: '' });
	expect(readState(stored, { scope: SCOPE, ...withIds })).toEqual({ remembered: NOTHING });
});

describe('what is not a state is no state', () => {
	const keys = { keepsIds: false, keepsContent: true };
	const ids = { keepsIds: true, keepsContent: true };
	const head = { version: 1, scope: SCOPE };

	it.each<[what: string, stored: unknown, format: StateFormat]>([
		['nothing', undefined, keys],
		['null', null, keys],
		['text', 'state', keys],
		['another version', { ...head, version: 2, records: '' }, keys],
		['no records', head, keys],
		['records that are no text', { ...head, records: [] }, keys],
		['records cut off', { ...head, records: 'a'.repeat(14) }, keys],
		['keys that are no IDs', { ...head, records: '!23456789c23456' }, ids],
		['an ID that is not closed', { ...head, records: '(abc' }, ids],
		['more missing than there is', { ...head, records: '', missing: 1 }, keys],
		['fewer missing than none', { ...head, records: '', missing: -1 }, keys],
		['missing records that are no number', { ...head, records: '', missing: 'a' }, keys],
		['milestones cut off', { ...head, records: '', milestones: 'a'.repeat(10) }, keys],
		['milestones that are no text', { ...head, records: '', milestones: [] }, keys],
	])('%s', (_, stored, format) => {
		expect(readState(stored, { scope: SCOPE, ...format })).toBeUndefined();
	});
});
