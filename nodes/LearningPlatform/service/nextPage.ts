import { Failure } from '../failures/failure';
import { quoteLink } from '../failures/quote';
import { isSameOrigin } from '../token';

/**
 * Returns the URL of the next page from a `Link` header (RFC 8288, `rel="next"`; docs/engineers/service.md, Paging).
 *
 * @returns `undefined` on the last page
 * @throws Failure if the header is unreadable (the list may continue), or any error from `pageUrlOf`
 */
export function nextPageUrl(
	field: string | string[] | undefined,
	pageUrl: string,
): string | undefined {
	const target = findNext(asUtf8([field ?? ''].flat().join(', ')));
	return target === undefined ? undefined : pageUrlOf(target, pageUrl);
}

/** Returns a link's URL. @throws Failure for a different origin or list, because it would receive the token */
export function pageUrlOf(target: string, pageUrl: string): string {
	const page = new URL(pageUrl);
	const next = URL.canParse(target, pageUrl) ? new URL(target, pageUrl) : undefined;
	if (!next || !isSamePath(next, page) || !isSameOrigin(target, pageUrl, pageUrl)) {
		throw new Failure('linkElsewhere', next && { found: `${placeOf(page)} to ${placeOf(next)}` });
	}
	// Return the target unchanged if possible: resolving the target would rewrite characters in the cursor.
	return target.startsWith(`${page.origin}/`) ? target : next.href;
}

/** Quotes a URL without its user name and cursor. */
const placeOf = ({ origin, pathname }: URL) => quoteLink(`${origin}${pathname}`);

function isSamePath(a: URL, b: URL): boolean {
	return JSON.stringify(segmentsOf(a)) === JSON.stringify(segmentsOf(b));
}

/** Splits a path into decoded segments, ignoring a trailing slash. */
function segmentsOf({ pathname }: URL): string[] {
	return pathname.replace(/\/$/, '').split('/').map(decoded);
}

/** Returns the last segment of a path: a list's name or a record's ID. */
export function lastSegmentOf(pageUrl: string): string {
	return segmentsOf(new URL(pageUrl)).at(-1) ?? '';
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

const SEPARATORS = /[, \t]*/y;

const TARGET = /<([^>]*)>[ \t]*/y;

/** Captures a parameter's name and its value, which is a quoted string (RFC 9110, section 5.6.4) or a token. */
const PARAMETER =
	/;[; \t]*([^=;, \t]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|((?!")[^;, \t]*)))?[ \t]*/y;

/** Matches a relation type (RFC 8288, section 3.3) in lowercase: a registered name or a URL. */
const RELATION = /^[a-z][a-z\d.-]*(:.+)?$/;

/** Finds the first `next` link (RFC 8288, section 3). @throws Failure if an unreadable part may contain one */
function findNext(header: string): string | undefined {
	let at = 0;
	const read = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const match = pattern.exec(header);
		if (match) at = pattern.lastIndex;
		return match;
	};
	let allAreRelations = true;
	for (read(SEPARATORS); at < header.length; read(SEPARATORS)) {
		const link = read(TARGET);
		if (!link) throw unreadableLink(header);
		let rel: string | undefined;
		for (let parameter = read(PARAMETER); parameter; parameter = read(PARAMETER)) {
			const [, name = '', quoted, token = ''] = parameter;
			// The first `rel` parameter wins.
			if (name.toLowerCase() === 'rel') rel ??= quoted?.replace(/\\(.)/g, '$1') ?? token;
		}
		const relations = rel?.toLowerCase().match(/[^ \t]+/g) ?? [''];
		const target = link[1]?.trim();
		if (target && relations.includes('next')) return target;
		allAreRelations &&= target !== '' && relations.every((relation) => RELATION.test(relation));
	}
	if (!allAreRelations) throw unreadableLink(header);
	return undefined;
}

function unreadableLink(header: string): Failure {
	return new Failure('linkUnreadable', { quote: quoteLink(header) });
}

/** Decodes a header as UTF-8 if its bytes are valid UTF-8: Node.js decodes headers as Latin-1. */
function asUtf8(header: string): string {
	const text = Buffer.from(header, 'latin1').toString('utf8');
	return text.includes('\uFFFD') ? header : text;
}
