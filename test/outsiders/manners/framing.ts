import {
	afterInterim,
	cut,
	dripping,
	inChunks,
	untilClose,
	withLength,
	type Manner,
	type Send,
} from '../service';
import { all, fields, once, onPage, steps, type Case } from './case';

const sent = (send: Send): Manner => steps({ send });

const closing: Send = (socket, lines, body) => {
	withLength(socket, [...lines, 'Connection: keep-alive', 'Keep-Alive: timeout=60'], body);
	socket.end();
};

/** How an answer is cut into a message (RFC 9112). */
export const legalFraming: Case[] = [
	['Pages come in chunks of a byte', 'all', sent(inChunks(1))],
	[
		'Trailers follow the chunks',
		'all',
		sent(inChunks(64, ['Server-Timing: db;dur=5', 'Digest: x'])),
	],
	['A page ends with its connection', 'all', sent(untilClose)],
	['The protocol is HTTP/1.0', 'all', all(steps({ version: 'HTTP/1.0' }), sent(untilClose))],
	['Connections close in spite of keep-alive', 'all', sent(closing)],
	['Pages drip', 'all', sent(dripping)],
	[
		'Early Hints have a next link',
		'all',
		sent(afterInterim(['HTTP/1.1 103 Early Hints', 'Link: </x>; rel="next"'])),
	],
	['100 Continue comes unasked', 'all', sent(afterInterim(['HTTP/1.1 100 Continue']))],
	['The reason is empty', 'all', steps({ status: '200 ' })],
	[
		'Field names are in lower case',
		'all',
		(answer) => {
			answer.fields = answer.fields.map((line) =>
				line.replace(/^[^:]+/, (name) => name.toLowerCase()),
			);
		},
	],
	['Fields come to 10 kB', 'all', fields(`X-Long: ${'x'.repeat(10_000)}`)],
];

const LATE = /did not answer in time \(courses, page \d\).*raise Timeout under Request Options/s;

/** What a timeout has to end. */
export const hanging: Case[] = [
	[
		'The second page never comes',
		LATE,
		onPage(
			2,
			sent(() => undefined),
		),
	],
	[
		'The second page never ends',
		LATE,
		onPage(
			2,
			sent((socket, lines) => socket.write(`${lines.join('\r\n')}\r\nContent-Length: 99\r\n\r\n[`)),
		),
	],
];

export const brokenFraming: Case[] = [
	['A page is shorter than its length', 'an error', sent(cut(withLength, 0.5))],
	['A page ends with its connection too early', 'an error', sent(cut(untilClose, 0.5))],
	[
		'Chunks end early',
		'an error',
		sent((socket, lines) =>
			socket.end(`${lines.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[{"_i`),
		),
	],
	[
		'The last chunk is missing',
		'all or an error',
		sent((socket, lines, body) => {
			socket.end(
				`${lines.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`,
				'latin1',
			);
		}),
	],
	[
		'The length is too short',
		'an error',
		sent((socket, lines, body) => {
			socket.end(
				Buffer.concat([
					Buffer.from(`${lines.join('\r\n')}\r\nContent-Length: 5\r\n\r\n`, 'latin1'),
					body,
				]),
			);
		}),
	],
	['Fields come to 17 kB', 'all or an error', fields(`X-Long: ${'x'.repeat(17_000)}`)],
	[
		'The link is 17 kB long',
		'all or an error',
		(answer) => {
			answer.links = (next) =>
				next === undefined ? [] : [`<${next}&a=${'x'.repeat(17_000)}>; rel="next"`];
		},
	],
	['The answer is no HTTP', 'an error', sent((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))],
	['The connection ends without an answer', 'an error', sent((socket) => socket.end())],
	['The connection is reset', 'an error', sent((socket) => socket.resetAndDestroy())],
	['Every page fails once', 'all or an error', once(steps({ status: '503 Service Unavailable' }))],
];
