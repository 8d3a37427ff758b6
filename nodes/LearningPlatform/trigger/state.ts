import { ID_FIELDS, type Identity, type RecordId } from '../catalog/identity';
import type { Known } from './changes';
import { CONTENT_HASH_LENGTH, ID_KEY, KEY_LENGTH, keyOf, type StateFormat } from './keys';

/** What is remembered of a list between two polls; times are ISO 8601 unless they are in seconds. */
export interface State {
	/** What identifies the records; `undefined` as long as no record was seen. */
	idFields?: Identity | undefined;
	known: Known;
	/** The stamp of the last refresh, and when that began by n8n's clock, if the clock was set back since. */
	syncRun?: string | undefined;
	refreshedAt?: string | undefined;
	/** Whether the refresh is still under way: not all of it is reported, or no further poll has agreed with it. */
	isRefreshing?: boolean;
	/** What was last asked for with Report Everything Once, as a hash. */
	request?: string | undefined;
	/** The latest stamp of all items, whatever the scope was. */
	stamp?: string | undefined;
	/** How the items were shaped, as a hash, and the columns of the whole list. */
	shape?: string | undefined;
	columns?: string[][] | undefined;
	/** How many records are missing, and are too many to be believed. */
	doubted?: number | undefined;
	/** When the first poll began, in s since the epoch by the service's clock; `undefined` once another one has agreed. */
	firstAt?: number | undefined;
	/** The date up to which all changes are known, in s since the epoch. */
	latest?: number | undefined;
	/** When the whole list was last read, and all of it reported. */
	wholeAt?: string | undefined;
}

const VERSION = 1;

/** Between fields that together identify a record; no field that a user can name has it in its name. */
const BETWEEN = ', ';

/** What identifies records where nothing else is known or entered. */
export const [BEST_ID = ''] = ID_FIELDS;

/** The fields as they are stored. */
export function textOf(idFields: Identity): string {
	return idFields.join(BETWEEN);
}

/** The state as it is stored, for `readState`: with one text for all records, and the names of version 0.1.0. */
export function writeState({ idFields, known, isRefreshing, ...others }: State, scope: string) {
	const { hashes, due, missing, completed, gone } = known;
	// Key and content hash of each record, by its marks: none, due, missing, both.
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

/** What this version has stored, or 0.1.0, which kept IDs as a list and content hashes in a text beside it. */
type Stored = Partial<ReturnType<typeof writeState>> & { ids?: unknown; prints?: unknown };

/**
 * @param stored what `writeState` returned, after a way through JSON
 * @param settings.twinScope another scope that counts as the present one where records are known by `_id`
 * @returns `undefined` when there is nothing to compare with: nothing stored, another scope, or not ours
 */
export function readState(
	stored: unknown,
	{ scope, twinScope, ...format }: StateFormat & { scope: string; twinScope?: string | undefined },
): State | undefined {
	const { version, scope: storedScope, idField, ...state } = (stored ?? {}) as Stored;
	const isTwin = twinScope !== undefined && storedScope === twinScope && idField === BEST_ID;
	if (version !== VERSION || (storedScope !== scope && !isTwin)) return undefined;
	const { records, ids, prints, marked, completed = '', gone = '', ...others } = state;
	const hashLength = format.keepsContent ? CONTENT_HASH_LENGTH : 0;
	const text = Array.isArray(ids)
		? textOfIds(ids as RecordId[], prints, hashLength, format)
		: records;
	const hashes = hashesByKeys(text, hashLength, format);
	const marks = hashes && marksOf([...hashes.keys()], marked);
	const completedKeys = hashesByKeys(completed, 0, { keepsIds: false });
	const goneKeys = hashesByKeys(gone, 0, format);
	if (!hashes || !marks || !completedKeys || !goneKeys) return undefined;
	return {
		...others,
		...(idField !== undefined && { idFields: idField.split(BETWEEN) }),
		known: {
			...{ hashes, ...marks, completed: new Set(completedKeys.keys()) },
			gone: new Set(goneKeys.keys()),
		},
	};
}

/** The latest stamp of all items, whatever the scope was, in ms since the epoch; -Infinity for none. */
export function lastStamp(stored: unknown): number {
	const { stamp, syncRun } = (stored ?? {}) as Stored;
	const times = [stamp, syncRun].map((time) => Date.parse(time ?? ''));
	return Math.max(...times.filter((ms) => !Number.isNaN(ms)));
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

/** What version 0.1.0 stored with IDs, as this version stores it; `undefined` for something else. */
function textOfIds(
	ids: RecordId[],
	hashes: unknown,
	hashLength: number,
	format: StateFormat,
): string | undefined {
	if (!format.keepsIds || typeof hashes !== 'string') return undefined;
	if (hashes.length !== ids.length * hashLength) return undefined;
	const hashAt = (index: number) => hashes.slice(index * hashLength, (index + 1) * hashLength);
	return ids.map((id, index) => keyOf(id, format) + hashAt(index)).join('');
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
