import { CHECK_ADDRESS, excerpt, serviceError, type UserFacingError } from '../errors';

/**
 * Reads the JSON of an answer. Integers beyond 2^53, which a number of JavaScript cannot hold, become text: two IDs
 * would be one otherwise.
 *
 * @param type its Content-Type, which may name a charset
 * @param expected what it has to be, in the user's words, e.g. `a list`
 * @throws UserFacingError, transient when the body is empty or not JSON, since it can be cut off on its way
 */
export function parseJson(body: Buffer, type: string | undefined, expected: string): unknown {
	// A byte order mark may be ignored (RFC 8259, section 8.1), which JSON.parse does not do.
	const text = decode(body, charsetOf(type)).replace(/^\uFEFF/, '');
	try {
		return JSON.parse(quoteLongIntegers(text));
	} catch {
		throw unreadable(text.trimStart(), expected);
	}
}

function charsetOf(type = ''): string {
	return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8';
}

/** JSON is UTF-8, whatever charset a server names by habit. The named one counts for bytes that are no UTF-8. */
function decode(body: Buffer, charset: string): string {
	const charsets = /^utf-?(16|32)/i.test(charset) ? [charset] : ['utf-8', charset];
	const decoders = charsets.map(decoderFor);
	for (const decoder of decoders) {
		try {
			return decoder.decode(body);
		} catch {
			// It has bytes that this charset does not have.
		}
	}
	throw serviceError(
		'The service answered with letters that cannot be read',
		'Its answer is neither UTF-8, as JSON has to be, nor in another charset that it names. Tell the administrators of the platform.',
	);
}

function decoderFor(charset: string) {
	try {
		return new TextDecoder(charset, { fatal: true });
	} catch {
		throw serviceError(
			'The service answered in a charset that this node does not know',
			`It is "${excerpt(charset)}". Tell the administrators of the platform; JSON is to be sent as UTF-8.`,
		);
	}
}

/** What comes before the digits of a number, but seldom before those in a text. */
const LONG_INTEGER = /(?:^|[\s:,[-])\d{16}/;

/** The reviver of JSON.parse is given the digits by Node 22 and later only. */
function quoteLongIntegers(json: string): string {
	if (!LONG_INTEGER.test(json)) return json;
	const pieces: string[] = [];
	for (let at = 0; at < json.length;) {
		const quote = json.indexOf('"', at);
		const between = json.slice(at, quote === -1 ? undefined : quote);
		pieces.push(between.length < 16 ? between : between.replace(/-?\d[\d.eE+-]*/g, quoteIfLong));
		if (quote === -1) break;
		at = endOfText(json, quote);
		pieces.push(json.slice(quote, at));
	}
	return pieces.join('');
}

function quoteIfLong(number: string): string {
	const isLong = /^-?[1-9]\d{15,}$/.test(number) && !Number.isSafeInteger(Number(number));
	return isLong ? `"${number}"` : number;
}

/** Where a text ends that begins at `quote`. A loop, since a regular expression fails for texts of many megabytes. */
function endOfText(json: string, quote: number): number {
	for (let at = quote + 1; ;) {
		const end = json.indexOf('"', at);
		if (end === -1) return json.length;
		let backslashes = 0;
		while (json[end - 1 - backslashes] === '\\') backslashes += 1;
		if (backslashes % 2 === 0) return end + 1;
		at = end + 1;
	}
}

function unreadable(text: string, expected: string): UserFacingError {
	if (text.startsWith('<')) {
		return serviceError(
			`The service answered with a web page instead of ${expected}`,
			CHECK_ADDRESS,
		);
	}
	return serviceError(
		text === ''
			? 'The service answered with an empty body'
			: 'The service answered with something that is not JSON',
		['The answer may have been cut off on its way.', CHECK_ADDRESS],
		{ reason: 'ERR_BODY_INCOMPLETE', isTransient: true },
	);
}
