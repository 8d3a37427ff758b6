import { ADDRESS_FIELD, ServiceError } from '../errors';
import { isSameOrigin } from '../token';
import { findLinkTarget } from './linkHeader';

/** A page's `Link` header field, or its values when the response has several. */
export type LinkField = string | string[] | undefined;

/**
 * The address of the next page from a page's `Link` header (RFC 8288, `rel="next"`), as the service wrote
 * it (docs/service.md, Paging).
 *
 * @param pageUrl address of the page that carried it, against which a relative target is resolved
 * @returns `undefined` on the last page
 * @throws ServiceError when the field cannot be read, since the list may go on; and when it leads to another
 * origin or list, since the token would travel there
 */
export function nextPageUrl(field: LinkField, pageUrl: string): string | undefined {
	const target = nextTarget(field);
	return target === undefined ? undefined : pageUrlOf(target, pageUrl);
}

/**
 * The address of a page of the same list.
 *
 * @param target as a link has it
 * @throws ServiceError when it leads to another origin or list, since the token would travel there
 */
export function pageUrlOf(target: string, pageUrl: string): string {
	const page = new URL(pageUrl);
	const next = URL.canParse(target, pageUrl) ? new URL(target, pageUrl) : undefined;
	if (next?.pathname !== page.pathname || !isSameOrigin(target, pageUrl, pageUrl)) {
		throw new ServiceError(
			'The link to the next page leads to another address',
			`It was not followed, so that the access token stays with its service. Check ${ADDRESS_FIELD} in the credential; if it is right, tell the administrators of the platform.`,
		);
	}
	// Verbatim where possible: resolving would rewrite characters of a cursor that only the service understands.
	return target.startsWith(`${page.origin}/`) ? target : next.href;
}

/** Whether the list goes on after a page, as far as its link tells, even if it cannot be followed. */
export function hasNextPage(field: LinkField): boolean {
	try {
		return nextTarget(field) !== undefined;
	} catch {
		return true;
	}
}

function nextTarget(field: LinkField): string | undefined {
	if (field === undefined) return undefined;
	const text = Array.isArray(field) ? field.join(', ') : field;
	try {
		return findLinkTarget(text, 'next');
	} catch {
		throw unreadableLink(text);
	}
}

function unreadableLink(text: string): ServiceError {
	return new ServiceError(
		'The link to the next page cannot be read',
		`The list may have more pages, so it does not count as complete. The service sent "Link: ${excerpt(text)}". This is a fault of the service, or of a proxy in front of it: tell the administrators of the platform.`,
	);
}

const EXCERPT_LENGTH = 100;

/** A field in one line, without the cursor: queries, values and whatever is long and could be a token are cut. */
function excerpt(field: string): string {
	const line = field
		.slice(0, 10 * EXCERPT_LENGTH)
		.replace(/\?.*?(?=; |$)/gs, '?...')
		.replace(/(?<!\brel)=[^;,]*/gi, '=...')
		.replace(/[\w%+=~-]{16,}/g, '[removed]')
		// n8n shows descriptions as HTML.
		.replace(/[<>]|[^\x20-\x7e]+/g, '')
		.trim();
	return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}...` : line;
}
