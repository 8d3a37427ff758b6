import type { Remembered, TriggerEvent } from './changes';
import { CONTENT_HASH_LENGTH } from './observation';
import type { Poll } from './settings';

/** A trigger's state between polls. */
export interface State {
	/** Identifies the list and the settings: a state with a different key is discarded. */
	watchKey: string;
	/** Identifies the API credentials. */
	clientKey?: string | undefined;
	/** `undefined` until a record has been read. */
	idFields?: readonly string[] | undefined;
	/** The fields of `idFields` that contain numbers. */
	numberFields?: readonly string[] | undefined;
	remembered: Remembered;
	/** The columns of the whole list, used for rows without Output Fields. */
	columns?: string[][] | undefined;
	/** All changes up to this time, in seconds since the epoch, have been read. */
	latest?: number | undefined;
	/** The latest change that the last poll read, in seconds since the epoch. */
	seen?: number | undefined;
	/** The time of the last read of the whole list, in ISO 8601 format. */
	wholeAt?: string | undefined;
	/** When the poll began, in ms since the epoch. Increases with every poll, even if the clock was set back. */
	polledAt: number;
}

type StoredState = ReturnType<typeof writeState>;

/** Marks a missing record in the stored text. */
const MISSING = '!';

/** Returns the state in the form that n8n stores: JSON, with all records in one string. */
export function writeState({ remembered, ...others }: State) {
	const { records, milestones, sizeBefore } = remembered;
	const texts = Array.from(records, ([key, { hash, isMissing }]) => {
		return `${isMissing ? MISSING : ''}${key}${hash}`;
	});
	return { ...others, sizeBefore, records: texts.join(), milestones: [...milestones].join() };
}

/** Checks static data, which anyone can edit. */
function isStoredState(stored: unknown): stored is StoredState {
	const state = Object(stored) as StoredState;
	const { idFields = [], numberFields = [], columns = [], latest = 0, seen = 0, ...others } = state;
	const { watchKey, records, milestones, polledAt, sizeBefore } = others;
	return (
		[watchKey, records, milestones].every((text) => typeof text === 'string') &&
		[latest, seen, polledAt, sizeBefore].every(Number.isFinite) &&
		[idFields, numberFields, columns].every(Array.isArray)
	);
}

/** Reverses `writeState`. Without `keepsMissing`, missing records count as present until two more looks do not find them. */
function readState(
	{ records, sizeBefore, milestones, ...others }: StoredState,
	triggerOn: ReadonlySet<TriggerEvent>,
	keepsMissing: boolean,
): State {
	const wordsOf = (text: string) => text.split(',').filter(Boolean);
	const hashLength = triggerOn.has('updated') ? CONTENT_HASH_LENGTH : 0;
	const entries = wordsOf(records).map((word) => {
		const isMissing = word.startsWith(MISSING);
		const end = word.length - hashLength;
		const key = word.slice(isMissing ? 1 : 0, end);
		return [key, { hash: word.slice(end), isMissing: isMissing && keepsMissing }] as const;
	});
	return {
		...others,
		// Makes the next poll read the whole list.
		...(!keepsMissing && records.includes(MISSING) && { wholeAt: undefined }),
		remembered: { records: new Map(entries), sizeBefore, milestones: new Set(wordsOf(milestones)) },
	};
}

/** Keyed by `triggerKey`. Never pruned: there is only one entry per trigger. */
const memories = new Map<
	string,
	{
		/** The state after the last poll that returned no items: n8n stores the state only when a poll returns items. */
		quiet?: StoredState;
		polledAt?: number;
		/** The last poll that looked for missing records. `at` is from `performance.now()`. */
		look?: { at: number; isScheduled: boolean };
		/** True if the last poll could not read the whole list. */
		hasFailed: boolean;
	}
>();

/** Returns this process's in-memory state for a trigger; the caller may update it. */
export function pollMemoryOf(key: string) {
	const memory = memories.get(key) ?? { hasFailed: false };
	memories.set(key, memory);
	return memory;
}

/**
 * Decides whether a poll looks for missing records. A record is removed if two looks do not find it: two scheduled polls,
 * or polls that are half an interval apart. Publishing runs a poll at any moment, even seconds after another one.
 */
export function lookOf({ intervalMs, isScheduled, key }: Poll) {
	const { look } = pollMemoryOf(key);
	const at = performance.now();
	const isApart = look === undefined || at - look.at >= intervalMs / 2;
	const isSecond = isApart || (look.isScheduled && isScheduled);
	// Otherwise, a scheduled poll is a first look, and any other poll leaves the missing records to the next one.
	const [isLook, keepsMissing] = [isScheduled || isSecond, isSecond || !isScheduled];
	return { at, isScheduled, isLook, keepsMissing };
}

/**
 * Returns the state after the last poll, even if n8n passes in an older one, or `undefined` for the first poll.
 *
 * @param keepsMissing false if the missing records of the last poll count as present
 */
export function newestState(poll: Poll, stored: unknown, keepsMissing: boolean): State | undefined {
	const { client, clientKey, compared, key, watchKey } = poll;
	// The user cleared the state to start over.
	if (stored === undefined || stored === null) return undefined;
	if (!isStoredState(stored)) {
		client.log.write('stateUnreadable');
		return undefined;
	}
	const { quiet, polledAt } = pollMemoryOf(key);
	const isNewer = quiet?.watchKey === watchKey && quiet.polledAt > stored.polledAt;
	const newest = isNewer ? quiet : stored;
	if (newest.watchKey !== watchKey) {
		client.log.write('stateOfOthers');
		return undefined;
	}
	// Only the whole list shows whether new API credentials belong to the same company.
	const latest = newest.clientKey === clientKey ? newest.latest : undefined;
	const isLast = newest.polledAt === polledAt;
	return readState({ ...newest, latest }, compared.triggerOn, keepsMissing && isLast);
}
