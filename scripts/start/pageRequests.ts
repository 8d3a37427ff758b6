import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** The response to a request for one page of a list. */
interface PageResponse {
	status: number;
	hasNext: boolean;
}

/**
 * Calls back when a page's headers arrive in this process. Node.js reports them, so n8n's node needs no hook.
 *
 * @param listPath the end of the list's path, such as `/api/v2/courses`
 * @returns a function that stops the callbacks
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
