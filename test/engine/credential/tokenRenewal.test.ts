import { idsIn, idsOf, listCourses, listRecords, usedCredential } from '../lists';
import { outcomes, requested, setClock, startService, storedFor } from '../service';

const everything = { returnAll: true };

describe('a token that reaches its end', () => {
	let aheadMs: number;

	beforeEach(() => {
		aheadMs = 0;
		const realNow = Date.now;
		setClock(() => realNow() + aheadMs);
	});

	it.each([
		['with Return All', everything],
		['with a limit', { limit: 10 }],
	])('in the middle of a list is replaced without a 401 %s', async (_how, amount) => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		// The service answers page 3, and an hour has passed.
		const linkHeader = (real: string) => {
			aheadMs = 3_600_000;
			return real;
		};
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, linkHeader });
		const { items } = await listCourses(sandbox, amount);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
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

	it.each([
		['an hour later', 3_600, 3_600_000, 2],
		['one minute before its end', 3_600, 3_540_000, 2],
		['a little earlier it is still used', 3_600, 3_500_000, 1],
		['at nine tenths of a short life', 100, 90_000, 2],
		['before nine tenths of a short life it is still used', 100, 80_000, 1],
	])(
		'between two executions is replaced without a 401: %s',
		async (_when, lifetime, laterMs, exchanges) => {
			const sandbox = await startService({ courses: 1, tokenLifetimeSeconds: lifetime });
			const credential = await usedCredential(sandbox);
			aheadMs = laterMs;
			const { status } = await listCourses(credential);
			expect(status).toBe('success');
			expect(sandbox.journal.of('token')).toHaveLength(exchanges);
			expect(sandbox.journal.entries.map((entry) => entry.status)).not.toContain(401);
		},
	);

	it('is replaced once for 20 input items', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		aheadMs = 3_600_000;
		const { items } = await listCourses(credential, { limit: 1 }, { items: 20 });
		expect(items).toHaveLength(20);
		expect(sandbox.journal.of('token')).toHaveLength(2);
		expect(sandbox.journal.entries.map((entry) => entry.status)).not.toContain(401);
	});
});

describe('a token that is revoked before its time', () => {
	it.each([
		['with Return All', everything],
		['with a limit', { limit: 10 }],
	])('costs one 401 and one exchange %s', async (_how, amount) => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		const before = () => {
			sandbox.tokens.revokeAll();
		};
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, before });
		const { items } = await listCourses(sandbox, amount);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
		expect(outcomes(sandbox)).toEqual([
			'token 200',
			'courses 200',
			'courses 200',
			'courses 401',
			'token 200',
			'courses 200',
			'courses 200',
			'courses 200',
		]);
	});

	it('is never sent again, and the new one is stored', async () => {
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

	it('is replaced once for 20 input items', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		sandbox.tokens.revokeAll();
		const { items, status } = await listCourses(credential, { limit: 1 }, { items: 20 });
		expect(status).toBe('success');
		expect(items).toHaveLength(20);
		expect(sandbox.journal.of('token')).toHaveLength(2);
		// Eight listings run at once; all of them may have sent the old token before the first 401 came.
		const refused = sandbox.journal.entries.filter((entry) => entry.status === 401);
		expect(refused.length).toBeLessThanOrEqual(8);
	});

	it('and refused again when it is new is an error, not a loop', async () => {
		const sandbox = await startService({ courses: 1 });
		sandbox.faults.add({ on: { kind: 'courses' }, status: 401, times: Infinity });
		const { error } = await listCourses(sandbox);
		expect(error?.message).toBe('The service refused the access token (courses, page 1)');
		expect(error?.description).toContain('API credentials are still active');
		expect(outcomes(sandbox)).toEqual(['token 200', 'courses 401', 'token 200', 'courses 401']);
	});

	it('is the only one refused when its 401 comes late, after the exchange for another page', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		// Page 2 is requested again while page 3 is under way, both with the token that is then revoked.
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
				// Page 3 has been read with the new token by then.
				await requested(sandbox, { page: 4, times: 1 });
			},
		});
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
		expect(sandbox.journal.of('token')).toHaveLength(2);
	});
});

describe('a token that the service issues again until it expires', () => {
	const refusedOnce = { on: { kind: 'courses' }, status: 401 } as const;

	it('is sent again after a 401, and the list goes on', async () => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		sandbox.tokens.reissueUntilExpiry();
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

	it('is an error at its second 401 in a row, and good again for the next execution', async () => {
		const sandbox = await startService({ courses: 1 });
		sandbox.tokens.reissueUntilExpiry();
		sandbox.faults.add({ ...refusedOnce, times: 2 });
		const credential = storedFor(sandbox);
		const { error } = await listCourses(credential);
		expect(error?.message).toBe('The service refused the access token (courses, page 1)');
		const { items } = await listCourses(credential);
		expect(items).toHaveLength(1);
	});
});
