/** @jest-environment node */
import { UserError, type IHttpRequestOptions } from 'n8n-workflow';

import type { Failure, FailureKind } from '../../../nodes/LearningPlatform/failures/failure';
import type { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { readCredentialFields } from '../../../nodes/LearningPlatform/token';
import { exchangeToken } from '../../../nodes/LearningPlatform/authentication/exchange';
import { shownFor } from '../worded';

const fields = readCredentialFields({
	service: 'other',
	baseUrl: 'https://service.example',
	clientId: 'id',
	clientSecret: 's3cret',
});

type Proxy = IHttpRequestOptions['proxy'];

/** Requests a token from an endpoint that always sends the same response. */
async function exchangeWith(answer: object | (() => unknown), proxy?: Proxy) {
	const sent: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		sent.push(options);
		if (typeof answer === 'function') throw answer();
		return await Promise.resolve({ statusCode: 200, headers: {}, ...answer });
	};
	const http = { httpRequest };
	const result = exchangeToken(http, fields, proxy).catch((error: unknown) => {
		const { facts, kind } = error as Failure;
		return Object.assign(shownFor(error), { kind, retryAfterMs: facts.retryAfterMs });
	});
	await jest.runAllTimersAsync();
	return { sent, result: await result };
}

const failure = (code: string) => () => Object.assign(new Error('of axios'), { code });

beforeEach(() => {
	jest.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
	jest.useRealTimers();
});

// test/engine/failures.txt has the sentences that users read.
it.each<[what: string, answer: object | (() => unknown), kind: FailureKind, attempts?: number]>([
	['a wrong secret', { statusCode: 401 }, 'clientRejected'],
	['an unknown client with status 200', { body: { error: 'invalid_client' } }, 'clientRejected'],
	['a web page', { body: '<html>Welcome</html>' }, 'tokenWebPage', 3],
	['half of the JSON text', { body: '{"access_token":"ab' }, 'connectionLost', 3],
	['damaged compression', failure('Z_BUF_ERROR'), 'corrupted', 3],
	['no token', { body: { token: 'x' } }, 'notAToken'],
	['a token with a line break', { body: { access_token: 'a\r\nx: y' } }, 'notAToken'],
	['no token endpoint', { statusCode: 404, body: '<html>404</html>' }, 'tokenEndpointNotFound'],
	['a redirect', { statusCode: 302 }, 'redirected'],
	[
		'an invalid request',
		{ statusCode: 400, body: { error: 'invalid_request' } },
		'exchangeRejected',
	],
	['a proxy', { statusCode: 407 }, 'proxyPasswordMissing'],
	['a firewall', { statusCode: 403, body: '<html>' }, 'blocked'],
	['a login portal', { statusCode: 511, body: '<html>' }, 'blocked'],
	['a forbidden client', { statusCode: 403, body: { error: 'forbidden' } }, 'exchangeRejected'],
	['an outage', { statusCode: 503 }, 'tokenUnavailable', 3],
	['a limit', { statusCode: 429 }, 'tokenUnavailable', 3],
	['a timeout', failure('ERR_CANCELED'), 'tokenTimeout', 3],
	['a dead host', failure('ECONNREFUSED'), 'connectionRefused', 3],
	['an error without a code', () => new Error('odd'), 'unreachable'],
	['a host that n8n does not allow', () => new UserError('Domain not allowed'), 'domainNotAllowed'],
])('tells %s apart', async (_what, answer, kind, attempts = 1) => {
	const { sent, result } = await exchangeWith(answer);
	expect(result).toMatchObject({ kind });
	expect(sent).toHaveLength(attempts);
});

it('tells a missing proxy apart and sends each request through the proxy', async () => {
	const proxy = { host: 'proxy.example', port: 3128 };
	const { sent, result } = await exchangeWith(failure('ENOTFOUND'), proxy);
	expect(result).toMatchObject({ kind: 'proxyUnreachable' });
	expect(sent[0]).toMatchObject({ proxy });
});

it.each<[answer: object, facts: object]>([
	[{ statusCode: 429 }, { schedulerCause: 'rate-limited' }],
	[{ statusCode: 503 }, { schedulerCause: 'temporarily-unavailable' }],
	[{ statusCode: 404 }, { schedulerCause: 'credential-invalid' }],
	[{ statusCode: 503, headers: { 'retry-after': '7' } }, { retryAfterMs: 7_000 }],
])("after %j, n8n's scheduler receives %j", async (answer, facts) => {
	expect((await exchangeWith(answer)).result).toMatchObject(facts);
});

it.each([400, 403, 404, 503])('does not quote a response with status %d', async (statusCode) => {
	const body = { error: { code: 'odd', message: 's3cret' } };
	const { result } = await exchangeWith({ statusCode, body });
	expect(JSON.stringify([result, (result as UserFacingError).message])).not.toMatch(/odd|s3cret/);
});

it.each([
	['3600', 3_300_000, 3_590_000],
	[600, 540_000, 598_000],
	[300, 270_000, 299_000],
	[undefined, 3_300_000, 3_590_000],
	['soon', 3_300_000, 3_590_000],
	[-1, 3_300_000, 3_590_000],
	[1e306, 3_300_000, 3_590_000],
])('renews a token with a lifetime of %p after %d ms', async (expiresIn, staleAt, usableUntil) => {
	const { result } = await exchangeWith({ body: { access_token: 'a', expires_in: expiresIn } });
	const times = { staleAt: 1_000_000 + staleAt, usableUntil: 1_000_000 + usableUntil };
	expect(result).toMatchObject({ accessToken: 'a', ...times });
});
