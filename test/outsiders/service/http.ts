import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A request as received. */
export interface Request {
	method: string;
	/** Path and query as received. */
	target: string;
	/** Values by lowercase name. */
	headers: Map<string, string>;
}

/** Writes a response to the socket: the status line and headers, then the body. */
export type Send = (socket: Socket, head: string[], body: Buffer) => void;

export interface HttpServer {
	port: number;
	stop: () => Promise<void>;
}

/**
 * Speaks HTTP/1.1 (RFC 9112) on a raw socket because Node's server refuses to send most malformed responses.
 *
 * @param respond writes the response
 */
export async function startHttp(
	respond: (request: Request, socket: Socket) => void,
): Promise<HttpServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(
			socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)),
		);
		let received = '';
		socket.setEncoding('latin1').on('data', (data) => {
			received += String(data);
			for (let end = endOfRequest(received); end > 0; end = endOfRequest(received)) {
				const request = parse(received.slice(0, end));
				received = received.slice(end);
				respond(request, socket);
			}
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await once(server.close(), 'close');
		},
	};
}

/** Returns the length of the first request, including the body, or 0 if the request is incomplete. */
function endOfRequest(received: string): number {
	const headEnd = received.indexOf('\r\n\r\n') + 4;
	if (headEnd < 4) return 0;
	const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0;
	const end = headEnd + Number(length);
	return received.length < end ? 0 : end;
}

function parse(received: string): Request {
	const [head = ''] = received.split('\r\n\r\n');
	const [line = '', ...fields] = head.split('\r\n');
	const [method = '', target = ''] = line.split(' ');
	const headers = fields.map((field): [string, string] => {
		const colon = field.indexOf(':');
		return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
	});
	return { method, target, headers: new Map(headers) };
}
