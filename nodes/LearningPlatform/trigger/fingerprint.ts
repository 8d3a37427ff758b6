import { createHash } from 'node:crypto';

/**
 * The first characters of a text's SHA-256 hash as base64url: six bits each.
 *
 * @param length how many characters
 */
export function fingerprint(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/**
 * A value as JSON that does not depend on the order of fields, which means nothing in JSON (RFC 8259,
 * section 4) and may differ from one answer of a service to the next. The order of lists counts.
 *
 * @param ignored fields to leave out, by their path, e.g. `stats.views`; a path goes through lists
 * @param path of the value itself
 */
export function canonicalJson(value: unknown, ignored: ReadonlySet<string>, path = ''): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) {
		return `[${value.map((entry) => canonicalJson(entry, ignored, path)).join()}]`;
	}
	const fields: string[] = [];
	for (const [field, content] of Object.entries(value).sort(byName)) {
		const fieldPath = path === '' ? field : `${path}.${field}`;
		if (ignored.has(fieldPath)) continue;
		fields.push(`${JSON.stringify(field)}:${canonicalJson(content, ignored, fieldPath)}`);
	}
	return `{${fields.join()}}`;
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
	return left < right ? -1 : 1;
}
