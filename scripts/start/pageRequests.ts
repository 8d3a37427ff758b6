import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** One answered request for a page of a list. */
export interface PageResponse {
	status: number;
	hasNext: boolean;
}

/**
 * Calls back for each page of a list that this process requests, when its headers arrive. Node
 * itself reports them, so that the node under way needs no knowledge of being watched.
 * @param listPath end of the path of the list, such as `/api/v2/courses`.
 * @returns a function that ends it.
 */
export function watchPages(listPath: string, onPage: (page: PageResponse) => void): () => void {
	const responses = channel('http.client.response.finish');
	const listener = (message: unknown) => {
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		const [path = ''] = request.path.split('?');
		if (request.method !== 'GET' || !path.endsWith(listPath)) return;
		onPage({ status: response.statusCode ?? 0, hasNext: response.headers.link !== undefined });
	};
	responses.subscribe(listener);
	return () => {
		responses.unsubscribe(listener);
	};
}
