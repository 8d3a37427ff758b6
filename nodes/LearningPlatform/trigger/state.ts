import { shortHash } from '../values/hash';
import type { Identity } from '../values/identity';
import type { Remembered, TriggerEvent } from './changes';

/** The memory of a trigger between two polls. */
export interface State {
	/** Identifies all that makes two polls comparable. */
	watchKey: string;
	/** `undefined` until the first record. */
	idFields?: Identity | undefined;
	/** The fields of `idFields` with numbers. */
	numberFields?: readonly string[] | undefined;
	remembered: Remembered;
	/** The columns of the whole list, for rows without Output Fields. */
	columns?: string[][] | undefined;
	/** The date up to which all changes were read, in s since the epoch. */
	latest?: number | undefined;
	/** When the whole list was last read, ISO 8601. */
	wholeAt?: string | undefined;
	/** When the poll began, in ms since the epoch; increases with every poll, whatever the clock says. */
	polledAt: number;
}

/** Characters of the hash of an ID, and of a content. */
export const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

/** An ID of 12 bytes, as many databases make them: 16 characters instead of 24. */
const HEX_ID = /^[0-9a-f]{24}$/;

/** Returns the key of a record, without a comma: its ID for the event Removed, which reports it, otherwise a hash. */
export function keyOf(id: string, triggerOn: ReadonlySet<TriggerEvent>): string {
	if (!triggerOn.has('removed')) return shortHash(id, KEY_LENGTH);
	if (HEX_ID.test(id)) return Buffer.from(id, 'hex').toString('base64url');
	return /^\d+$/.test(id) ? `#${id}` : `'${Buffer.from(id).toString('base64url')}`;
}

/** Reverses `keyOf` for the event Removed. */
export function idOfKey(key: string): string {
	if (key.startsWith('#')) return key.slice(1);
	if (key.startsWith("'")) return Buffer.from(key.slice(1), 'base64url').toString();
	return Buffer.from(key, 'base64url').toString('hex');
}

export type StoredState = ReturnType<typeof writeState>;

/** Returns the state as JSON, with one text for all records. */
export function writeState({ remembered, ...others }: State) {
	const texts = { records: [] as string[], missing: [] as string[] };
	for (const [key, { hash, isMissing }] of remembered.records) {
		texts[isMissing ? 'missing' : 'records'].push(key + hash);
	}
	return {
		// n8n stores JSON, which omits undefined values.
		...others,
		records: texts.records.join(),
		missing: texts.missing.join(),
		sizeBefore: remembered.sizeBefore,
		milestones: [...remembered.milestones].join(),
	};
}

/** Returns whether static data, which anybody can write, is a state. */
export function isStoredState(stored: unknown): stored is StoredState {
	const state = Object(stored) as StoredState;
	const { idFields = [], numberFields = [], columns = [], latest = 0, ...others } = state;
	const { watchKey, records, missing, milestones, polledAt, sizeBefore } = others;
	return (
		[watchKey, records, missing, milestones].every((text) => typeof text === 'string') &&
		[latest, polledAt, sizeBefore].every(Number.isFinite) &&
		[idFields, numberFields, columns].every(Array.isArray)
	);
}

/**
 * Reverses `writeState`.
 *
 * @param isLast whether it is the state of the last poll. In an older state, missing records are treated as present, so
 * two more readings must confirm that they are gone.
 */
export function readState(
	{ records, missing, sizeBefore, milestones, ...others }: StoredState,
	triggerOn: ReadonlySet<TriggerEvent>,
	isLast: boolean,
): State {
	const hashLength = triggerOn.has('updated') ? CONTENT_HASH_LENGTH : 0;
	const entriesIn = (text: string, isMissing: boolean) =>
		text
			.split(',')
			.filter(Boolean)
			.map((entry) => {
				const end = entry.length - hashLength;
				return [entry.slice(0, end), { hash: entry.slice(end), isMissing }] as const;
			});
	return {
		...others,
		// Has the next poll read the whole list.
		...(!isLast && missing !== '' && { wholeAt: undefined }),
		remembered: {
			records: new Map([...entriesIn(records, false), ...entriesIn(missing, isLast)]),
			sizeBefore,
			milestones: new Set(milestones.split(',').filter(Boolean)),
		},
	};
}
