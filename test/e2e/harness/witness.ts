import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './storedExecution';

const LOOK_EVERY_MS = 50;

interface WitnessedRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** A host that records requests. */
export interface Witness {
	origin: string;
	requests: WitnessedRequest[];
	/** Starts or stops rejecting requests; rejected requests are not recorded. */
	refuse(isRefusing: boolean): void;
	/**
	 * Resolves when `count` requests have arrived since the start. If `path` is given, only requests to that path
	 * count.
	 *
	 * @throws {Error} after five minutes, with the requests so far
	 */
	arrived(count: number, path?: string): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that records every request.
 *
 * @param answer returns the response, JSON or a file's bytes; `{}` by default
 */
export async function startWitness(
	answer: (request: WitnessedRequest) => unknown = () => ({}),
): Promise<Witness> {
	const requests: WitnessedRequest[] = [];
	let refuses = false;
	const server = createServer((request, response) => {
		if (refuses) {
			response.writeHead(503).end();
			return;
		}
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const witnessed = { method, url, headers, body: Buffer.concat(chunks).toString() };
			requests.push(witnessed);
			const given = answer(witnessed);
			const isFile = Buffer.isBuffer(given);
			response.setHeader('content-type', `application/${isFile ? 'octet-stream' : 'json'}`);
			response.end(isFile ? given : JSON.stringify(given));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		refuse: (isRefusing) => {
			refuses = isRefusing;
		},
		arrived: async (count, path) => {
			const come = () => requests.filter(({ url }) => path === undefined || url === path);
			const isDue = () => come().length >= count;
			await until(
				isDue,
				LOOK_EVERY_MS,
				() => `only these of ${count} requests arrived: ${JSON.stringify(come())}`,
			);
		},
		stop: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}
