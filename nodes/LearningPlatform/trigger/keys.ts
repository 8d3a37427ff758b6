import type { RecordId } from '../catalog/identity';
import { shortHash } from '../values/hash';

/** What a state holds of each record: the events that are reported decide. */
export interface StateFormat {
	/** Records are remembered by their ID itself, because the event `removed` reports it. */
	keepsIds: boolean;
	/** There is a hash of each record's content, because the event `updated` compares it. */
	keepsContent: boolean;
}

/** How much of a hash stands for an ID and for a content: docs/design.md says how rarely two meet. */
export const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

/** An ID of 12 bytes, as many databases make them: 16 characters instead of 24. */
const HEX_ID = /^[0-9a-f]{24}$/;

/** A key that `keyOf` makes with `keepsIds`. */
export const ID_KEY = /[\w-]{16}|\((?:[^)]|\)\))*\)|#[^;]*;/;

/** The key of a record: its ID, shortened where possible, or a hash of the ID. */
export function keyOf(id: RecordId, { keepsIds }: StateFormat): string {
	if (!keepsIds) return shortHash(JSON.stringify(id), KEY_LENGTH);
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
