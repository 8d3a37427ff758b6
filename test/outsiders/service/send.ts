import type { Socket } from 'node:net';

import type { Send } from './http';

/** Sends the status line and the headers. */
export const head = (socket: Socket, lines: string[]) =>
	socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');

/** Sends a body with a Content-Length header (RFC 9112, section 6.2). */
export const withLength: Send = (socket, lines, body) => {
	head(socket, [...lines, `Content-Length: ${body.length}`]);
	socket.write(body);
};

/** Sends a body in chunks (RFC 9112, section 7.1), followed by trailer fields. */
export const inChunks =
	(size: number, trailers: string[] = []): Send =>
	(socket, lines, body) => {
		head(socket, [...lines, 'Transfer-Encoding: chunked']);
		for (let at = 0; at < body.length; at += size) {
			const chunk = body.subarray(at, at + size);
			socket.write(`${chunk.length.toString(16)}\r\n`);
			socket.write(chunk);
			socket.write('\r\n');
		}
		socket.write(`0\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`);
	};

/** Sends a body and marks its end by closing the connection (RFC 9112, section 6.3). */
export const untilClose: Send = (socket, lines, body) => {
	head(socket, [...lines, 'Connection: close']);
	socket.end(body);
};
