import type { Remembered } from './changes';
import type { TriggerEvent } from './events';
import { contentOf, CONTENT_HASH_LENGTH, shortHash } from './observation';
import type { Poll } from './settings';

/** A trigger's state between polls. */
export interface State {
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

/** The state in the form that n8n stores: JSON, with all records in one string. */
type StoredState = ReturnType<typeof storedTexts> &
	Omit<State, 'remembered'> & {
		/** Identifies the list and the settings: a state with a different key is discarded. */
		watchKey: string;
		/** Identifies the API credentials: new ones may belong to another company. */
		clientKey?: string;
	};

/** 96 bits in base64, so a node's keys never collide. */
const WATCH_KEY_LENGTH = 16;

/** Marks a missing record in the stored text. */
const MISSING = '!';

function storedTexts({ records, milestones, sizeBefore }: Remembered) {
	const texts = Array.from(records, ([key, { hash, isMissing }]) => {
		return `${isMissing ? MISSING : ''}${key}${hash}`;
	});
	return { sizeBefore, records: texts.join(), milestones: [...milestones].join() };
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

/** Reads a stored state. Without `keepsMissing`, missing records count as present until two more removal checks do not find them. */
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
		unstored?: StoredState;
		polledAt?: number;
		/** The last poll that checked for removals. `at` is from `performance.now()`. */
		removalCheck?: { at: number; isScheduled: boolean };
		/** True if the last poll could not read the whole list. */
		hasFailed: boolean;
	}
>();

/**
 * Opens the state for a poll.
 *
 * @param stored the state that n8n passes in, which may be older than the state after the last poll
 */
export function openState(poll: Poll, stored: unknown) {
	const { client, compared, key, watched } = poll;
	const watchKey = shortHash(contentOf(watched), WATCH_KEY_LENGTH);
	const clientKey = shortHash(client.fields.clientId, WATCH_KEY_LENGTH);
	const memory = memories.get(key) ?? { hasFailed: false };
	memories.set(key, memory);
	const removalCheck = removalCheckOf(poll, memory.removalCheck);
	const newest = newestState(poll, stored, memory.unstored, watchKey);
	const isOtherClient = newest?.clientKey !== clientKey;
	// Only the whole list shows whether new API credentials belong to the same company.
	const latest = isOtherClient ? undefined : newest.latest;
	const keepsMissing = removalCheck.keepsMissing && newest?.polledAt === memory.polledAt;
	return {
		/** The state after the last poll; `undefined` for the first poll. */
		before: newest && readState({ ...newest, latest }, compared.triggerOn, keepsMissing),
		isOtherClient,
		/** True if the poll checks for removals. */
		checksRemovals: removalCheck.checksRemovals,
		/** True if the last poll could not read the whole list. */
		hasFailed: memory.hasFailed,
		/** Remembers a poll that succeeded. @returns what n8n has to store; `undefined` if nothing has changed */
		succeed(after: State | undefined, isWhole: boolean, hasItems: boolean) {
			memory.hasFailed = false;
			if (removalCheck.checksRemovals && isWhole) memory.removalCheck = removalCheck;
			if (!after) return undefined;
			const { remembered, ...others } = after;
			const state: StoredState = { watchKey, clientKey, ...others, ...storedTexts(remembered) };
			memory.polledAt = state.polledAt;
			// n8n adds its own properties to the object that it stores.
			if (!hasItems) memory.unstored = { ...state };
			return state;
		},
		/** Remembers a poll that failed. */
		fail(isWhole: boolean): void {
			memory.hasFailed = isWhole;
		},
	};
}

/**
 * Decides whether a poll checks for removals. A record is removed if two checks do not find it: two scheduled polls, or
 * polls that are half an interval apart. Publishing runs a poll at any moment, even seconds after another one.
 */
function removalCheckOf(
	{ intervalMs, isScheduled }: Poll,
	last?: { at: number; isScheduled: boolean },
) {
	const at = performance.now();
	const isApart = last === undefined || at - last.at >= intervalMs / 2;
	const isSecond = isApart || (last.isScheduled && isScheduled);
	// Otherwise, a scheduled poll is a first check, and any other poll leaves the missing records to the next one.
	const [checksRemovals, keepsMissing] = [isScheduled || isSecond, isSecond || !isScheduled];
	return { at, isScheduled, checksRemovals, keepsMissing };
}

/** Returns the newer of the stored and the remembered state. */
function newestState(
	{ client: { log } }: Poll,
	stored: unknown,
	unstored: StoredState | undefined,
	watchKey: string,
): StoredState | undefined {
	// The user cleared the state to start over.
	if (stored === undefined || stored === null) return undefined;
	if (!isStoredState(stored)) {
		log.write('stateUnreadable');
		return undefined;
	}
	const isNewer = unstored?.watchKey === watchKey && unstored.polledAt > stored.polledAt;
	const newest = isNewer ? unstored : stored;
	if (newest.watchKey === watchKey) return newest;
	log.write('stateOfOthers');
	return undefined;
}
