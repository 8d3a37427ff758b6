import type { Identity } from '../values/identity';
import type { Remembered, TriggerEvent } from './changes';
import { CONTENT_HASH_LENGTH } from './observation';
import type { Poll } from './settings';

/** The memory of a trigger between two polls. */
export interface State {
	/** Identifies the list and the settings: a state with another key is of no use. */
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

type StoredState = ReturnType<typeof writeState>;

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

/** Checks static data, which anybody can write. */
function isStoredState(stored: unknown): stored is StoredState {
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
 * @param isLast true for the state of the last poll. In an older state, missing records are treated as present, so
 * two more readings must confirm that they are gone.
 */
function readState(
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
		// Makes the next poll read the whole list.
		...(!isLast && missing !== '' && { wholeAt: undefined }),
		remembered: {
			records: new Map([...entriesIn(records, false), ...entriesIn(missing, isLast)]),
			sizeBefore,
			milestones: new Set(milestones.split(',').filter(Boolean)),
		},
	};
}

/** What this process knows of a trigger. */
interface PollMemory {
	/** The state after the last poll without items, which n8n has not stored. With items n8n stores the state, or drops both. */
	quiet?: StoredState;
	/** The `polledAt` of the last state. */
	polledAt?: number;
	/** True if the last poll could not read the whole list. */
	hasFailed: boolean;
}

/** By `triggerKey`, without a limit. */
const memories = new Map<string, PollMemory>();

/** Returns this process's memory of a trigger, for the caller to update. */
export function pollMemoryOf(key: string): PollMemory {
	const memory = memories.get(key) ?? { hasFailed: false };
	memories.set(key, memory);
	return memory;
}

/** Returns the state after the last poll, also when n8n hands in an older one; `undefined` for a first poll. */
export function newestState(poll: Poll, stored: unknown): State | undefined {
	const { compared, key, listing, watchKey } = poll;
	// The user cleared the state to start over.
	if (stored === undefined || stored === null) return undefined;
	if (!isStoredState(stored)) {
		listing.log.warn('the stored state cannot be read, so this is a first poll again');
		return undefined;
	}
	const { quiet, polledAt } = pollMemoryOf(key);
	const isNewer = quiet?.watchKey === watchKey && quiet.polledAt > stored.polledAt;
	const newest = isNewer ? quiet : stored;
	if (newest.watchKey !== watchKey) return undefined;
	return readState(newest, compared.triggerOn, newest.polledAt === polledAt);
}
