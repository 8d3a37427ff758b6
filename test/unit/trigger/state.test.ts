import {
	KEY_LENGTH,
	CONTENT_HASH_LENGTH,
	readState,
	type State,
	type StateFormat,
	writeState,
} from '../../../nodes/LearningPlatform/trigger/state';

const SCOPE = 'scope-of-16-char';

const formats: [string, StateFormat][] = [
	['additions', { keepsIds: false, keepsContent: false }],
	['additions and updates', { keepsIds: false, keepsContent: true }],
	['removals', { keepsIds: true, keepsContent: false }],
	['all events', { keepsIds: true, keepsContent: true }],
];

const stateOf = (count: number, { keepsIds, keepsContent }: StateFormat): State => ({
	idField: '_id',
	known: new Map(
		Array.from({ length: count }, (_, index) => {
			const digits = String(index);
			const key = keepsIds
				? JSON.stringify(digits.padStart(24, '0'))
				: digits.padStart(KEY_LENGTH, '0');
			return [
				key,
				keepsContent ? digits.padStart(CONTENT_HASH_LENGTH, '0').slice(-CONTENT_HASH_LENGTH) : '',
			];
		}),
	),
});

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(formats)('the state for %s', (_, format) => {
	it.each([0, 1, 3])(
		'is the same after a way through JSON, with its %d records in order',
		(count) => {
			const state = stateOf(count, format);
			const restored = readState(throughJson(writeState(state, SCOPE, format)), SCOPE, format);
			expect(restored).toEqual(state);
			expect([...(restored?.known.keys() ?? [])]).toEqual([...state.known.keys()]);
		},
	);

	it('takes at most 16 bytes a record, or 12 beside the ID, for 100,000 records', () => {
		const stored = JSON.stringify(writeState(stateOf(100_000, format), SCOPE, format));
		expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(
			100_000 * (format.keepsIds ? 24 + 12 : 16),
		);
	});

	it('is not read for another scope', () => {
		const stored = throughJson(writeState(stateOf(3, format), SCOPE, format));
		expect(readState(stored, 'another', format)).toBeUndefined();
	});
});

it('IDs are restored as what they were, text or number, whatever is in them', () => {
	const format = { keepsIds: true, keepsContent: false };
	const ids = ['7', 7, 'ä"\\\n,', '', 1.5];
	const known = new Map(ids.map((id) => [JSON.stringify(id), '']));
	const stored = writeState({ idField: 'id', known }, SCOPE, format);
	expect(stored).toMatchObject({ ids });
	expect(readState(throughJson(stored), SCOPE, format)?.known).toEqual(known);
});

it('what was reported again, and what was asked for, are remembered', () => {
	const format = { keepsIds: false, keepsContent: false };
	const state: State = {
		...stateOf(1, format),
		syncRun: '2026-01-31T00:00:00.000Z',
		request: 'hash',
	};
	expect(readState(throughJson(writeState(state, SCOPE, format)), SCOPE, format)).toEqual(state);
});

it('an empty list has no ID field yet', () => {
	const format = { keepsIds: false, keepsContent: false };
	const state: State = { idField: undefined, known: new Map() };
	const stored = throughJson(writeState(state, SCOPE, format));
	expect(stored).toEqual({ version: 1, scope: SCOPE, records: '' });
	expect(readState(stored, SCOPE, format)).toEqual(state);
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
		['the other format, with IDs', { ...head, records: '' }, ids],
	])('%s', (_, stored, format) => {
		expect(readState(stored, SCOPE, format)).toBeUndefined();
	});
});
