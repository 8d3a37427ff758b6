import { hash } from 'node:crypto';

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
export function canonicalJson(
	value: unknown,
	ignored: ReadonlySet<string> = new Set(),
	path = '',
): string {
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
