import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { Quirk } from '../service';
import { all, fields, steps, typed, type Case } from './case';

/** JSON must be UTF-8 (RFC 8259, section 8.1); `application/json` has no charset parameter (section 11). */
export const charsets: Case[] = [
	['The type is custom', 'all records', typed('application/vnd.platform.v2+json; profile="a;b"')],
	['The type is plain text', 'all records', typed('text/plain')],
	['There is no type', 'all records', typed('')],
	['JSON is declared as HTML', 'all records or an error', typed('text/html; charset=utf-8')],
	['The type is binary', 'all records or an error', typed('application/octet-stream')],
	['UTF-8 is declared as Latin-1', 'all records', typed('application/json; charset=iso-8859-1')],
	[
		'A character is cut in half',
		'an error',
		steps({ bytes: (json) => Buffer.from(Buffer.from(json).filter((byte) => byte !== 0xab)) }),
	],
];

const coded = (name: string, coding: (bytes: Buffer) => Buffer): Quirk =>
	all(fields(`Content-Encoding: ${name}`), steps({ coding }));

const members = (b: Buffer) => Buffer.concat([gzipSync(b.subarray(0, 9)), gzipSync(b.subarray(9))]);
const badSum = (b: Buffer) => Buffer.concat([gzipSync(b).subarray(0, -8), Buffer.alloc(8, 1)]);

/** RFC 9110, section 8.4. The request accepts gzip, deflate, and br; the response may use any of these or none. */
export const codings: Case[] = [
	['Pages are compressed with gzip', 'all records', coded('gzip', gzipSync)],
	['Pages are compressed with Brotli', 'all records', coded('br', brotliCompressSync)],
	['Pages are compressed with deflate', 'all records', coded('deflate', deflateSync)],
	['Pages are compressed with raw deflate', 'all records', coded('deflate', deflateRawSync)],
	['Pages consist of several gzip members', 'all records', coded('gzip', members)],
	[
		'A coding is declared, but the page is not compressed',
		'all records or an error',
		coded('gzip', (bytes) => bytes),
	],
	['The coding is not declared', 'all records or an error', steps({ coding: gzipSync })],
	['Compressed data ends early', 'an error', coded('gzip', (b) => gzipSync(b).subarray(0, -12))],
	['The checksum is wrong', 'all records or an error', coded('gzip', badSum)],
	['A page is cut, then compressed', 'an error', coded('gzip', (b) => gzipSync(b.subarray(0, -5)))],
];
