import { ID_FIELDS, type Identity, type RecordId } from '../catalog/identity';
import type { Known } from './changes';
import { fingerprint } from './fingerprint';

/** What is remembered of a list between two polls. */
export interface State {
	/** What identifies the records; `undefined` as long as no record was seen. */
	idFields?: Identity | undefined;
	known: Known;
	/** The stamp of the last refresh, ISO 8601; `undefined` as long as none has begun. */
	syncRun?: string | undefined;
	/** When that began by n8n's clock, ISO 8601, where the clock was set back and the stamp is later. */
	refreshedAt?: string | undefined;
	/** The latest stamp of all items, ISO 8601, whatever the scope was. */
	stamp?: string | undefined;
	/** How the items were shaped, as a hash. */
	shape?: string | undefined;
	/** How many records are missing, and are too many to be believed. */
	doubted?: number | undefined;
	/** Whether this refresh is still under way: not all of it is reported, or no further poll has agreed with it. */
	isRefreshing?: boolean;
	/** What was last asked for with Report Everything Once, as a hash. */
	request?: string | undefined;
	/** The latest date of change up to which all changes are known, in s since the epoch. */
	latest?: number | undefined;
	/** When the first poll began, in s since the epoch by the service's clock; `undefined` once another one has agreed. */
	firstAt?: number | undefined;
	/** When the whole list was last read, and all of it reported, ISO 8601. */
	wholeAt?: string | undefined;
	/** The columns of the whole list, for rows of a part of it. */
	columns?: string[][] | undefined;
}

/** Which events are reported decides what has to be remembered of a record. */
export interface StateFormat {
	/** Records are known by their ID itself, because the event `removed` reports it. */
	keepsIds: boolean;
	/** There is a hash of each record's content, because the event `updated` compares it. */
	keepsContent: boolean;
}

/** What was completed is remembered as: a hash of what identifies it. */
export function completionKeyOf(ids: readonly unknown[]): string {
	return fingerprint(JSON.stringify(ids), KEY_LENGTH);
}

/**
 * How much of a hash stands for an ID and for a record's content, in base64 characters of six bits. Together
 * they take 15 bytes a record. An addition goes unnoticed when its 54 bits are those of one of the other
 * records: with 100,000 of them once in 180 billion additions. An update goes unnoticed when its
 * 36 bits stay the same: once in 69 billion updates.
 */
const KEY_LENGTH = 9;
const CONTENT_HASH_LENGTH = 6;

const VERSION = 1;

/** Between the names of fields that together identify a record; no field that a user can name has it in its name. */
const BETWEEN = ', ';

/** What identifies records where nothing else is known or entered, as long as they have it. */
export const [BEST_ID = ''] = ID_FIELDS;

/** What identifies records, as it is stored. */
export function textOf(idFields: Identity): string {
	return idFields.join(BETWEEN);
}

/** What an ID is remembered as: the ID itself, shorter where it can be, or a hash of it. */
export function keyOf(id: RecordId, { keepsIds }: StateFormat): string {
	if (!keepsIds) return fingerprint(JSON.stringify(id), KEY_LENGTH);
	if (typeof id === 'number') return `#${id};`;
	return HEX_ID.test(id)
		? Buffer.from(id, 'hex').toString('base64url')
		: `(${id.replaceAll(')', '))')})`;
}

/** The ID that `keyOf` remembers with `keepsIds`. */
export function idOfKey(key: string): RecordId {
	if (key.startsWith('#')) return Number(key.slice(1, -1));
	if (key.startsWith('(')) return key.slice(1, -1).replaceAll('))', ')');
	return Buffer.from(key, 'base64url').toString('hex');
}

/** A record's content as it is remembered. */
export function contentHashOf(canonicalContent: string): string {
	return fingerprint(canonicalContent, CONTENT_HASH_LENGTH);
}

/** An ID of 12 bytes, as many databases make them: 16 characters instead of 24. */
const HEX_ID = /^[0-9a-f]{24}$/;

/** A key that `keyOf` makes with `keepsIds`. */
const ID_KEY = /[\w-]{16}|\((?:[^)]|\)\))*\)|#[^;]*;/;

/**
 * The state as it is stored, for `readState`: JSON with one text for all records. The names are those of version 0.1.0,
 * whose states must still be read; it kept IDs as a list `ids`, and the content hashes in a text `prints` beside it.
 *
 * @param scope identifies what was listed and how
 */
export function writeState({ idFields, known, isRefreshing, ...others }: State, scope: string) {
	const { hashes, due, missing, completed, gone } = known;
	// Key and content hash of each record: first those of which nothing else is to be said.
	const groups: string[][] = [[], [], [], []];
	for (const [key, contentHash] of hashes) {
		const group = (due.has(key) ? 1 : 0) + (missing.has(key) ? 2 : 0);
		groups[group]?.push(key + contentHash);
	}
	/** How many of the last records are due, missing, and both, in this order. */
	const marked = groups.slice(1).map(({ length }) => length);
	return {
		version: VERSION,
		scope,
		...(idFields && { idField: textOf(idFields) }),
		...(isRefreshing && { isRefreshing }),
		// n8n stores JSON, which leaves out what is undefined.
		...others,
		records: groups.flat().join(''),
		...(marked.some((count) => count > 0) && { marked }),
		...(completed.size > 0 && { completed: [...completed].join('') }),
		...(gone.size > 0 && { gone: [...gone].join('') }),
	};
}

/**
 * @param stored what `writeState` returned, after a way through JSON
 * @param scope the present one
 * @returns `undefined` when there is nothing to compare with: nothing stored, another scope, or not ours
 */
export function readState(stored: unknown, scope: string, format: StateFormat): State | undefined {
	const state = (stored ?? {}) as Partial<Record<string, unknown>>;
	if (state.version !== VERSION || state.scope !== scope) return undefined;
	const hashLength = format.keepsContent ? CONTENT_HASH_LENGTH : 0;
	const hashes = Array.isArray(state.ids)
		? hashesByIds(state.ids as RecordId[], state.prints, hashLength, format)
		: hashesByKeys(state.records, hashLength, format);
	const marks = hashes && marksOf([...hashes.keys()], state.marked);
	const completed = hashesByKeys(state.completed ?? '', 0, { keepsIds: false });
	const gone = hashesByKeys(state.gone ?? '', 0, format);
	if (!hashes || !marks || !completed || !gone) return undefined;
	const text = (name: string) => textIn(state, name);
	const count = (name: string) =>
		Number.isInteger(state[name]) ? (state[name] as number) : undefined;
	return {
		idFields: text('idField')?.split(BETWEEN),
		known: {
			...{ hashes, ...marks, completed: new Set(completed.keys()) },
			gone: new Set(gone.keys()),
		},
		syncRun: text('syncRun'),
		refreshedAt: text('refreshedAt'),
		stamp: text('stamp'),
		shape: text('shape'),
		isRefreshing: state.isRefreshing === true,
		request: text('request'),
		firstAt: count('firstAt'),
		latest: count('latest'),
		doubted: count('doubted'),
		wholeAt: text('wholeAt'),
		columns: Array.isArray(state.columns) ? (state.columns as string[][]) : undefined,
	};
}

/**
 * The same for a trigger whose ID Field was left empty, or names what is the best one anyway.
 *
 * @param scopes the present one, and the one of the other case
 */
export function readStateOf(
	stored: unknown,
	{ scope, twinScope, ...format }: StateFormat & { scope: string; twinScope: string | undefined },
): State | undefined {
	const state = readState(stored, scope, format);
	if (state || twinScope === undefined) return state;
	const twin = readState(stored, twinScope, format);
	return textOf(twin?.idFields ?? []) === BEST_ID ? twin : undefined;
}

/** The end of the years that ISO 8601 writes with four digits, as texts that sort like the times they stand for. */
const LONGEST_YEAR_MS = Date.UTC(10_000, 0) - 1;

/**
 * The latest stamp of all items, whatever the scope was: the rows of a table have it, so no later one may be earlier.
 *
 * @returns in ms since the epoch; -Infinity for none
 */
export function lastStamp(stored: unknown): number {
	const state = (stored ?? {}) as Partial<Record<string, unknown>>;
	const stamps = [textIn(state, 'stamp'), textIn(state, 'syncRun')];
	const times = stamps.map((stamp) => Date.parse(stamp ?? ''));
	return Math.max(...times.filter((ms) => ms < LONGEST_YEAR_MS));
}

function textIn(state: Partial<Record<string, unknown>>, name: string): string | undefined {
	const value = state[name];
	return typeof value === 'string' ? value : undefined;
}

function hashesByKeys(
	records: unknown,
	hashLength: number,
	{ keepsIds }: Pick<StateFormat, 'keepsIds'>,
): Map<string, string> | undefined {
	if (typeof records !== 'string') return undefined;
	const key = keepsIds ? ID_KEY.source : `[\\w-]{${KEY_LENGTH}}`;
	const entry = new RegExp(`(${key})([\\w-]{${hashLength}})`, 'gy');
	const hashes = new Map<string, string>();
	let end = 0;
	for (const [text, key = '', contentHash = ''] of records.matchAll(entry)) {
		hashes.set(key, contentHash);
		end += text.length;
	}
	return end === records.length ? hashes : undefined;
}

/** Reads what version 0.1.0 stored. */
function hashesByIds(
	ids: RecordId[],
	hashes: unknown,
	hashLength: number,
	format: StateFormat,
): Map<string, string> | undefined {
	if (!format.keepsIds || typeof hashes !== 'string') return undefined;
	if (hashes.length !== ids.length * hashLength) return undefined;
	const hashAt = (index: number) => hashes.slice(index * hashLength, (index + 1) * hashLength);
	return new Map(ids.map((id, index) => [keyOf(id, format), hashAt(index)]));
}

function marksOf(
	keys: string[],
	marked: unknown = [0, 0, 0],
): Pick<Known, 'due' | 'missing'> | undefined {
	if (!Array.isArray(marked) || !marked.every(Number.isInteger)) return undefined;
	const [due, missing, both] = marked as [number, number, number];
	const firstBoth = keys.length - both;
	const firstMissing = firstBoth - missing;
	const firstDue = firstMissing - due;
	if (!(firstDue >= 0)) return undefined;
	return {
		due: new Set([...keys.slice(firstDue, firstMissing), ...keys.slice(firstBoth)]),
		missing: new Set(keys.slice(firstMissing)),
	};
}
