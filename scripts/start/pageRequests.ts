import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** A request for a page of a list, and its response. */
interface PageResponse {
	status: number;
	hasNext: boolean;
}

/**
 * Calls back when the headers of a page arrive in this process. Node.js reports them, so n8n's node needs no hook.
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
