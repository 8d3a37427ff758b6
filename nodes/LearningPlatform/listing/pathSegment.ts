import { UserFacingError } from '../transport/errors';

/** What a server or a proxy on the way there could take for the end of a segment, or for one that leads up. */
const FORBIDDEN = /[/\\\p{Cc}\p{Surrogate}]/u;

/**
 * Percent-encodes text as one segment of a path (RFC 3986, section 3.3), which no one can take for more.
 *
 * @param place the field that the text was entered in
 * @throws UserFacingError when it cannot be a segment
 */
export function encodeSegment(text: string, place: string): string {
	if (text !== '' && text !== '.' && text !== '..' && !FORBIDDEN.test(text)) {
		return encodeURIComponent(text);
	}
	throw new UserFacingError(
		text === ''
			? `${place} is empty, or has an empty part`
			: `${place} has a part that cannot be sent`,
		'No part of a path may be empty, "." or "..", or contain a slash, a backslash or a control character. If it is an expression, check what it returns.',
	);
}
