import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { runNode } from '../harness';
import { listCourses, usedCredential } from '../lists';
import { startService, storedFor } from '../service';

describe('what n8n stores', () => {
	it.each([1, 2] as const)(
		'is the token and its expiry, but no secret, in n8n %i',
		async (storesLike) => {
			const sandbox = await startService({ courses: 1 });
			const credential = storedFor(sandbox);
			await listCourses(credential, {}, { storesLike });
			const { accessToken, ...fields } = credential.data;
			expect(fields).toMatchObject({
				baseUrl: sandbox.baseUrl,
				clientId: sandbox.clientId,
				clientSecret: sandbox.clientSecret,
				versionHeader: 'service-api-version',
				apiVersion: 'v2.0',
			});
			const sent = sandbox.journal.of('courses')[0]?.headers.authorization;
			expect(JSON.parse(accessToken as string)).toEqual({
				accessToken: sent?.replace('Bearer ', ''),
				staleAt: expect.any(Number) as number,
				usableUntil: expect.any(Number) as number,
				fingerprint: expect.stringMatching(/^[\w-]{43}$/) as string,
			});
			expect(accessToken).not.toContain(sandbox.clientSecret);
		},
	);

	it.each([
		['text', 'not exchanged yet'],
		['a number', 42],
		['an object without fields', '{}'],
		['a token without its expiry', { staleAt: undefined }],
		['a token without a fingerprint', { fingerprint: undefined }],
	])('is replaced if it is %s', async (_what, field) => {
		const sandbox = await startService({ courses: 1 });
		const credential = await usedCredential(sandbox);
		const good = credential.data.accessToken as string;
		const changed = { ...(JSON.parse(good) as object), ...(field as object) };
		credential.edit({
			accessToken: typeof field === 'object' ? JSON.stringify(changed) : field,
		});
		sandbox.journal.clear();
		expect((await listCourses(credential)).status).toBe('success');
		expect(sandbox.journal.of('courses')).toMatchObject([{ status: 200 }]);
	});

	it.each([
		['a list', {}],
		['a list with the names of 23 groups', { options: { addNames: ['groups'] } }],
		[
			'Training Status',
			{ resource: 'trainingStatus', training: 'course', people: 'active', show: 'all' },
		],
	])('is read at most four times for %s', async (_what, parameters) => {
		const sizes = { courses: 23, groups: 23, users: 60, courseStatistics: 10 };
		const sandbox = await startService(sizes);
		const credential = storedFor(sandbox);
		const value = sandbox.catalogue.list('courses')[0]?._id ?? '';
		const courseId = { __rl: true, mode: 'id', value };
		const read = jest.spyOn(credential, 'data', 'get');
		const all = { operation: 'list', returnAll: true, courseId, ...parameters };
		const { error } = await runNode({ credential, parameters: all });
		expect(error).toBeUndefined();
		expect(read.mock.calls.length).toBeLessThanOrEqual(4);
	});

	it('is stored once for all input items, and each item reads the credential once', async () => {
		const listWith = async (items: number) => {
			const credential = storedFor(await startService({ courses: 1 }));
			const write = jest.spyOn(credential, 'data', 'set');
			const read = jest.spyOn(credential, 'data', 'get');
			await listCourses(credential, {}, { items });
			expect(write).toHaveBeenCalledTimes(1);
			return read.mock.calls.length;
		};
		const more = (await listWith(40)) - (await listWith(20));
		expect(more).toBe(20);
	});

	it('is stored by the next execution if someone edits the credential during an exchange', async () => {
		const sandbox = await startService({ courses: 1 });
		const credential = storedFor(sandbox);
		const before = () => {
			credential.edit({ apiVersion: 'v2.0 ' });
		};
		sandbox.faults.add({ on: { kind: 'token' }, before });
		await listCourses(credential);
		expect(credential.data.accessToken).toBe('');
		await listCourses(credential);
		expect(credential.data.accessToken).not.toBe('');
		expect(sandbox.journal.of('token')).toHaveLength(1);
	});
});

describe.each([1, 2] as const)('n8n %i keeps edits saved during an exchange:', (storesLike) => {
	it.each<[string, ICredentialDataDecryptedObject]>([
		['a new secret', { clientSecret: 'rotated' }],
		['allowed hosts', { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example' }],
	])('%s', async (_what, changes) => {
		const sandbox = await startService({ courses: 1 });
		const credential = storedFor(sandbox);
		sandbox.faults.add({
			on: { kind: 'token' },
			before: () => {
				credential.edit(changes);
			},
		});
		const { items } = await listCourses(credential, {}, { storesLike });
		expect(items).toHaveLength(1);
		expect(credential.data).toMatchObject({ ...changes, accessToken: '' });
	});
});
