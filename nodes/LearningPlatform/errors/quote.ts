import { isObject } from '../values/fieldPath';

/**
 * Reads what the service says about an error, in the shapes seen in the wild: `{"error":"code"}`,
 * `{"error":{"code","message"}}`, `{"code","message"}`, `{"error","error_description"}` (RFC 6749), and text.
 */
export function readServiceError(body: string): ReturnType<typeof serviceMessage> {
	const text = body.trim();
	if (text === '' || text.startsWith('<')) return {};
	try {
		return serviceMessage(JSON.parse(text));
	} catch {
		return serviceMessage(text);
	}
}

/** Reads what the service says in parsed JSON. */
export function serviceMessage(parsed: unknown): { code?: string; text?: string } {
	if (typeof parsed === 'string') return { text: excerpt(parsed) };
	const outer = isObject(parsed) ? parsed : {};
	const inner = isObject(outer.error) ? outer.error : {};
	const code = firstText(inner.code, outer.error, outer.code);
	const message = firstText(inner.message, outer.message, outer.error_description);
	return {
		...(code !== undefined && { code: quoteCode(code) }),
		...(message !== undefined && { text: excerpt(message) }),
	};
}

/** Returns code and message in one line; '' without either. */
export function wordsOf({ code, text }: ReturnType<typeof serviceMessage>): string {
	return [code, text].filter((part) => part !== undefined).join(': ');
}

function firstText(...candidates: unknown[]): string | undefined {
	return candidates.find((value): value is string => typeof value === 'string' && value !== '');
}

const EXCERPT_LENGTH = 200;
const LINK_LENGTH = 100;

/** Text long enough to be a token. */
const TOKEN = /[\w+/=~.-]{32,}/g;

/** The query of an address, which has the cursor of a page in it. */
const ADDRESS_QUERY = /(:\/\/[^\s?"']*)\?(?!\.{3})[^\s"']*/g;

/** An escape of an address, of HTML, or of a programming language: a secret may be behind it. */
const ESCAPE = /%u|%[\da-f]{2}|&[#\w]|\\/i;

/** Client secrets and access tokens in use, the oldest first. */
const secrets = new Set<string>();
const MAX_SECRETS = 2_000;

/** Removes a client secret or access token from all later quotes. */
export function neverQuote(secret: string): void {
	// A shorter secret could be part of many words.
	if (secret.length < 4) return;
	secrets.delete(secret);
	secrets.add(secret);
	const [oldest = ''] = secrets;
	if (secrets.size > MAX_SECRETS) secrets.delete(oldest);
}

/** Quotes the service in one line, without anything that could be a token or a secret. */
export function excerpt(text: string): string {
	return inOneLine(text, EXCERPT_LENGTH, TOKEN);
}

/** Codes such as `attendanceSheetNotBelongToClassroomSlot` are as long as tokens, but have no digits. */
function quoteCode(code: string): string {
	return code.length <= EXCERPT_LENGTH && /^[A-Za-z]+$/.test(code)
		? withoutSecrets(code)
		: excerpt(code);
}

/** Quotes a `Link` field without queries, values and any long text that could be a token. */
export function quoteLink(field: string): string {
	const line = field
		.slice(0, 10 * LINK_LENGTH)
		.replace(/\?.*?(?=; |$)/gs, '?...')
		.replace(/(?<!\brel)=[^;,]*/gi, '=...')
		.replace(/[<>]|[^\x20-\x7e]+/g, '');
	return inOneLine(line, LINK_LENGTH, /[\w%+=~-]{16,}/g);
}

function inOneLine(text: string, length: number, token: RegExp): string {
	const shown = withoutSecrets(text.slice(0, 100 * EXCERPT_LENGTH)).slice(0, 10 * EXCERPT_LENGTH);
	if (ESCAPE.test(shown)) return '[removed]';
	const line = shown
		.replace(/<[^>]*>/g, ' ')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.replace(ADDRESS_QUERY, '$1?...')
		.replace(token, '[removed]')
		.trim();
	return line.length > length ? `${line.slice(0, length)}...` : line;
}

function withoutSecrets(text: string): string {
	// One secret may begin with another.
	return [...secrets]
		.filter((secret) => text.includes(secret))
		.sort((one, other) => other.length - one.length)
		.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
}
