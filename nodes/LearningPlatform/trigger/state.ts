/** What is remembered of a list between two polls. */
export interface State {
	/** The field that holds the records' IDs; `undefined` as long as no record was seen. */
	idField: string | undefined;
	/** The hash of each record's content by the record's key, in list order. */
	known: ReadonlyMap<string, string>;
	/** When all records were last reported, ISO 8601; `undefined` as long as they never were. */
	syncRun?: string | undefined;
	/** What was last asked for with Report Everything Once, as a hash. */
	request?: string | undefined;
}

/** Which events are reported decides what has to be remembered of a record. */
export interface StateFormat {
	/** Records are known by their ID itself, as JSON, because the event `removed` reports it. */
	keepsIds: boolean;
	/** There is a hash of each record's content, because the event `updated` compares it. */
	keepsContent: boolean;
}

/**
 * How much of a hash stands for an ID and for a record's content, in base64 characters of six bits. Together
 * they take 15 bytes a record. An addition goes unnoticed when its 54 bits are those of one of the other
 * records: with 100,000 of them once in 180 billion additions. An update goes unnoticed when its
 * 36 bits stay the same: once in 69 billion updates.
 */
export const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

const VERSION = 1;

/**
 * As it is stored: JSON with one text for all records, or the list of their IDs and a text with the content hashes
 * beside it. The names are those of version 0.1.0, whose states must still be read.
 */
export type StoredState = {
	version: typeof VERSION;
	scope: string;
	idField?: string;
	syncRun?: string;
	request?: string;
} & ({ records: string } | { ids: (string | number)[]; prints: string });

/**
 * @param scope identifies what was listed and how
 * @returns JSON data for `readState`
 */
export function writeState(
	{ idField, known, syncRun, request }: State,
	scope: string,
	{ keepsIds }: StateFormat,
): StoredState {
	const head = {
		version: VERSION,
		scope,
		...(idField !== undefined && { idField }),
		...(syncRun !== undefined && { syncRun }),
		...(request !== undefined && { request }),
	} as const;
	if (!keepsIds) {
		const records = Array.from(known, ([key, contentHash]) => key + contentHash).join('');
		return { ...head, records };
	}
	const ids = Array.from(known.keys(), (key) => JSON.parse(key) as string | number);
	return { ...head, ids, prints: [...known.values()].join('') };
}

/**
 * @param stored what `writeState` returned, after a way through JSON
 * @param scope the present one
 * @returns `undefined` when there is nothing to compare with: nothing stored, another scope, or not ours
 */
export function readState(
	stored: unknown,
	scope: string,
	{ keepsIds, keepsContent }: StateFormat,
): State | undefined {
	const state = (stored ?? {}) as Partial<Record<string, unknown>>;
	if (state.version !== VERSION || state.scope !== scope) return undefined;
	const hashLength = keepsContent ? CONTENT_HASH_LENGTH : 0;
	const known = keepsIds
		? knownByIds(state.ids, state.prints, hashLength)
		: knownByKeys(state.records, hashLength);
	if (!known) return undefined;
	const text = (name: keyof StoredState) => {
		const value = state[name];
		return typeof value === 'string' ? value : undefined;
	};
	return { idField: text('idField'), known, syncRun: text('syncRun'), request: text('request') };
}

function knownByKeys(records: unknown, hashLength: number): Map<string, string> | undefined {
	const width = KEY_LENGTH + hashLength;
	if (typeof records !== 'string' || records.length % width !== 0) return undefined;
	const known = new Map<string, string>();
	for (let at = 0; at < records.length; at += width) {
		known.set(
			records.slice(at, at + KEY_LENGTH),
			records.slice(at + KEY_LENGTH, at + KEY_LENGTH + hashLength),
		);
	}
	return known;
}

function knownByIds(
	ids: unknown,
	hashes: unknown,
	hashLength: number,
): Map<string, string> | undefined {
	if (!Array.isArray(ids) || typeof hashes !== 'string') return undefined;
	if (hashes.length !== ids.length * hashLength) return undefined;
	const known = new Map<string, string>();
	ids.forEach((id, index) => {
		const at = index * hashLength;
		known.set(JSON.stringify(id), hashes.slice(at, at + hashLength));
	});
	return known;
}
