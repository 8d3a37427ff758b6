import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface Proxy {
	url: string;
	/** The forwarded requests, in order: method and absolute URL, or CONNECT and host. */
	carried: string[];
	stop(): void;
}

/**
 * Starts an HTTP proxy that forwards requests and supports CONNECT tunnels (RFC 9110, section 9.3.6).
 *
 * @param inPlaceOf maps a host and port to its replacement
 */
export async function startProxy(inPlaceOf: Record<string, string> = {}): Promise<Proxy> {
	const carried: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((incoming, response) => {
		carried.push(`${incoming.method} ${incoming.url}`);
		forward(incoming, response);
	});
	server.on('connection', (socket: Socket) => sockets.add(socket));
	server.on('connect', ({ url = '' }: IncomingMessage, client: Socket) => {
		carried.push(`CONNECT ${url}`);
		sockets.add(tunnel(inPlaceOf[url] ?? url, client));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const stop = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, carried, stop };
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
	const { method, headers, url = '' } = incoming;
	const onward = request(url, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	incoming.pipe(onward);
}

function tunnel(host: string, client: Socket): Socket {
	const { hostname, port } = new URL(`http://${host}`);
	const service = connect(Number(port), hostname, () => {
		client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		service.pipe(client).pipe(service);
	});
	client.on('error', () => service.destroy());
	service.on('error', () => client.destroy());
	return service;
}
