import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WitnessedRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A host that nobody should talk to, or that a workflow reports to. */
export interface Witness {
	origin: string;
	requests: WitnessedRequest[];
	/** Resolves as soon as `count` requests have come, counted from the start. */
	arrived(count: number): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that records every request.
 *
 * @param answer gives the JSON of the answer; `{}` by default
 */
export async function startWitness(
	answer: (request: WitnessedRequest) => unknown = () => ({}),
): Promise<Witness> {
	const requests: WitnessedRequest[] = [];
	let waiting: { count: number; resolve: () => void }[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const witnessed = { method, url, headers, body: Buffer.concat(chunks).toString() };
			requests.push(witnessed);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer(witnessed)));
			for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
			waiting = waiting.filter(({ count }) => requests.length < count);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		arrived: (count) =>
			new Promise((resolve) => {
				if (requests.length >= count) resolve();
				else waiting.push({ count, resolve });
			}),
		stop: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}
