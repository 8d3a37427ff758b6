import { gzipSync } from 'node:zlib';

import type { Asked, Quirk } from '../service';
import { all, fields, once, steps, type Case } from './case';

/**
 * Issues tokens with changed fields (RFC 6749, section 5.1). The fields are JSON text, which preserves every digit of a
 * number.
 */
const grant =
	(changes: Record<string, string>): Quirk =>
	(answer, { times }) => {
		const token = `"token-${times}-${'x'.repeat(20)}"`;
		const usual = { access_token: token, token_type: '"Bearer"', expires_in: '3600' };
		const members = Object.entries({ ...usual, ...changes }).map(
			([name, json]) => `"${name}":${json}`,
		);
		answer.records = [`{${members.join()}}`];
	};

/** Issues a given token and accepts it in requests. */
const issuing =
	(token: string): Quirk =>
	(answer, asked) => {
		asked.service.tokens.add(token);
		grant({ access_token: JSON.stringify(token) })(answer, asked);
	};

export const legalTokens: Case[] = [
	['The lifetime is one second', 'all records', grant({ expires_in: '1' })],
	['The token type is lowercase', 'all records', grant({ token_type: '"bearer"' })],
	[
		'The token response is compressed',
		'all records',
		all(fields('Content-Encoding: gzip'), steps({ coding: gzipSync })),
	],
	['The token contains every valid kind of character', 'all records', issuing('A9-._~+/==')],
];

export const sloppyTokens: Case[] = [
	['The token type is not Bearer', 'all records or an error', grant({ token_type: '"DPoP"' })],
	['The token is empty', 'an error', grant({ access_token: '""' })],
	['The token is a number', 'an error', grant({ access_token: '12345' })],
];

const revoke = ({ request, service }: Asked) =>
	service.tokens.delete(request.headers.get('authorization')?.split(' ')[1] ?? '');

/** Rejects and revokes every token. */
const refusing =
	(status: string): Quirk =>
	(answer, asked) => {
		revoke(asked);
		const text = () => '{"error":"invalid_token"}';
		Object.assign(answer, { status, text, links: () => [] });
	};

/** Revoked tokens (RFC 6750, section 3); test/engine/credential/ tests a single rejection. */
export const revocations: Case[] = [
	['Tokens work for only one page', 'all records or an error', (_, asked) => void revoke(asked)],
	['Every page is rejected once', 'all records or an error', once(refusing('401 Unauthorized'))],
	['Every token is rejected with status 403', 'an error', refusing('403 Forbidden')],
];
