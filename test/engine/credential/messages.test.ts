import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { testCredential } from '../harness';
import { listCourses, usedCredential } from '../lists';
import { atEndOfTest, startService, storedFor } from '../service';

// A credential test shows one line; an execution shows a message and a description.

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

const troubles: [
	what: string,
	trouble: Trouble,
	message: string,
	description: string,
	line?: string,
][] = [
	[
		'an empty field',
		{ credential: { baseUrl: '' } },
		'No service is chosen in the credential. Choose your platform under Service, or choose Other to enter its address.',
		'Choose your platform',
	],
	[
		'a forbidden host',
		{ credential: { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' } },
		'n8n does not allow this credential to reach the service. Check Allowed HTTP Request Domains in the credential.',
		'Allowed Domains does not include "127.0.0.1".',
	],
	[
		'another version header',
		{ credential: { versionHeader: 'x-version' } },
		'The service rejected the request',
		'missingVersion: The header service-api-version is missing',
		'The service rejected the request. If Service is Other: Check Version Header Name and API Version in the credential.',
	],
	[
		'a missing scope',
		{ fault: { on: { kind: 'courses' }, status: 403, body: { error: { code: 'invalid_scope' } } } },
		'The API credentials do not have access to this list. Ask a platform administrator to add the "courses:read" scope.',
		'invalid_scope',
		'The address, the client ID, and the client secret are correct, but the credential does not give access to courses, which this test reads. To use courses, ask a platform administrator to add the "courses:read" scope.',
	],
];

describe('an execution explains', () => {
	it.each(troubles)('%s', async (_what, trouble, message, description) => {
		const credential = await credentialIn(trouble);
		const { status, error } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(status).toBe('error');
		// The editor shows only the message until the user opens the details, so the message includes the next step.
		expect(error?.message.replace(' (courses, page 1)', '')).toBe(message);
		expect(error?.description).toContain(description);
	});
});

describe('the credential test explains', () => {
	it.each(troubles)('%s', async (_what, trouble, message, description, line = '') => {
		const credential = await credentialIn(trouble);
		const verdict = await testCredential(credential);
		expect(verdict.status).toBe('Error');
		const [start, advice] = line === '' ? [message, description] : [line, ''];
		expect(verdict.message.slice(0, start.length)).toBe(start);
		expect(verdict.message).toContain(advice);
	});
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
])('an execution stores no secret, token, or response after %s', async (_what, answer) => {
	const credential = await credentialIn({ fault: { on: { kind: 'token' }, ...answer } });
	const { run, status } = await listCourses(credential, { options: { maxRetries: 0 } });
	expect(status).toBe('error');
	expect(JSON.stringify(run)).not.toMatch(/top-secret|Bearer |<html|access_token/);
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
