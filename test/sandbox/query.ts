/** A query that the service does not understand; the message says which part. */
export class QueryError extends Error {}

/** A query parameter, decoded. */
export type Parameter = [name: string, value: string];

/**
 * Splits a raw query into parameters. Square brackets must be literal, as the public service wants
 * them; everything else may be percent-encoded, and `+` is a space.
 *
 * @throws {QueryError} for encoded brackets, broken escapes and missing values.
 */
export function parseQuery(raw: string): Parameter[] {
	if (raw === '') return [];
	return raw.split('&').map((part) => {
		const equals = part.indexOf('=');
		const name = equals === -1 ? part : part.slice(0, equals);
		if (/%5b|%5d/i.test(name)) {
			throw new QueryError(`Square brackets must not be percent-encoded: ${name}`);
		}
		if (equals === -1) throw new QueryError(`A parameter needs a value: ${part}`);
		return [decode(name), decode(part.slice(equals + 1))];
	});
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		throw new QueryError(`Broken percent-encoding: ${text}`);
	}
}
