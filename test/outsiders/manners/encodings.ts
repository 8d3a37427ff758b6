import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { Manner } from '../service';
import { all, fields, steps, typed, type Case } from './case';

/** JSON exchanged between systems must be UTF-8 (RFC 8259, section 8.1); its media type defines no charset (section 11). */
export const charsets: Case[] = [
	[
		'The type is a custom kind of JSON',
		'all',
		typed('application/vnd.platform.v2+json; profile="a;b"'),
	],
	['The type is plain text', 'all', typed('text/plain')],
	['There is no type', 'all', typed('')],
	['The type is HTML, the body is not', 'all or an error', typed('text/html; charset=utf-8')],
	['The type is bytes', 'all or an error', typed('application/octet-stream')],
	['The charset is wrong, the body is UTF-8', 'all', typed('application/json; charset=iso-8859-1')],
	[
		'A character is cut in half',
		'an error',
		steps({ bytes: (json) => Buffer.from(Buffer.from(json).filter((byte) => byte !== 0xab)) }),
	],
];

const coded = (name: string, coding: (bytes: Buffer) => Buffer): Manner =>
	all(fields(`Content-Encoding: ${name}`), steps({ coding }));

const members = (b: Buffer) => Buffer.concat([gzipSync(b.subarray(0, 9)), gzipSync(b.subarray(9))]);
const badSum = (b: Buffer) => Buffer.concat([gzipSync(b).subarray(0, -8), Buffer.alloc(8, 1)]);

/** RFC 9110, section 8.4. The request asks for gzip, deflate and br; the response may use any of them or none. */
export const codings: Case[] = [
	['Pages are compressed by gzip', 'all', coded('gzip', gzipSync)],
	['Pages are compressed by Brotli', 'all', coded('br', brotliCompressSync)],
	['Pages are deflated', 'all', coded('deflate', deflateSync)],
	['Pages are deflated without the frame', 'all', coded('deflate', deflateRawSync)],
	['Pages are gzip of several members', 'all', coded('gzip', members)],
	['A coding is named, but nothing is encoded', 'all or an error', coded('gzip', (bytes) => bytes)],
	['The coding is not named', 'all or an error', steps({ coding: gzipSync })],
	[
		'The compressed data ends early',
		'an error',
		coded('gzip', (b) => gzipSync(b).subarray(0, -12)),
	],
	['The checksum is wrong', 'all or an error', coded('gzip', badSum)],
	[
		'A page is cut off before it is encoded',
		'an error',
		coded('gzip', (b) => gzipSync(b.subarray(0, -5))),
	],
];
