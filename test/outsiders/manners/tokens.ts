import { gzipSync } from 'node:zlib';

import type { Asked, Manner } from '../service';
import { all, fields, once, steps, typed, type Case } from './case';

/** Issues tokens with other fields (RFC 6749, section 5.1), each as JSON text: a number keeps its digits. */
const grant =
	(changes: Record<string, string>): Manner =>
	(answer, { times }) => {
		const token = `"token-${times}-${'x'.repeat(20)}"`;
		const usual = { access_token: token, token_type: '"Bearer"', expires_in: '3600' };
		const members = Object.entries({ ...usual, ...changes }).map(
			([name, json]) => `"${name}":${json}`,
		);
		answer.records = [`{${members.join()}}`];
	};

const lifetime = (json: string) => grant({ expires_in: json });

/** Issues this token, and takes it. */
const issuing =
	(token: string): Manner =>
	(answer, asked) => {
		asked.service.tokens.add(token);
		grant({ access_token: JSON.stringify(token) })(answer, asked);
	};

export const legalTokens: Case[] = [
	['The lifetime is a second', 'all', lifetime('1')],
	['The lifetime is ten years', 'all', lifetime('315360000')],
	['The type is in lower case', 'all', grant({ token_type: '"bearer"' })],
	[
		'There are further fields',
		'all',
		grant({ scope: '"courses:read"', refresh_token: '"r"', id_token: 'null' }),
	],
	[
		'The grant is compressed',
		'all',
		all(fields('Content-Encoding: gzip'), steps({ coding: gzipSync })),
	],
	['The token has every character that it may', 'all', issuing('A9-._~+/==')],
	['The token is 4 kB long', 'all', issuing('y'.repeat(4_000))],
];

export const sloppyTokens: Case[] = [
	['The lifetime has no end', 'all', lifetime('1e306')],
	['The type is null', 'all or an error', grant({ token_type: 'null' })],
	['The type is another one', 'all or an error', grant({ token_type: '"DPoP"' })],
	['The token is empty', 'an error', grant({ access_token: '""' })],
	['The token is a number', 'an error', grant({ access_token: '12345' })],
	['The token has a line', 'an error', grant({ access_token: '"a\\r\\nX-Evil: 1"' })],
	['The grant is a list', 'an error', steps({ text: ([json]) => `[${json ?? ''}]` })],
	[
		'The grant has a byte order mark',
		'all or an error',
		steps({ text: ([json]) => `\uFEFF${json ?? ''}` }),
	],
	['The grant says that it is HTML', 'all or an error', typed('text/html')],
	[
		'The grant is an error with status 200',
		'an error',
		steps({ text: () => '{"error":"invalid_client"}' }),
	],
];

const tokenOf = ({ headers }: Asked['request']) =>
	headers.get('authorization')?.split(' ')[1] ?? '';

/** Answers 401 to the token that comes, as often as told, and forgets it. */
const refusing =
	(times: number, status = '401 Unauthorized', body = '{"error":"invalid_token"}'): Manner =>
	(answer, { request, service, times: requests }) => {
		if (requests > times) return;
		service.tokens.delete(tokenOf(request));
		Object.assign(answer, { status, text: () => body, links: () => [] });
	};

/** What a service may make of a token that it has issued (RFC 6750, section 3). */
export const revocations: Case[] = [
	['A token is revoked before its time', 'all', refusing(1)],
	['The refusal is a web page', 'all', refusing(1, '401 Unauthorized', '<html>')],
	[
		'Each token is good for one page',
		'all or an error',
		(_, { request, service }) => {
			service.tokens.delete(tokenOf(request));
		},
	],
	['Each page is refused once', 'all or an error', once(refusing(Infinity))],
	['No token is ever taken', /access token/, refusing(Infinity)],
	['No token is ever taken, with status 403', 'an error', refusing(Infinity, '403 Forbidden')],
];
