import { testCredential } from '../harness';
import { listCourses } from '../lists';
import { credentialIn, type Trouble } from './trouble';

// Where a user reads it: n8n's credential test shows one line, an execution shows message and description. All the words
// are in test/unit/{errors,token}/.
const troubles: [
	what: string,
	trouble: Trouble,
	message: string,
	description: string,
	line?: string,
][] = [
	[
		'a field',
		{ credential: { baseUrl: '' } },
		'No service is chosen in the credential. Choose your platform under Service, or Other to enter its address.',
		'Choose your platform',
	],
	[
		'a host that n8n does not allow',
		{ credential: { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example' } },
		'n8n does not allow this credential to reach the service. Check Allowed HTTP Request Domains in the credential.',
		'Domain not allowed',
	],
	[
		'a header of the version under another name',
		{ credential: { versionHeader: 'x-version' } },
		'The service refused the request',
		'missingVersion: The header service-api-version is missing',
		'The service refused the request. With Other as Service: Check Version Header Name and API Version in the credential.',
	],
	[
		'a scope that is missing',
		{ fault: { on: { kind: 'courses' }, status: 403, body: { error: { code: 'invalid_scope' } } } },
		'The API credentials have no permission for this list. Ask an administrator of the platform to add the scope "courses:read".',
		'invalid_scope',
		'The address, the client ID and the client secret are right. Only reading courses, which this test tries, is not allowed: to use courses, ask an administrator of the platform to add the scope "courses:read".',
	],
];

describe('an execution explains', () => {
	it.each(troubles)('%s', async (_what, trouble, message, description) => {
		const credential = await credentialIn(trouble);
		const { status, error } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(status).toBe('error');
		// The editor shows it without a click, so it has to say what to do as well.
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
