import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { Manner } from '../service';
import { all, fields, steps, typed, type Case } from './case';

/** Only what Latin 1 can say: for charsets that have no Japanese. */
const western = (json: string) => json.replaceAll('日本語', 'Nihongo').replaceAll('€', 'EUR');
const latin1: Manner = (answer, { service }) => {
	service.records = service.records.map(western);
	answer.records = answer.records.map(western);
	answer.bytes = (json) => Buffer.from(json, 'latin1');
};
const utf16be = (json: string) => Buffer.from(json, 'utf16le').swap16();

/** JSON between systems is UTF-8 (RFC 8259, section 8.1); its media type has no charset (section 11). */
export const charsets: Case[] = [
	['The charset is said', 'all', typed('application/json; charset=utf-8')],
	[
		'The charset is said in upper case and quotes',
		'all',
		typed('Application/JSON;Charset="UTF-8"'),
	],
	['The charset is said without a hyphen', 'all', typed('application/json; charset=utf8')],
	[
		'The type is a JSON of its own',
		'all',
		typed('application/vnd.platform.v2+json; profile="a;b"'),
	],
	['The type is plain text', 'all', typed('text/plain')],
	['The type is JavaScript', 'all', typed('text/javascript; charset=UTF-8')],
	['There is no type', 'all', typed('')],
	['The type is HTML, the body is not', 'all or an error', typed('text/html; charset=utf-8')],
	['The type is bytes', 'all or an error', typed('application/octet-stream')],
	['The type is nonsense', 'all or an error', typed('json')],
	['The type has no value', 'all or an error', fields('Content-Type:')],
	['The charset is wrong, the body is UTF-8', 'all', typed('application/json; charset=iso-8859-1')],
	[
		'The body is Latin 1, and says so',
		'all or an error',
		all(latin1, typed('application/json; charset=ISO-8859-1')),
	],
	[
		'The body is Windows-1252, and says so',
		'all or an error',
		all(latin1, typed('text/json; charset=windows-1252')),
	],
	['The body is Latin 1, and says nothing', 'all or an error', latin1],
	[
		'The body is Latin 1, and says UTF-8',
		'all or an error',
		all(latin1, typed('application/json; charset=utf-8')),
	],
	[
		'The body is Latin 1, and says US-ASCII',
		'all or an error',
		all(latin1, typed('application/json; charset=us-ascii')),
	],
	[
		'The charset is unknown',
		'all or an error',
		all(latin1, typed('application/json; charset=x-klingon')),
	],
	[
		'The body is UTF-16, little end first',
		'all or an error',
		all(
			steps({ bytes: (t) => Buffer.from(`\uFEFF${t}`, 'utf16le') }),
			typed('application/json; charset=utf-16'),
		),
	],
	[
		'The body is UTF-16, big end first',
		'all or an error',
		all(steps({ bytes: (t) => utf16be(`\uFEFF${t}`) }), typed('application/json; charset=utf-16')),
	],
	[
		'The body is UTF-16 without a word',
		'all or an error',
		steps({ bytes: (t) => Buffer.from(t, 'utf16le') }),
	],
	[
		'The body is UTF-16 with a mark alone',
		'all or an error',
		steps({ bytes: (t) => Buffer.from(`\uFEFF${t}`, 'utf16le') }),
	],
	[
		'The body is UTF-32',
		'all or an error',
		steps({ bytes: (t) => Buffer.concat(Array.from(t, (c) => Buffer.from([0, ...utf32(c)]))) }),
	],
	[
		'The body is CESU-8',
		'all or an error',
		(answer, { service }) => {
			service.records = service.records.map((json) => json.replace('plain', '😀'));
			answer.records = answer.records.map((json) => json.replace('plain', '😀'));
			answer.bytes = (json) =>
				Buffer.concat(
					json
						.split(/(😀)/)
						.map((part) =>
							part === '😀' ? Buffer.from('eda0bdedb880', 'hex') : Buffer.from(part),
						),
				);
		},
	],
	[
		'A byte is broken',
		'an error',
		steps({ bytes: (json) => Buffer.from(json.replace('ë', '\xff'), 'latin1') }),
	],
	[
		'A letter is cut in half',
		'an error',
		steps({ bytes: (json) => Buffer.from(Buffer.from(json).filter((byte) => byte !== 0xab)) }),
	],
];

function utf32(character: string): number[] {
	const point = character.codePointAt(0) ?? 0;
	return [point >> 16, (point >> 8) & 0xff, point & 0xff];
}

const coded = (name: string, coding: (bytes: Buffer) => Buffer): Manner =>
	all(fields(`Content-Encoding: ${name}`), steps({ coding }));

/** RFC 9110, section 8.4. The request asks for gzip, deflate and br; a service may send them, or none. */
export const codings: Case[] = [
	['Pages are compressed by gzip', 'all', coded('gzip', gzipSync)],
	['The coding is in upper case', 'all', coded('GZIP', gzipSync)],
	['The coding has its old name', 'all', coded('x-gzip', gzipSync)],
	['Pages are compressed by Brotli', 'all', coded('br', brotliCompressSync)],
	['Pages are deflated', 'all', coded('deflate', deflateSync)],
	['Pages are deflated without the frame', 'all', coded('deflate', deflateRawSync)],
	[
		'Pages are gzip of several members',
		'all',
		coded('gzip', (b) => Buffer.concat([gzipSync(b.subarray(0, 9)), gzipSync(b.subarray(9))])),
	],
	['The coding is named identity', 'all', coded('identity', (bytes) => bytes)],
	['The coding is named, but nothing is coded', 'all or an error', coded('gzip', (bytes) => bytes)],
	['The coding is not named', 'all or an error', steps({ coding: gzipSync })],
	['The coding is another one', 'all or an error', coded('br', gzipSync)],
	[
		'The coding is unknown',
		'all or an error',
		coded('x-secret', (bytes) => Buffer.from(bytes).reverse()),
	],
	[
		'The page is coded twice',
		'all or an error',
		coded('gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))),
	],
	['The coding ends early', 'an error', coded('gzip', (bytes) => gzipSync(bytes).subarray(0, -12))],
	[
		'The check sum is cut off',
		'all or an error',
		coded('gzip', (bytes) => gzipSync(bytes).subarray(0, -8)),
	],
	[
		'The check sum is wrong',
		'all or an error',
		coded('gzip', (b) => Buffer.concat([gzipSync(b).subarray(0, -8), Buffer.alloc(8, 1)])),
	],
	[
		'Something follows what is coded',
		'all or an error',
		coded('gzip', (b) => Buffer.concat([gzipSync(b), Buffer.from('\n')])),
	],
	[
		'A part of a page is lost before it is coded',
		'an error',
		coded('gzip', (b) => gzipSync(b.subarray(0, -5))),
	],
];
