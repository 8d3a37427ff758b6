import { CHECK_ADDRESS, quoteLink, serviceError, type UserFacingError } from '../errors';
import { isSameOrigin } from '../token';

/** Where a list continues after a page. `unknown`: the list may continue, but its link is unreadable. */
export type Next = { kind: 'page'; url: string } | { kind: 'unknown' } | { kind: 'end' };

export function nextOf(field: string | string[] | undefined, pageUrl: string): Next {
	try {
		const url = nextPageUrl(field, pageUrl);
		return url === undefined ? { kind: 'end' } : { kind: 'page', url };
	} catch {
		return { kind: 'unknown' };
	}
}

/** Returns whether a list continues after a page, even if its link cannot be followed. */
export function hasNextPage(field: string | string[] | undefined, pageUrl: string): boolean {
	return nextOf(field, pageUrl).kind !== 'end';
}

/**
 * The address of the next page from a page's `Link` header (RFC 8288, `rel="next"`; docs/engineers/service.md, Paging).
 *
 * @param pageUrl address of the page that carried it
 * @returns `undefined` on the last page
 * @throws UserFacingError when the field cannot be read, since the list may continue, and as `pageUrlOf`
 */
export function nextPageUrl(
	field: string | string[] | undefined,
	pageUrl: string,
): string | undefined {
	const target = nextTarget(field);
	return target === undefined ? undefined : pageUrlOf(target, pageUrl);
}

/**
 * The address of another page of the same list.
 *
 * @param target as a link has it, possibly relative
 * @throws UserFacingError when it leads to another origin or list, since the token would travel there
 */
export function pageUrlOf(target: string, pageUrl: string): string {
	const page = new URL(pageUrl);
	const next = URL.canParse(target, pageUrl) ? new URL(target, pageUrl) : undefined;
	if (!next || !isSamePath(next, page) || !isSameOrigin(target, pageUrl, pageUrl)) {
		throw serviceError('The link to the next page leads to another address', [
			next ? `It leads from ${placeOf(page)} to ${placeOf(next)}.` : '',
			'It was not followed, so that the access token stays with its service.',
			CHECK_ADDRESS,
		]);
	}
	// Verbatim where possible: resolving would rewrite characters of a cursor that only the service understands.
	return target.startsWith(`${page.origin}/`) ? target : next.href;
}

/** Without a user name and a cursor. */
const placeOf = ({ origin, pathname }: URL) => quoteLink(`${origin}${pathname}`);

function isSamePath(one: URL, other: URL): boolean {
	return JSON.stringify(segmentsOf(one)) === JSON.stringify(segmentsOf(other));
}

/** The same with and without escapes, or a slash at the end. */
function segmentsOf({ pathname }: URL): string[] {
	return pathname.replace(/\/$/, '').split('/').map(decoded);
}

/** The last segment of a path: the name of a list, or the ID of a record. */
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

function nextTarget(field: string | string[] | undefined): string | undefined {
	if (field === undefined) return undefined;
	const text = asUtf8(Array.isArray(field) ? field.join(', ') : field);
	return /^[\s,]*$/.test(text) ? undefined : findNext(text);
}

const SEPARATORS = /[, \t]*/y;

const TARGET = /<([^>]*)>[ \t]*/y;

/** A parameter of a link: its name, and its value as a quoted string (RFC 9110, section 5.6.4) or a token. */
const PARAMETER =
	/;[; \t]*([^=;, \t]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|((?!")[^;, \t]*)))?[ \t]*/y;

/** A registered name or an address (RFC 8288, section 3.3), in small letters. */
const RELATION = /^[a-z][a-z\d.-]*(:.+)?$/;

/**
 * Returns the target of the first link with the relation `next` (RFC 8288, section 3), as written. Ignores the
 * rest.
 *
 * @throws UserFacingError when there is none, but a part of the field is unreadable: it may be that link
 */
function findNext(header: string): string | undefined {
	let at = 0;
	const read = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const match = pattern.exec(header);
		if (match) at = pattern.lastIndex;
		return match;
	};
	let allAreRelations = true;
	read(SEPARATORS);
	do {
		const link = read(TARGET);
		if (!link) throw unreadable(header);
		let rel: string | undefined;
		for (let found = read(PARAMETER); found; found = read(PARAMETER)) {
			const [, name = '', quoted, token = ''] = found;
			// The first of several wins.
			if (name.toLowerCase() === 'rel') rel ??= quoted?.replace(/\\(.)/g, '$1') ?? token;
		}
		const relations = rel?.toLowerCase().match(/[^ \t]+/g) ?? [''];
		const target = link[1]?.trim();
		if (target && relations.includes('next')) return target;
		allAreRelations &&= target !== '' && relations.every((relation) => RELATION.test(relation));
		read(SEPARATORS);
	} while (at < header.length);
	if (!allAreRelations) throw unreadable(header);
	return undefined;
}

function unreadable(header: string): UserFacingError {
	return serviceError(
		'The link to the next page cannot be read',
		`The list may have more pages, so it is not treated as complete. The service sent "Link: ${quoteLink(header)}". This is a fault of the service, or of a proxy in front of it: tell the administrators of the platform.`,
	);
}

/** Node.js decodes headers as Latin-1. Bytes that are valid UTF-8 were hardly meant as anything else. */
function asUtf8(field: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(field, 'latin1'));
	} catch {
		return field;
	}
}
