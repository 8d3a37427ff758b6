import { Failure } from '../failures/failure';
import { excerpt } from '../failures/quote';
import { brokenBodyFailure } from '../failures/classify';
import { abortable } from '../values/promises';

/** A response whose headers have arrived, but whose body has not. */
export interface StreamedResponse {
	headers: Record<string, string | string[] | undefined>;
	body: AsyncIterable<Buffer>;
	/** Cancels the request. Destroying the body is not enough: n8n's wrapper first waits for more data. */
	close: () => void;
	/** The time limit for the body, in ms: n8n's own timeout covers only the headers. */
	timeoutMs: number;
	/** Cancels the request, even while the response body is arriving. */
	signal: AbortSignal;
}

/** About 200 times the size of a page of 500 courses. */
const MAX_PAGE_BYTES = 128 * 1024 * 1024;

/** Enough for any error response in JSON; web pages can be longer. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Reads the entire body. @throws `signal.reason`, or Failure if the body is too slow, cut off, or too long */
export async function readBody(response: StreamedResponse): Promise<Buffer> {
	const body = await collect(response, MAX_PAGE_BYTES + 1);
	if (body.length <= MAX_PAGE_BYTES) return body;
	throw new Failure('bodyTooLong', { subject: `${MAX_PAGE_BYTES / 1024 / 1024} MB` });
}

/** Reads the beginning of an error response, or returns '' if the connection breaks. */
export async function readErrorBody(response: StreamedResponse): Promise<string> {
	try {
		return (await collect(response, MAX_ERROR_BYTES)).toString('utf8');
	} catch {
		response.signal.throwIfAborted();
		return '';
	}
}

async function collect(
	{ body, close, timeoutMs, signal }: StreamedResponse,
	maxBytes: number,
): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	// Community nodes must not use timers, and a sleep cannot be canceled.
	const deadline = AbortSignal.timeout(timeoutMs);
	const iterator = body[Symbol.asyncIterator]();
	try {
		while (bytes < maxBytes) {
			const next = await abortable(iterator.next(), deadline);
			if (next.done) break;
			pieces.push(next.value);
			bytes += next.value.length;
		}
		return Buffer.concat(pieces);
	} catch (error) {
		signal.throwIfAborted();
		const { code = 'ERR_BODY_INCOMPLETE' } = error as { code?: string };
		throw brokenBodyFailure(deadline.aborted ? 'ETIMEDOUT' : code);
	} finally {
		close();
	}
}

/**
 * Parses JSON. Numbers that JavaScript cannot represent become strings: as numbers, two different IDs could be equal.
 *
 * @throws Failure, which is transient if the body is empty, cut off, or a web page, e.g. about maintenance
 */
export function parseJson(body: Buffer, expected: string): unknown {
	const text = decode(body);
	try {
		return JSON.parse(quoteLongNumbers(text));
	} catch {
		throw unreadable(text.trimStart(), expected);
	}
}

function decode(body: Buffer): string {
	try {
		// In a stream, the text may end inside a letter, like a body that was cut off.
		return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
	} catch {
		throw notUtf8();
	}
}

const notUtf8 = () => new Failure('bodyNotUtf8');

/** Matches numbers with many digits or a large exponent and, rarely, digits inside a string. */
const LONG_NUMBER = /(?:^|[\s:,[-])(?:\d{16}|\d[\d.]*e\+?\d{3})/i;

/** Matches a whole number of JSON and captures its exponent. */
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(e[+-]?\d+)?$/i;

/** Before Node 22, a JSON.parse reviver does not receive the original digits. */
function quoteLongNumbers(json: string): string {
	if (!LONG_NUMBER.test(json)) return json;
	let isInText = false;
	return json.replace(/\\.|"|-?\d[\d.eE+-]*/gs, (token) => {
		if (token === '"') isInText = !isInText;
		const number = isInText ? null : WHOLE_NUMBER.exec(token);
		// JSON.parse reads a larger number as Infinity, which n8n stores as null.
		const largest = number?.[1] === undefined ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
		return number && Math.abs(Number(token)) > largest ? `"${token}"` : token;
	});
}

/** Matches escape sequences, quotation marks, and words such as NaN that appear in place of a JSON value. */
const WORDS = /\\.|"|\b(?!(?:true|false|null)\b)[A-Za-z]\w*(?=\s*[,\]}])/gs;

function wordForValue(json: string): string | undefined {
	let isInText = false;
	for (const [token] of json.matchAll(WORDS)) {
		if (token === '"') isInText = !isInText;
		else if (!isInText && !token.startsWith('\\')) return token;
	}
	return undefined;
}

function unreadable(text: string, expected: string): Failure {
	const facts = { expected, systemCode: 'ERR_BODY_INCOMPLETE', isTransient: true };
	if (text.startsWith('<'))
		return new Failure('webPageInstead', { ...facts, systemCode: 'ERR_WEB_PAGE' });
	const word = /^[[{]/.test(text) ? wordForValue(text) : undefined;
	// The body is complete: a retry would return the same body.
	if (word !== undefined) return new Failure('valueInvalid', { found: excerpt(word) });
	return new Failure(text === '' ? 'bodyEmpty' : 'bodyInvalid', facts);
}
