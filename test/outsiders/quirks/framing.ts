import { head, inChunks, untilClose, withLength, type Quirk, type Send } from '../service';
import { all, fields, once, onPage, steps, type Case } from './case';

const sent = (send: Send): Quirk => steps({ send });

const closing: Send = (socket, lines, body) => {
	withLength(socket, [...lines, 'Connection: keep-alive', 'Keep-Alive: timeout=60'], body);
	socket.end();
};

/** Sends an interim response (RFC 9110, section 15.2) before the final response. */
const afterEarlyHints: Send = (socket, lines, body) => {
	head(socket, ['HTTP/1.1 103 Early Hints', 'Link: </x>; rel="next"']);
	withLength(socket, lines, body);
};

/** Valid ways to frame a response (RFC 9112). */
export const legalFraming: Case[] = [
	['Pages arrive in one-byte chunks', 'all records', sent(inChunks(1))],
	['Trailers follow the chunks', 'all records', sent(inChunks(64, ['Server-Timing: db;dur=5']))],
	['A closed connection ends the page', 'all records', sent(untilClose)],
	['The version is HTTP/1.0', 'all records', all(steps({ version: 'HTTP/1.0' }), sent(untilClose))],
	['Connections close despite keep-alive', 'all records', sent(closing)],
	['Early Hints contain a next link', 'all records', sent(afterEarlyHints)],
	['The reason phrase is empty', 'all records', steps({ status: '200 ' })],
	['The headers total 10 kB', 'all records', fields(`X-Long: ${'x'.repeat(10_000)}`)],
];

const LATE = /did not respond in time \(courses, page \d\).*raise Timeout under Request Options/s;

/** Responses that never end: only a timeout helps. */
export const hanging: Case[] = [
	['The second page never arrives', LATE, onPage(2, steps({ send: () => undefined }))],
	[
		'The second page never ends',
		LATE,
		onPage(
			2,
			sent((socket, lines) => head(socket, [...lines, 'Content-Length: 99']) && socket.write('[')),
		),
	],
];

const half = (body: Buffer) => body.subarray(0, body.length / 2);

const cut: Send = (socket, lines, body) => {
	head(socket, [...lines, `Content-Length: ${body.length}`]);
	socket.end(half(body));
};

const cutUntilClose: Send = (socket, lines, body) => {
	untilClose(socket, lines, half(body));
};

const CHUNKED = 'Transfer-Encoding: chunked';

export const brokenFraming: Case[] = [
	['A page is shorter than its Content-Length', 'an error', sent(cut)],
	['The connection closes in the middle of a page', 'an error', sent(cutUntilClose)],
	[
		'A chunk ends early',
		'an error',
		sent((socket, lines) => {
			head(socket, [...lines, CHUNKED]);
			socket.end('5\r\n[{"_i');
		}),
	],
	[
		'The last chunk is missing',
		'all records or an error',
		sent((socket, lines, body) => {
			head(socket, [...lines, CHUNKED]);
			socket.end(`${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`, 'latin1');
		}),
	],
	[
		'The Content-Length is too short',
		'an error',
		sent((socket, lines, body) => {
			head(socket, [...lines, 'Content-Length: 5']);
			socket.end(body);
		}),
	],
	['The headers total 17 kB', 'all records or an error', fields(`X-Long: ${'x'.repeat(17_000)}`)],
	['The response is not HTTP', 'an error', sent((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))],
	['The connection closes without a response', 'an error', sent((socket) => socket.end())],
	['The connection is reset', 'an error', sent((socket) => socket.resetAndDestroy())],
	[
		'Every page fails once',
		'all records or an error',
		once(steps({ status: '503 Service Unavailable' })),
	],
];
