/** @jest-environment node */
import { UserError, type IHttpRequestOptions } from 'n8n-workflow';

import type { Failure } from '../../../nodes/LearningPlatform/failures/failure';
import type { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { readCredentialFields } from '../../../nodes/LearningPlatform/token';
import { exchangeToken } from '../../../nodes/LearningPlatform/token/exchange';
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
		const { retryAfterMs } = (error as Failure).facts;
		return Object.assign(shownFor(error, { isOther: true }), { retryAfterMs });
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

describe('explains', () => {
	const noToken =
		"The platform's address did not return an access token; the address may belong to a different site";
	const rejected = 'The service rejected the client ID or the client secret';
	const copy = "Copy Client ID and Client Secret from the platform's admin panel again.";
	const active = 'Check that these API credentials are active';
	const check = 'Check Base URL in the credential.';
	const again = 'Try again in a minute.';
	const onItsWay = 'The request was blocked, probably by a proxy or firewall';
	const refused = (status: number) =>
		`The service refused to issue an access token (status ${status})`;
	const down = (status: number) => `The service could not issue an access token (status ${status})`;

	it.each<[what: string, answer: object | (() => unknown), string[], attempts?: number]>([
		['a wrong secret', { statusCode: 401 }, [rejected, copy, active]],
		['an unknown client with status 200', { body: { error: 'invalid_client' } }, [rejected, copy]],
		[
			'a web page',
			{ body: '<html>Welcome</html>' },
			[
				"The platform's address returned a web page instead of an access token",
				again,
				'check Base URL in the credential: it may belong to a different site.',
			],
			3,
		],
		[
			'half of the JSON text',
			{ body: '{"access_token":"ab' },
			['The connection to the service was lost', again, 'look for a proxy or firewall'],
			3,
		],
		[
			'damaged compression',
			failure('Z_BUF_ERROR'),
			["The service's response was corrupted", '', 'Try again later.'],
			3,
		],
		['no token', { body: { token: 'x' } }, [noToken, check, 'and unexpected data.']],
		['a token with a line break', { body: { access_token: 'a\r\nx: y' } }, [noToken, check]],
		[
			'no token endpoint',
			{ statusCode: 404, body: '<html>404</html>' },
			["There is no API at the platform's address (status 404)", check, 'without "/api/v2"'],
		],
		[
			'a redirect',
			{ statusCode: 302 },
			[
				'The service redirects to a different address',
				"Enter the platform's final address",
				'never reach another',
			],
		],
		[
			'an invalid request',
			{ statusCode: 400, body: { error: 'invalid_request' } },
			[
				refused(400),
				'Check Client ID, Client Secret, and Base URL in the credential.',
				'are active.',
			],
		],
		[
			'a proxy',
			{ statusCode: 407 },
			['The proxy requires a user name and password', '', 'Ask your n8n or proxy'],
		],
		['a firewall', { statusCode: 403, body: '<html>' }, [onItsWay, '', 'Ask your n8n']],
		['a login portal', { statusCode: 511, body: '<html>' }, [onItsWay, '', 'Ask your n8n']],
		['a forbidden client', { statusCode: 403, body: { error: 'forbidden' } }, [refused(403)]],
		['an outage', { statusCode: 503 }, [down(503), again, 'The credential may be correct.'], 3],
		['a limit', { statusCode: 429 }, [down(429), again, 'The credential may be correct.'], 3],
		[
			'a timeout',
			failure('ERR_CANCELED'),
			[
				'The service did not issue an access token in time',
				again,
				'Token requests time out after 30 seconds.',
			],
			3,
		],
		[
			'a dead host',
			failure('ECONNREFUSED'),
			["The platform's host refused the connection", check.slice(0, -1), 'A firewall'],
			3,
		],
		[
			'an error without a code',
			() => new Error('odd'),
			["The platform's host cannot be reached", check.slice(0, -1), '(no response)'],
		],
		[
			'a host that n8n does not allow',
			() => new UserError('Domain not allowed'),
			[
				'n8n does not allow this credential to reach the service',
				'Check Allowed HTTP Request Domains in the credential.',
				'n8n says: Domain not allowed',
			],
		],
	])('%s', async (_what, answer, [message, step = '', description = ''], attempts = 1) => {
		const { sent, result } = await exchangeWith(answer);
		expect(result).toMatchObject({
			message,
			step: expect.stringContaining(step) as string,
			description: expect.stringContaining(description) as string,
		});
		expect(sent).toHaveLength(attempts);
	});

	it('a missing proxy', async () => {
		const proxy = { host: 'proxy.example', port: 3128 };
		const { sent, result } = await exchangeWith(failure('ENOTFOUND'), proxy);
		expect(result).toMatchObject({ message: 'The proxy cannot be reached' });
		expect(sent[0]).toMatchObject({ proxy });
	});
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
