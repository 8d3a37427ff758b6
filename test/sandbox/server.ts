import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A listening socket that can be closed at once, whatever hangs on it. */
export interface Listening {
	port: number;
	/** Cuts every connection and frees the port; a second call waits for the first. */
	close(): Promise<void>;
}

/**
 * Listens on a port.
 *
 * @param certificate speaks HTTPS with it.
 * @throws {NodeJS.ErrnoException} for example EADDRINUSE.
 */
export async function listen(
	address: { host: string; port: number },
	handle: RequestListener,
	certificate?: { key: string; cert: string },
): Promise<Listening> {
	const server = certificate ? createTlsServer(certificate, handle) : createServer(handle);
	// Longer than any client keeps an idle connection, so that none is closed under a request.
	server.keepAliveTimeout = 75_000;
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(address.port, address.host, () => {
			resolve();
		});
	});
	let closing: Promise<void> | undefined;
	return {
		port: (server.address() as AddressInfo).port,
		close: () => (closing ??= closeServer(server, sockets)),
	};
}

function closeServer(server: Server, sockets: Set<Socket>): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => {
			resolve();
		});
		for (const socket of sockets) socket.destroy();
	});
}
