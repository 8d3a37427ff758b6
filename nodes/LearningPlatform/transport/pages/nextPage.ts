import { ServiceError } from '../errors';
import { isSameOrigin } from '../token';
import { findLinkTarget } from './linkHeader';

/**
 * The address of the next page from a page's `Link` header (RFC 8288, `rel="next"`), as the service wrote
 * it. There is none on the last page.
 *
 * @param linkHeader the field value, or its values when the response has several
 * @param pageUrl address of the page that carried it, against which a relative target is resolved
 * @throws ServiceError when it leads to another origin or list: the token would travel there
 */
export function nextPageUrl(
	linkHeader: string | string[] | undefined,
	pageUrl: string,
): string | undefined {
	const header = Array.isArray(linkHeader) ? linkHeader.join(', ') : (linkHeader ?? '');
	const target = findLinkTarget(header, 'next');
	if (target === undefined) return undefined;
	const page = new URL(pageUrl);
	const next = URL.canParse(target, pageUrl) ? new URL(target, pageUrl) : undefined;
	if (next?.pathname !== page.pathname || !isSameOrigin(target, pageUrl, pageUrl)) {
		throw new ServiceError(
			'The link to the next page leads to another address',
			'It was not followed, so that the access token stays with its service. Check Base URL in the credential; if it is right, tell the administrators of the platform.',
		);
	}
	// Verbatim where possible: resolving would rewrite characters of a cursor that only the service understands.
	return target.startsWith(`${page.origin}/`) ? target : next.href;
}
