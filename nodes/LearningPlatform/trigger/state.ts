import type { Identity } from '../catalog/identity';
import type { Remembered } from './changes';
import { CONTENT_HASH_LENGTH, ID_KEY, KEY_LENGTH, type StateFormat } from './keys';

/** What is remembered of a list between two polls; times are ISO 8601 unless they are in seconds. */
export interface State {
	/** What identifies the records; `undefined` as long as no record was seen. */
	idFields?: Identity | undefined;
	remembered: Remembered;
	/** The latest `triggerTime`. */
	toldAt?: string | undefined;
	/** The columns of the whole list, for rows whose columns nobody has named. */
	columns?: string[][] | undefined;
	/** How many records are missing, and are too many to be believed. */
	doubted?: number | undefined;
	/** The date up to which all changes are known, in s since the epoch. */
	latest?: number | undefined;
	/** When the whole list was last read. */
	wholeAt?: string | undefined;
}

const VERSION = 1;

/** The state as it is stored, for `readState`: with one text for all records, the missing ones last. */
export function writeState({ remembered, ...others }: State, scope: string) {
	const texts = { present: [] as string[], missing: [] as string[] };
	for (const [key, { hash, isMissing }] of remembered.records) {
		texts[isMissing ? 'missing' : 'present'].push(key + hash);
	}
	const { present, missing } = texts;
	return {
		version: VERSION,
		scope,
		// n8n stores JSON, which leaves out what is undefined.
		...others,
		records: [...present, ...missing].join(''),
		missing: missing.length,
		milestones: [...remembered.milestones].join(''),
	};
}

/**
 * @param stored what `writeState` returned, after a way through JSON
 * @returns `undefined` when there is nothing to compare with: nothing stored, another scope, or not ours
 */
export function readState(
	stored: unknown,
	{ scope, keepsIds, keepsContent }: StateFormat & { scope: string },
): State | undefined {
	const state = (stored ?? {}) as Partial<ReturnType<typeof writeState>>;
	const { version, scope: storedScope, records, missing = 0, milestones = '', ...others } = state;
	if (version !== VERSION || storedScope !== scope) return undefined;
	const entries = entriesIn(records, keepsIds, keepsContent ? CONTENT_HASH_LENGTH : 0);
	const keys = entriesIn(milestones, false, 0);
	if (!entries || !keys || !(missing >= 0 && missing <= entries.length)) return undefined;
	const firstMissing = entries.length - missing;
	return {
		...others,
		remembered: {
			records: new Map(
				entries.map(([key, hash], at) => [key, { hash, isMissing: at >= firstMissing }]),
			),
			milestones: new Set(keys.map(([key]) => key)),
		},
	};
}

/** The keys in a text, each with the hash behind it; `undefined` for something else. */
function entriesIn(
	text: unknown,
	keepsIds: boolean,
	hashLength: number,
): [key: string, hash: string][] | undefined {
	if (typeof text !== 'string') return undefined;
	const key = keepsIds ? ID_KEY.source : `[\\w-]{${KEY_LENGTH}}`;
	const entry = new RegExp(`(${key})([\\w-]{${hashLength}})`, 'gy');
	const entries: [string, string][] = [];
	let end = 0;
	for (const [all, key = '', hash = ''] of text.matchAll(entry)) {
		entries.push([key, hash]);
		end += all.length;
	}
	return end === text.length ? entries : undefined;
}
