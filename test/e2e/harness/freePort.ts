import { createServer } from 'node:net';

/**
 * Below the ports that systems choose for connections: n8n takes up to a minute until it listens, and until then
 * each connection of anybody's could get the port.
 */
const FIRST = 20_000;
const PORTS = 12_000;

/** Test files that run at the same time are different processes, and begin apart from each other. */
const APART = 60;

let next = (process.pid * APART) % PORTS;

/** A port on 127.0.0.1 that is free and was not handed out before, for servers that must be told theirs. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + next;
		next = (next + 1) % PORTS;
		if (await isFree(port)) return port;
	}
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
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
