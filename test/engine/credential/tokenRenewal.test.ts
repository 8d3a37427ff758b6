import type { Fault } from '../../sandbox';
import { expectAllCourses, listCourses, listRecords, usedCredential } from '../lists';
import { outcomes, requested, setClock, shortenWaits, startService, storedFor } from '../service';

const everything = { returnAll: true };

describe('a token that expires', () => {
	let aheadMs: number;

	beforeEach(() => {
		aheadMs = 0;
		const realNow = Date.now;
		setClock(() => realNow() + aheadMs);
	});

	it('while a list is being read is renewed without a 401', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		// An hour passes before the response with page 3 arrives.
		const linkHeader = (real: string) => {
			aheadMs = 3_600_000;
			return real;
		};
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expectAllCourses(items, sandbox);
		expect(outcomes(sandbox)).toEqual([
			'token 200',
			'courses 200',
			'courses 200',
			'courses 200',
			'token 200',
			'courses 200',
			'courses 200',
		]);
	});

	it('unnoticed, because the clock was set back, is replaced after one 401', async () => {
		aheadMs = 7_200_000;
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		aheadMs = 0;
		sandbox.tokens.revokeAll();
		sandbox.journal.clear();
		for (const expected of [['courses 401', 'token 200', 'courses 200'], ['courses 200']]) {
			const { status } = await listCourses(credential);
			expect(status).toBe('success');
			expect(outcomes(sandbox)).toEqual(expected);
			sandbox.journal.clear();
		}
	});
});

describe('a token that is revoked early', () => {
	beforeEach(shortenWaits);

	it('is never sent again, and the new token is stored', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		sandbox.tokens.revokeAll();
		await listCourses(credential);
		await listCourses(credential);
		expect(outcomes(sandbox)).toEqual([
			'token 200',
			'courses 200',
			'courses 401',
			'token 200',
			'courses 200',
			'courses 200',
		]);
	});

	it('is replaced once for 30 input items', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		sandbox.tokens.revokeAll();
		const { items, status } = await listCourses(credential, { limit: 1 }, { items: 30 });
		expect(status).toBe('success');
		expect(items).toHaveLength(30);
		expect(sandbox.journal.of('token')).toHaveLength(2);
		// Twenty lists are read in parallel, and all can send the old token before the first 401 arrives.
		const rejected = sandbox.journal.entries.filter((entry) => entry.status === 401);
		expect(rejected.length).toBeLessThanOrEqual(20);
	});

	it('causes an error if its replacement is also rejected', async () => {
		const sandbox = await startService({ courses: 1 });
		sandbox.faults.add({ on: { kind: 'courses' }, status: 401, times: Infinity });
		const { error } = await listCourses(sandbox);
		expect(error?.message).toBe(
			'The service rejected the access token (courses, page 1). Test the credential in n8n.',
		);
		expect(error?.description).toContain('API credentials are still active');
		// Another process may have replaced the second token, but more attempts would not help.
		expect(outcomes(sandbox)).toEqual(Array(3).fill(['token 200', 'courses 401']).flat());
	});

	it.each<[how: string, answer: Pick<Fault, 'status' | 'body' | 'headers'>]>([
		['a 400', { status: 400, body: { error: 'invalid_token' } }],
		['a 403', { status: 403, body: { error: { code: 'invalid_token', message: 'expired' } } }],
		[
			'the RFC 6750 header',
			{ status: 403, body: '', headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
		],
	])('is also replaced after %s', async (_how, answer) => {
		const sandbox = await startService({ courses: 1 });
		sandbox.faults.add({ on: { kind: 'courses' }, ...answer });
		const { items } = await listCourses(sandbox);
		expect(items).toHaveLength(1);
		expect(outcomes(sandbox)).toEqual([
			'token 200',
			`courses ${answer.status}`,
			'token 200',
			'courses 200',
		]);
	});

	it('does not invalidate its replacement if the 401 comes late', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		// Page 2 is requested again while page 3 is in progress. Both requests carry a token that is then revoked.
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, drop: 'inBody' });
		sandbox.faults.add({
			on: { kind: 'courses', page: 3 },
			before: async () => {
				await requested(sandbox, { page: 2, times: 2 });
				sandbox.tokens.revokeAll();
			},
		});
		sandbox.faults.add({
			on: { kind: 'courses', page: 2, occurrence: 2 },
			before: async () => {
				// By then, page 3 has been read with the new token.
				await requested(sandbox, { page: 4, times: 1 });
			},
		});
		const { items } = await listCourses(sandbox, everything);
		expectAllCourses(items, sandbox);
		expect(sandbox.journal.of('token')).toHaveLength(2);
	});
});

describe('a token that the service issues again until it expires', () => {
	const refusedOnce = { on: { kind: 'courses' }, status: 401 } as const;

	it('is sent again after a 401', async () => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		sandbox.tokens.latestIs = 'givenAgain';
		sandbox.faults.add(refusedOnce);
		const credential = storedFor(sandbox);
		const { items } = await listCourses(credential);
		expect(items).toHaveLength(1);
		await listRecords('group', credential);
		expect(outcomes(sandbox)).toEqual([
			'token 200',
			'courses 401',
			'token 200',
			'courses 200',
			'groups 200',
		]);
	});

	it('causes an error after two 401s and works in the next execution', async () => {
		const sandbox = await startService({ courses: 1 });
		sandbox.tokens.latestIs = 'givenAgain';
		sandbox.faults.add({ ...refusedOnce, times: 2 });
		const credential = storedFor(sandbox);
		const { error } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(error?.message).toBe(
			'The service rejected the access token (courses, page 1). Test the credential in n8n.',
		);
		const { items } = await listCourses(credential);
		expect(items).toHaveLength(1);
	});
});

describe('if issuing a token revokes the previous one', () => {
	beforeEach(shortenWaits);

	it('a list continues even if another process revokes its token twice', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 5 });
		const before = () => {
			sandbox.tokens.revokeAll();
		};
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, before, times: 2 });
		const { items, log } = await listCourses(sandbox, everything);
		expectAllCourses(items, sandbox);
		// The first new token is obtained immediately, the second after a wait.
		expect(log.map(({ message }) => message).join()).toContain('page 2: failed (401)');
		expect(sandbox.journal.of('token')).toHaveLength(3);
	});
});
