import { hash } from 'node:crypto';

import type { RecordId } from '../catalog/identity';

/** The first characters of a text's SHA-256 hash as base64url: six bits each. */
export function shortHash(text: string, length: number): string {
	return hash('sha256', text, 'base64url').slice(0, length);
}

/**
 * A value as JSON that does not depend on the order of fields, which may differ from one answer to the next.
 *
 * @param ignored fields to leave out, by their path, e.g. `stats.views`; a path goes through lists
 * @param path of the value itself
 */
export function canonicalJson(value: unknown, ignored: ReadonlySet<string>, path = ''): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		return `[${value.map((entry) => canonicalJson(entry, ignored, path)).join()}]`;
	}
	const prefix = path === '' ? '' : `${path}.`;
	// A poll does this for every record of a list, and text put together like this is cheapest.
	let text = '';
	for (const field of Object.keys(value).sort()) {
		if (ignored.has(prefix + field)) continue;
		const content = (value as Record<string, unknown>)[field];
		const separator = text === '' ? '' : ',';
		text += `${separator}${JSON.stringify(field)}:${canonicalJson(content, ignored, prefix + field)}`;
	}
	return `{${text}}`;
}

/** What a state holds of each record: the events that are reported decide. */
export interface StateFormat {
	/** Records are known by their ID itself, because the event `removed` reports it. */
	keepsIds: boolean;
	/** There is a hash of each record's content, because the event `updated` compares it. */
	keepsContent: boolean;
}

/** How much of a hash stands for an ID and for a content: docs/design.md says how rarely two meet. */
export const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

/** The key of a completion: a hash of what identifies it, e.g. learner and course. */
export function completionKeyOf(ids: readonly unknown[]): string {
	return shortHash(JSON.stringify(ids), KEY_LENGTH);
}

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

/** A hash by which a poll sees that a record's content has changed. */
export function contentHashOf(canonicalContent: string): string {
	return shortHash(canonicalContent, CONTENT_HASH_LENGTH);
}
