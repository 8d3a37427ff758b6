import type { IDataObject } from 'n8n-workflow';

import { NOTHING } from '../../../nodes/LearningPlatform/trigger/changes';
import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/events';
import { idOfKey, keyOf } from '../../../nodes/LearningPlatform/trigger/observation';
import type { Poll } from '../../../nodes/LearningPlatform/trigger/settings';
import { openState, type State } from '../../../nodes/LearningPlatform/trigger/state';

const eventsOf = (text: string) => new Set(text.split(', ') as TriggerEvent[]);

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Returns a state with this many records, of which the last `missing` records are missing. */
const stateOf = (count: number, events: string, missing = 0): State => {
	const entries = Array.from({ length: count }, (_, at) => {
		const key = keyOf(String(at).padStart(24, '0'), eventsOf(events));
		const hash = events.includes('updated') ? `hash-${at % 10}` : '';
		return [key, { hash, isMissing: at >= count - missing }] as const;
	});
	const remembered = { ...NOTHING, records: new Map(entries), sizeBefore: count };
	return { idFields: ['_id'], remembered, polledAt: 1 };
};

/** Opens the state for a poll that n8n runs when it publishes the workflow. */
const open = (stored: unknown, events: string) => {
	const client = { log: { write: () => undefined }, fields: { clientId: 'a' } };
	const compared = { triggerOn: eventsOf(events) };
	const poll = { compared, key: 'trigger', client, watched: {} } as unknown as Poll;
	return openState(poll, stored);
};

/** Returns a state in the form that n8n stores. */
const written = (state: State, events = 'added') =>
	throughJson(open(undefined, events).succeed(state, false, true)) as IDataObject;

/** Returns the state after a round trip through n8n's database. */
const restored = (state: State, events: string) => open(written(state, events), events).before;

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
	])('survives JSON with its %d records in order, %d of them missing', (count, missing) => {
		const state = stateOf(count, events, missing);
		expect(restored(state, events)).toMatchObject(state);
		expect(keysOf(restored(state, events))).toEqual(keysOf(state));
	});

	it(`takes ${bytes} bytes per record for 20,000 records`, () => {
		const stored = JSON.stringify(written(stateOf(20_000, events), events));
		expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(20_000 * bytes + 150);
	});
});

it('missing records in an older state are treated as present, and the next poll reads the whole list', () => {
	const state = { ...stateOf(3, 'updated', 2), wholeAt: '2026-01-31T09:00:00.000Z' };
	const stored = written(state, 'updated');
	written({ ...state, polledAt: 2 }, 'updated');
	const { remembered, wholeAt } = open(stored, 'updated').before ?? {};
	expect(remembered).toEqual(stateOf(3, 'updated').remembered);
	expect(wholeAt).toBeUndefined();
});

it.each<[what: string, id: string, key: string]>([
	['with 24 hexadecimal digits (16 characters)', '5e12fab5bd57766047000000', 'XhL6tb1XdmBHAAAA'],
	['with uppercase hexadecimal digits (as text)', '5E12FAB5', "'NUUxMkZBQjU"],
	['that is text', 'C-1', "'Qy0x"],
	['with characters that JSON escapes', 'ä"\\\n,;#', "'w6QiXAosOyM"],
	['with only digits', '007', '#007'],
	['that is a negative fraction', '-1.5e-9', "'LTEuNWUtOQ"],
])('an ID %s is restored from its key', (_, id, key) => {
	expect(keyOf(id, eventsOf('removed'))).toBe(key);
	expect(idOfKey(key)).toBe(id);
});

it('keys of every kind stay distinct in one string', () => {
	const ids = [
		'7',
		'07',
		'5e12fab5bd57766047000000',
		"it's, or",
		"''",
		'1.5',
		'#7',
		'XhL6tb1XdmBHAAAA',
	];
	const removed = eventsOf('removed');
	const entries = ids.map((id) => [keyOf(id, removed), { hash: '', isMissing: false }] as const);
	const state = { remembered: { ...NOTHING, records: new Map(entries) }, polledAt: 1 };
	expect(keysOf(restored(state, 'removed')).map(idOfKey)).toEqual(ids);
});

it('a milestone takes 10 bytes', () => {
	const state = stateOf(1, 'added');
	const remembered = { ...state.remembered, milestones: new Set(['milestone', 'another-1']) };
	expect(written({ ...state, remembered }).milestones).toHaveLength(19);
	expect(restored({ ...state, remembered }, 'added')?.remembered).toEqual(remembered);
});

it.each<[what: string, broken: unknown]>([
	['nothing', undefined],
	['a string', 'state'],
	['a list', []],
	['an object without records', { watchKey: 'a' }],
	['records that are not text', { records: 7 }],
	['milestones that are not text', { milestones: ['a'] }],
	['no poll time', { polledAt: undefined }],
	['ID fields that are not a list', { idFields: '_id' }],
	['columns that are not a list', { columns: {} }],
	['an invalid date', { latest: 'today' }],
])('static data is not a state: %s', (_, broken) => {
	const isPart =
		typeof broken === 'object' && !Array.isArray(broken) && !('watchKey' in (broken ?? {}));
	const state = written(stateOf(3, 'added'));
	expect(open(state, 'added').before).toBeDefined();
	expect(open(isPart ? { ...state, ...broken } : broken, 'added').before).toBeUndefined();
});
