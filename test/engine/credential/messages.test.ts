import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { testCredential } from '../harness';
import { listCourses, usedCredential } from '../lists';
import { atEndOfTest, startService, storedFor } from '../service';

// A credential test shows one line. test/engine/failures.txt has what an execution shows.

interface Trouble {
	credential?: ICredentialDataDecryptedObject;
	fault?: Fault;
}

/** Stores a credential for a service that causes a problem. */
async function credentialIn({ credential = {}, fault }: Trouble) {
	const sandbox = await startService({ courses: 1, clientSecret: secret });
	// The request may violate the contract.
	atEndOfTest(() => sandbox.journal.takeOffContract());
	if (fault) sandbox.faults.add({ ...fault, times: Infinity });
	const stored = storedFor(sandbox);
	stored.edit(credential);
	return stored;
}

const secret = 'top-secret';

it.each<[what: string, trouble: Trouble, message: string]>([
	[
		'an empty field',
		{ credential: { baseUrl: '' } },
		'No service is chosen in the credential. Choose your platform under Service, or choose Other to enter its address.',
	],
	[
		'a forbidden host',
		{ credential: { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' } },
		'n8n does not allow this credential to reach the service. Check Allowed HTTP Request Domains in the credential. Allowed Domains does not include "127.0.0.1".',
	],
	[
		'another version header',
		{ credential: { versionHeader: 'x-version' } },
		'The service rejected the request. If Service is Other: Check Version Header Name and API Version in the credential.',
	],
	[
		'a missing scope',
		{ fault: { on: { kind: 'courses' }, status: 403, body: { error: { code: 'invalid_scope' } } } },
		'The address, the client ID, and the client secret are correct, but the credential does not give access to courses, which this test reads. To use courses, ask a platform administrator to add the "courses:read" scope. Without this scope, the credential still works for other lists.',
	],
])('the credential test explains %s', async (_what, trouble, message) => {
	expect(await testCredential(await credentialIn(trouble))).toEqual({ status: 'Error', message });
});

it('a host that is no longer allowed receives no request, even if there is a token', async () => {
	const sandbox = await startService({ courses: 1 });
	const credential = await usedCredential(sandbox);
	const before = sandbox.journal.entries.length;
	credential.edit({ allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' });
	const { error } = await listCourses(credential);
	expect(error?.message).toContain('n8n does not allow this credential to reach the service');
	expect(sandbox.journal.entries).toHaveLength(before);
});

it.each<[string, Fault]>([
	['a rejected secret', { status: 401, body: { error: secret } }],
	['an unexpected response', { body: `<html>${secret}</html>` }],
])('an execution stores no secret, token, response, or stack after %s', async (_what, answer) => {
	const credential = await credentialIn({ fault: { on: { kind: 'token' }, ...answer } });
	const { run, status } = await listCourses(credential, { options: { maxRetries: 0 } });
	expect(status).toBe('error');
	expect(JSON.stringify(run)).not.toMatch(
		/top-secret|Bearer |<html|access_token|"stack"|node_modules/,
	);
});

it('an error does not quote a token, even one as short as a word', async () => {
	const sandbox = await startService({ courses: 1 });
	const token = 'short.token';
	const body = { access_token: token, token_type: 'Bearer' };
	sandbox.faults.add({ on: { kind: 'token' }, body });
	sandbox.faults.add({ on: { kind: 'courses' }, status: 403, body: `No: ${token}` });
	const { error } = await listCourses(sandbox, { options: { maxRetries: 0 } });
	expect(error?.description).toContain('The service returned 403: "No: [removed]".');
});
