import type { Socket } from 'node:net';

import type { Send } from './http';

const head = (socket: Socket, lines: string[]) =>
	socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');

/** Content-Length: the usual way (RFC 9112, section 6.2). */
export const withLength: Send = (socket, lines, body) => {
	head(socket, [...lines, `Content-Length: ${body.length}`]);
	socket.write(body);
};

/** Chunks of a few bytes (RFC 9112, section 7.1), and fields behind the last one. */
export const inChunks =
	(size: number, trailers: string[] = [], extension = ''): Send =>
	(socket, lines, body) => {
		head(socket, [...lines, 'Transfer-Encoding: chunked']);
		for (let at = 0; at < body.length; at += size) {
			const chunk = body.subarray(at, at + size);
			socket.write(`${chunk.length.toString(16)}${extension}\r\n`);
			socket.write(chunk);
			socket.write('\r\n');
		}
		socket.write(`0\r\n${trailers.map((line) => `${line}\r\n`).join('')}\r\n`);
	};

/** The body ends where the connection does (RFC 9112, section 6.3). */
export const untilClose: Send = (socket, lines, body) => {
	head(socket, [...lines, 'Connection: close']);
	socket.end(body);
};

/** Interim answers (RFC 9110, section 15.2) before the real one. */
export const afterInterim =
	(...interim: string[][]): Send =>
	(socket, lines, body) => {
		for (const early of interim) head(socket, early);
		withLength(socket, lines, body);
	};

/** Only the first part of the body, and then the end of the connection. */
export const cut =
	(send: Send, share: number): Send =>
	(socket, lines, body) => {
		const whole = Buffer.concat([body]);
		if (send === withLength) {
			head(socket, [...lines, `Content-Length: ${whole.length}`]);
			socket.end(whole.subarray(0, whole.length * share));
		} else {
			send(socket, lines, whole.subarray(0, whole.length * share));
		}
	};

/** Byte by byte, each in a turn of its own. */
export const dripping: Send = (socket, lines, body) => {
	head(socket, [...lines, `Content-Length: ${body.length}`]);
	const drip = (at: number) => {
		if (at >= body.length || socket.destroyed) return;
		socket.write(body.subarray(at, at + 1));
		setImmediate(drip, at + 1);
	};
	drip(0);
};
