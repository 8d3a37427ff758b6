import { apiUrl } from '../token';
import { readAhead } from './ahead';
import type { Connection } from './connection';
import { listGuard, type ListedPage } from './guard';
import { nextPageUrl } from './nextPage';

/** @param query without the question mark */
export function firstPageUrl({ fields, request }: Connection, query = ''): string {
	const url = apiUrl(fields.baseUrl, request.path);
	return query === '' ? url : `${url}?${query}`;
}

/**
 * Reads the pages of a list in order, following the `Link` header of each (docs/engineers/service.md, Paging).
 *
 * @param firstUrl with the query, as in every link
 * @param options `ahead`: how many pages may be under way after the current one; `onHeaders` is called long before the
 * records of a page are here
 * @throws UserFacingError for a page that failed after all retries, or `connection.signal.reason`
 */
export async function* listPages(
	connection: Connection,
	firstUrl: string,
	options: { ahead: number; onHeaders?: (hasNext: boolean) => void },
): AsyncGenerator<ListedPage, void> {
	const pages = readAhead(connection, options);
	const guard = listGuard(connection.request);
	let number = 0;
	try {
		for (let url: string | undefined = firstUrl; url !== undefined;) {
			number += 1;
			const page = await pages.read(url, number);
			// Yields the page first, even if its link is unreadable: its records are good.
			yield guard.admit(page);
			url = nextPageUrl(page.link, page.url);
		}
	} catch (error) {
		// The reason of a caller that ends the list has nothing to do with a page.
		connection.signal.throwIfAborted();
		throw guard.explain(error, number);
	} finally {
		pages.close();
	}
}
