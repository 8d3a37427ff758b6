import { createServer } from 'node:net';

/**
 * Below the range from which systems choose ports for connections. Otherwise, a connection could take n8n's port
 * while n8n is starting, which takes up to a minute.
 */
const FIRST = 20_000;
const PORTS = 12_000;

/** The gap between the first ports of two processes; each test file runs in its own process. */
const APART = 60;

let next = (process.pid * APART) % PORTS;

/** Returns a new free port on 127.0.0.1, for servers that cannot choose one. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + next;
		next = (next + 1) % PORTS;
		if (await isFree(port)) return port;
	}
}

/** True if a server can listen on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => {
			resolve(false);
		});
		server.listen(port, '127.0.0.1', () => {
			server.close(() => {
				resolve(true);
			});
		});
	});
}
