import { credentialFor } from '../harness';
import { listCourses, listRecords, usedCredential } from '../lists';
import { outcomes, startService, storedFor } from '../service';

describe('one exchange is enough', () => {
	it('for 20 input items in parallel on a cold credential', async () => {
		const sandbox = await startService({ courses: 3 });
		const { items, status } = await listCourses(sandbox, { limit: 2 }, { items: 20 });
		expect(status).toBe('success');
		expect(items).toHaveLength(40);
		expect(sandbox.journal.of('token')).toHaveLength(1);
		expect(sandbox.journal.of('courses')).toHaveLength(20);
	});

	it('for all pages of a list', async () => {
		const sandbox = await startService({ courses: 10, coursePageSize: 2 });
		await listCourses(sandbox, { returnAll: true });
		expect(outcomes(sandbox)).toEqual(['token 200', ...Array<string>(5).fill('courses 200')]);
	});

	it('for the next execution and the next node', async () => {
		const sandbox = await startService({ courses: 1, groups: 1 });
		const credential = await usedCredential(sandbox);
		await listRecords('group', credential);
		expect(outcomes(sandbox)).toEqual(['token 200', 'courses 200', 'groups 200']);
	});

	it('for two executions at once', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = storedFor(sandbox);
		await Promise.all([listCourses(credential), listCourses(credential)]);
		expect(sandbox.journal.of('token')).toHaveLength(1);
	});

	it('for 20 input items whose credential is wrong: it is sent once', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = { ...credentialFor(sandbox), clientSecret: 'wrong' };
		const onError = 'continueRegularOutput';
		const { items } = await listCourses(credential, {}, { items: 20, onError });
		expect(items).toHaveLength(20);
		expect(outcomes(sandbox)).toEqual(['token 401']);
	});
});

describe('a change of the credential takes effect at once:', () => {
	it('a wrong secret', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		credential.edit({ clientSecret: 'wrong' });
		const { error } = await listCourses(credential);
		expect(error?.message).toContain('The service rejected the client ID or the client secret');
		expect(outcomes(sandbox)).toEqual(['token 200', 'courses 200', 'token 401']);
	});

	it('the right secret after a wrong one', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = storedFor(sandbox);
		credential.edit({ clientSecret: 'wrong' });
		await listCourses(credential);
		credential.edit({ clientSecret: sandbox.clientSecret });
		const { status } = await listCourses(credential);
		expect(status).toBe('success');
	});

	it('another client ID', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		credential.edit({ clientId: 'nobody' });
		await listCourses(credential);
		const bodies = sandbox.journal.of('token').map(({ body }) => body);
		expect(bodies[1]).toContain('nobody');
		expect(sandbox.journal.of('courses')).toHaveLength(1);
	});

	it('another base URL, to which the old token never travels', async () => {
		const [old, fresh] = [await startService({ courses: 1 }), await startService({ courses: 2 })];
		const credential = await usedCredential(old);
		credential.edit({ baseUrl: fresh.baseUrl });
		const { items } = await listCourses(credential);
		expect(items).toHaveLength(2);
		expect(outcomes(fresh)).toEqual(['token 200', 'courses 200']);
		const oldToken = old.journal.of('courses')[0]?.headers.authorization?.replace('Bearer ', '');
		expect(oldToken).toMatch(/./);
		expect(JSON.stringify(fresh.journal.entries)).not.toContain(oldToken);
		expect(old.journal.entries).toHaveLength(2);
	});

	it('another version header, for which the token stays good', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		credential.edit({ apiVersion: 'v9' });
		await listCourses(credential);
		expect(sandbox.journal.of('courses')[1]?.headers['service-api-version']).toBe('v9');
		expect(sandbox.journal.of('token')).toHaveLength(1);
	});
});
