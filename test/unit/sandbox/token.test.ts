import { startSandbox, type Sandbox } from '../../sandbox';
import { answerOf, authorized, grantOf, postToken } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1, groups: 1 });
});

afterAll(() => sandbox.stop());

describe('the token endpoint', () => {
	it('hands out a bearer token with its lifetime as a string', async () => {
		const issuedBefore = sandbox.tokens.issued;
		expect(await answerOf(await postToken(sandbox))).toEqual({
			status: 200,
			body: {
				token_type: 'Bearer',
				access_token: expect.any(String) as string,
				expires_in: '3600',
			},
		});
		expect(sandbox.tokens.issued).toBe(issuedBefore + 1);
	});

	it('hands out the lifetime as a number when told so', async () => {
		const other = await startSandbox({ expiresInAs: 'number', tokenLifetimeSeconds: 90 });
		expect((await answerOf(await postToken(other))).body).toMatchObject({ expires_in: 90 });
		await other.stop();
	});

	it.each([
		['an Authorization header', { authorization: 'Bearer x' }, /Authorization/],
		['the version header', { 'service-api-version': 'v2.0' }, /service-api-version/],
		['a form', { 'content-type': 'application/x-www-form-urlencoded' }, /content-type/],
		['another accept header', { accept: 'text/html' }, /accept/],
	])('refuses %s', async (_what, headers, description) => {
		expect(await answerOf(await postToken(sandbox, { headers }))).toEqual({
			status: 400,
			body: {
				error: 'invalid_request',
				error_description: expect.stringMatching(description) as string,
			},
		});
	});

	it.each([
		['no JSON', 'grant_type=client_credentials'],
		['a JSON array', '[]'],
		['no body', ''],
		['a missing field', '{"grant_type":"client_credentials","client_id":"sandbox-client"}'],
	])('refuses %s', async (_what, body) => {
		expect(await answerOf(await postToken(sandbox, { body }))).toMatchObject({
			status: 400,
			body: { error: 'invalid_request' },
		});
	});

	it('refuses a field that it does not know', async () => {
		const grant = { ...grantOf(sandbox), scope: 'courses:read' };
		expect(await answerOf(await postToken(sandbox, { grant }))).toMatchObject({
			status: 400,
			body: { error: 'invalid_request', error_description: 'Unknown field: scope' },
		});
	});

	it('refuses query parameters', async () => {
		expect((await postToken(sandbox, { query: '?a=b' })).status).toBe(400);
	});

	it('refuses another grant type', async () => {
		const grant = { ...grantOf(sandbox), grant_type: 'password' };
		expect(await answerOf(await postToken(sandbox, { grant }))).toMatchObject({
			status: 400,
			body: { error: 'unsupported_grant_type' },
		});
	});

	it.each(['client_id', 'client_secret'])('refuses a wrong %s', async (field) => {
		const grant = { ...grantOf(sandbox), [field]: 'wrong' };
		expect(await answerOf(await postToken(sandbox, { grant }))).toEqual({
			status: 401,
			body: { error: 'invalid_client' },
		});
	});

	it('refuses every method but POST', async () => {
		const response = await fetch(`${sandbox.baseUrl}/api/v2/oauth2/token`);
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('POST');
	});
});

describe('a token', () => {
	const status = async (headers: Record<string, string>): Promise<number> =>
		(await fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers })).status;

	it('opens the lists until it is revoked', async () => {
		const headers = await authorized(sandbox);
		expect(await status(headers)).toBe(200);
		sandbox.tokens.revokeAll();
		expect(await status(headers)).toBe(401);
		expect(await status(await authorized(sandbox))).toBe(200);
	});

	it('is over when all are made to expire', async () => {
		const headers = await authorized(sandbox);
		sandbox.tokens.expireAll();
		expect(await status(headers)).toBe(401);
	});

	it('is over at the end of its lifetime, by the wall clock', async () => {
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		try {
			const headers = await authorized(sandbox);
			clock.mockReturnValue(now + 3_599_999);
			expect(await status(headers)).toBe(200);
			clock.mockReturnValue(now + 3_600_000);
			expect(await status(headers)).toBe(401);
		} finally {
			clock.mockRestore();
		}
	});

	it('lives as long as the latest setting says', async () => {
		sandbox.tokens.setLifetime(0);
		const headers = await authorized(sandbox);
		sandbox.tokens.setLifetime(3600);
		expect(await status(headers)).toBe(401);
	});

	it('is issued again until its end when told so', async () => {
		const other = await startSandbox({ courses: 1 });
		other.tokens.reissueUntilExpiry();
		const first = await authorized(other);
		expect(await authorized(other)).toEqual(first);
		other.tokens.expireAll();
		expect(await authorized(other)).not.toEqual(first);
		await other.stop();
	});

	it('ends the one before it when told so', async () => {
		sandbox.tokens.keepLatestOnly();
		const first = await authorized(sandbox);
		const second = await authorized(sandbox);
		expect([await status(first), await status(second)]).toEqual([401, 200]);
	});
});
