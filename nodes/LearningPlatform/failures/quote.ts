import { jsonParse } from 'n8n-workflow';

import { isObject } from '../values/json';

/**
 * Reads the service's explanation of an error, in the formats seen in practice: `{"error":"code"}`,
 * `{"error":{"code","message"}}`, `{"code","message"}`, `{"error","error_description"}` (RFC 6749), and text.
 */
export function serviceMessage(body: unknown): { code?: string; text?: string } {
	const text = typeof body === 'string' ? body.trim() : undefined;
	const parsed = text === undefined ? body : jsonParse<unknown>(text, { fallbackValue: text });
	if (typeof parsed === 'string') {
		return parsed === '' || parsed.startsWith('<') ? {} : { text: excerpt(parsed) };
	}
	const outer = isObject(parsed) ? parsed : {};
	const inner = isObject(outer.error) ? outer.error : {};
	const code = firstText(inner.code, outer.error, outer.code);
	const message = firstText(inner.message, outer.message, outer.error_description);
	return {
		...(code !== undefined && { code: quoteCode(code) }),
		...(message !== undefined && { text: excerpt(message) }),
	};
}

/** Quotes the service's code and message on one line; returns '' if there is neither. */
export function quoteService(body: unknown): string {
	const { code, text } = serviceMessage(body);
	return [code, text].filter((part) => part !== undefined).join(': ');
}

function firstText(...candidates: unknown[]): string | undefined {
	return candidates.find((value): value is string => typeof value === 'string' && value !== '');
}

const EXCERPT_LENGTH = 200;
const LINK_LENGTH = 100;

/** Matches text that is long enough to be a token. */
const TOKEN = /[\w+/=~.-]{32,}/g;

/** Matches the query of a URL, which may contain a page cursor. */
const ADDRESS_QUERY = /(:\/\/[^\s?"']*)\?(?!\.{3})[^\s"']*/g;

/** Matches an escape sequence from a URL, HTML, or a programming language: it may hide a secret. */
const ESCAPE = /%u|%[\da-f]{2}|&[#\w]|\\/i;

/** Client secrets and access tokens in use, oldest first. */
const secrets = new Set<string>();
const MAX_SECRETS = 2_000;

/** Keeps a client secret or an access token out of any text quoted later. */
export function neverQuote(secret: string): void {
	// A shorter secret could be part of ordinary words.
	if (secret.length < 4) return;
	secrets.delete(secret);
	secrets.add(secret);
	const [oldest = ''] = secrets;
	if (secrets.size > MAX_SECRETS) secrets.delete(oldest);
}

/** Quotes the service on one line and removes anything that could be a token or a secret. */
export function excerpt(text: string): string {
	return inOneLine(text, EXCERPT_LENGTH, TOKEN);
}

/** Codes such as `attendanceSheetNotBelongToClassroomSlot` are as long as tokens but contain no digits. */
function quoteCode(code: string): string {
	return code.length <= EXCERPT_LENGTH && /^[A-Za-z]+$/.test(code)
		? withoutSecrets(code)
		: excerpt(code);
}

/** Quotes a `Link` header and removes queries, parameter values, and long text that could be a token. */
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
	// Longest first: one secret may begin with another.
	return [...secrets]
		.filter((secret) => text.includes(secret))
		.sort((a, b) => b.length - a.length)
		.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
}
