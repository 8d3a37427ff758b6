import type { Identity, RecordId } from '../values/identity';
import { shortHash } from '../values/hash';
import type { Remembered, TriggerEvent } from './changes';

/** What is remembered of a list between two polls. */
export interface State {
	/** What identifies the records; `undefined` as long as no record was seen. */
	idFields?: Identity | undefined;
	remembered: Remembered;
	/** The columns of the whole list, for rows whose columns nobody has named. */
	columns?: string[][] | undefined;
	/** The date up to which all changes are known, in s since the epoch. */
	latest?: number | undefined;
	/** When the whole list was last read, ISO 8601. */
	wholeAt?: string | undefined;
}

/** How much of a hash stands for an ID and for a content. */
export const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

/** An ID of 12 bytes, as many databases make them: 16 characters instead of 24. */
const HEX_ID = /^[0-9a-f]{24}$/;

/** The key of a record, which has no comma: its ID where `removed` is to tell it, or else a hash of the ID. */
export function keyOf(id: RecordId, triggerOn: ReadonlySet<TriggerEvent>): string {
	if (!triggerOn.has('removed')) return shortHash(JSON.stringify(id), KEY_LENGTH);
	if (typeof id === 'number') return `#${id}`;
	return HEX_ID.test(id)
		? Buffer.from(id, 'hex').toString('base64url')
		: `'${Buffer.from(id).toString('base64url')}`;
}

/** The ID that `keyOf` has made a key of, for `removed`. */
export function idOfKey(key: string): RecordId {
	if (key.startsWith('#')) return Number(key.slice(1));
	if (key.startsWith("'")) return Buffer.from(key.slice(1), 'base64url').toString();
	return Buffer.from(key, 'base64url').toString('hex');
}

/** The state as it is stored, for `readState`: with one text for all records. */
export function writeState({ remembered, ...others }: State, scope: string) {
	const texts = { records: [] as string[], missing: [] as string[] };
	for (const [key, { hash, isMissing }] of remembered.records) {
		texts[isMissing ? 'missing' : 'records'].push(key + hash);
	}
	return {
		scope,
		// n8n stores JSON, which leaves out what is undefined.
		...others,
		records: texts.records.join(),
		missing: texts.missing.join(),
		milestones: [...remembered.milestones].join(),
	};
}

/**
 * @param stored what `writeState` returned, after a way through JSON
 * @returns `undefined` when there is nothing to compare with: nothing stored, another scope, or not ours
 */
export function readState(
	stored: unknown,
	{ scope, triggerOn }: { scope: string; triggerOn: ReadonlySet<TriggerEvent> },
): State | undefined {
	const state = (stored ?? {}) as Partial<ReturnType<typeof writeState>>;
	const { scope: storedScope, records, missing, milestones, ...others } = state;
	if (storedScope !== scope) return undefined;
	const hashLength = triggerOn.has('updated') ? CONTENT_HASH_LENGTH : 0;
	const entriesIn = (text: string | undefined, isMissing: boolean) =>
		partsOf(text).map((entry) => {
			const end = entry.length - hashLength;
			return [entry.slice(0, end), { hash: entry.slice(end), isMissing }] as const;
		});
	return {
		...others,
		remembered: {
			records: new Map([...entriesIn(records, false), ...entriesIn(missing, true)]),
			milestones: new Set(partsOf(milestones)),
		},
	};
}

function partsOf(text = ''): string[] {
	return text.split(',').filter((part) => part !== '');
}
