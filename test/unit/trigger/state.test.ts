import type { RecordId } from '../../../nodes/LearningPlatform/values/identity';
import { NOTHING, type TriggerEvent } from '../../../nodes/LearningPlatform/trigger/changes';
import {
	idOfKey,
	keyOf,
	readState,
	type State,
	writeState,
} from '../../../nodes/LearningPlatform/trigger/state';

const scope = 'scope-of-16-char';

const eventsOf = (text: string) => new Set(text.split(', ') as TriggerEvent[]);

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** @param missing how many of the records, from the end, are missing */
const stateOf = (count: number, events: string, missing = 0): State => {
	const entries = Array.from({ length: count }, (_, at) => {
		const key = keyOf(String(at).padStart(24, '0'), eventsOf(events));
		const hash = events.includes('updated') ? `hash-${at % 10}` : '';
		return [key, { hash, isMissing: at >= count - missing }] as const;
	});
	return { idFields: ['_id'], remembered: { ...NOTHING, records: new Map(entries) } };
};

/** The state after its way through n8n's database. */
const restored = (state: State, events: string) =>
	readState(throughJson(writeState(state, scope)), { scope, triggerOn: eventsOf(events) });

const keysOf = (state: State | undefined) => [...(state?.remembered.records.keys() ?? [])];

describe.each([
	['added', 10],
	['added, updated', 16],
	['removed', 17],
	['removed, updated, added', 23],
])('the state for %s', (events, bytes) => {
	it.each([
		[0, 0],
		[1, 0],
		[3, 0],
		[3, 1],
		[3, 3],
	])(
		'is the same after a way through JSON, with its %d records in order, %d of them missing',
		(count, missing) => {
			const state = stateOf(count, events, missing);
			expect(restored(state, events)).toEqual(state);
			expect(keysOf(restored(state, events))).toEqual(keysOf(state));
		},
	);

	it(`takes ${bytes} bytes a record, for 20,000 records`, () => {
		const stored = JSON.stringify(writeState(stateOf(20_000, events), scope));
		expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(20_000 * bytes + 100);
	});
});

it.each<[what: string, id: RecordId, key: string]>([
	['of 24 hexadecimal digits takes 16 characters', '5e12fab5bd57766047000000', 'XhL6tb1XdmBHAAAA'],
	['of capital digits stays text', '5E12FAB5', "'NUUxMkZBQjU"],
	['that is text', 'C-1', "'Qy0x"],
	['with all that JSON escapes', 'ä"\\\n,;#', "'w6QiXAosOyM"],
	['that is empty', '', "'"],
	['of digits', '7', "'Nw"],
	['that is a number', 7, '#7'],
	['that is a fraction below zero', -1.5e-9, '#-1.5e-9'],
])('an ID %s is remembered as what it is', (_, id, key) => {
	expect(keyOf(id, eventsOf('removed'))).toBe(key);
	expect(idOfKey(key)).toBe(id);
});

it('IDs of all kinds are kept apart in one text', () => {
	const ids = [
		'7',
		7,
		'5e12fab5bd57766047000000',
		"it's, or",
		'',
		"''",
		1.5,
		'#7',
		'XhL6tb1XdmBHAAAA',
	];
	const removed = eventsOf('removed');
	const entries = ids.map((id) => [keyOf(id, removed), { hash: '', isMissing: false }] as const);
	const state = { remembered: { ...NOTHING, records: new Map(entries) } };
	expect(keysOf(restored(state, 'removed')).map(idOfKey)).toEqual(ids);
});

it('milestones are remembered in 10 bytes each', () => {
	const state = stateOf(1, 'added');
	const remembered = { ...state.remembered, milestones: new Set(['milestone', 'another-1']) };
	expect(writeState({ ...state, remembered }, scope).milestones).toHaveLength(19);
	expect(restored({ ...state, remembered }, 'added')?.remembered).toEqual(remembered);
});

it.each<[what: string, stored: unknown]>([
	['nothing', undefined],
	['null', null],
	['a text', 'state'],
	['what is of another scope', throughJson(writeState(stateOf(3, 'added'), 'another'))],
])('%s is no state', (_, stored) => {
	expect(readState(stored, { scope, triggerOn: eventsOf('added') })).toBeUndefined();
});
