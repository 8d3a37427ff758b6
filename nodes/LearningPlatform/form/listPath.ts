import { invalidEntry, type UserFacingError } from '../failures/userFacingError';
import { isSegment } from '../values/identity';
import { notValid } from './values';

/** Patterns for entries that are not paths below `/api/v2/`, each with its error message and advice. */
const REJECTED: [looks: RegExp, complaint: string, help?: string][] = [
	[/^$/, 'is empty'],
	[
		/^[a-z][a-z\d+.-]*:|^[/\\]{2}|@/i,
		'looks like a URL or contains "@"',
		'The host comes from the credential. ',
	],
	[/[?#]/, 'contains "?" or "#"', 'Enter filters under Filters; the node reads all pages. '],
	[/^\/|^api(\/|$)/i, 'is not below "/api/v2/"'],
];

/**
 * Reads a list's path: `users`, `/api/v2/users`, `groups/<ID>/roles`, or `groups/{groupId}/roles` if the ID has its own
 * field. The percent-encoded result is always below `/api/v2/` and is never the token endpoint.
 *
 * @param idOf returns the percent-encoded ID for a name in braces, or `undefined` if the name has no field
 * @throws UserFacingError, and any error from `idOf`
 */
export function readListPath(
	entered: unknown,
	field: string,
	idOf: (name: string) => string | undefined,
): string {
	const text = typeof entered === 'string' ? entered.trim() : '';
	const path = text.replace(/^\/?api\/v2\//, '');
	for (const [looks, complaint, help] of REJECTED) {
		if (looks.test(path)) throw invalidPath(field, complaint, help);
	}
	const segments = path.split('/').map((segment) => {
		const filled = segment.replace(/\{(\w+)\}/g, (braces, name: string) => {
			const id = idOf(name);
			if (id !== undefined) return id;
			throw invalidPath(field, `contains "${braces}"`, 'Replace the braces with an ID. ');
		});
		const decoded = percentDecoded(filled);
		if (decoded === undefined || /[{}%]/.test(decoded)) {
			throw invalidPath(field, 'contains a stray brace or percent sign');
		}
		return encodeSegment(decoded, field);
	});
	// The service may ignore case.
	if (segments[0]?.toLowerCase() === 'oauth2') {
		throw invalidPath(
			field,
			'is the address of the token endpoint',
			'The token endpoint is not a list. ',
		);
	}
	return segments.join('/');
}

/** Decodes percent-encoded text. Returns `undefined` if the encoding is invalid. */
export function percentDecoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function invalidPath(field: string, complaint: string, help = ''): UserFacingError {
	return invalidEntry(
		`${field} ${complaint}`,
		`${help}Choose a list, or enter the part of its URL after "/api/v2/", e.g. "users" or "groups/<group ID>/roles".`,
	);
}

/** Percent-encodes a path segment (RFC 3986, section 3.3). @param field the field label @throws UserFacingError */
export function encodeSegment(text: string, field: string): string {
	if (isSegment(text)) return encodeURIComponent(text);
	const rule =
		'No part of a path may be empty, be "." or "..", or contain a slash, backslash, or control character.';
	throw text === ''
		? invalidEntry(`${field} is empty or has an empty part`, rule)
		: notValid(`${field} contains a part that cannot be sent`, text, rule);
}
