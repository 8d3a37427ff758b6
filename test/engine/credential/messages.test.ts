import { testCredential } from '../harness';
import { listCourses } from '../lists';
import { credentialIn, type Trouble } from './trouble';

// What a user reads: n8n's credential test shows one line, an execution shows message and description.
const troubles: [
	what: string,
	trouble: Trouble,
	message: string,
	description: string,
	line?: string,
][] = [
	[
		'a wrong client secret',
		{ credential: { clientSecret: 'wrong' } },
		'The service rejected the client ID or the client secret. Copy Client ID and Client Secret from the admin panel of the platform again.',
		'Check that these API credentials are active',
	],
	[
		'no service',
		{ credential: { baseUrl: '' } },
		'No service is chosen in the credential. Choose your platform under Service, or Other to enter its address.',
		'Choose your platform',
	],
	[
		'a host that refuses the connection',
		{ credential: { baseUrl: 'http://127.0.0.1:9' } },
		'The host of the platform refused the connection. Check Base URL in the credential, and whether the service is running.',
		'A firewall between n8n and the service',
	],
	[
		'a host with a certificate of its own',
		{ service: { tls: true } },
		'The certificate of the platform is not trusted. Check Base URL in the credential, and ask who runs n8n to have the certificate trusted.',
		'You can turn on Ignore SSL Issues in the credential instead.',
	],
	[
		'the version header under another name',
		{ credential: { versionHeader: 'x-version' } },
		'The service refused the request as invalid',
		'missingVersion: The header service-api-version is missing',
		'The service refused the request as invalid. With Other as Service: Check Version Header Name and API Version, e.g. "service-api-version" and "v2.0".',
	],
	[
		'a web page in place of a token',
		{ fault: { on: { kind: 'token' }, body: '<html>Welcome</html>' } },
		'The address of the platform returned no access token; it may belong to another site. Check Base URL in the credential.',
		'It answered 200 with a web page.',
	],
	[
		'JSON without a token',
		{ fault: { on: { kind: 'token' }, body: { token: 'x' } } },
		'The address of the platform returned no access token; it may belong to another site. Check Base URL in the credential.',
		'It answered 200 with data of another kind.',
	],
	[
		'a token that no header can carry',
		{ fault: { on: { kind: 'token' }, body: { access_token: 'a\r\nx: y', token_type: 'Bearer' } } },
		'The address of the platform returned no access token; it may belong to another site. Check Base URL in the credential.',
		'It answered 200 with data of another kind.',
	],
	[
		'a token of another kind',
		{ fault: { on: { kind: 'token' }, body: { access_token: 'a', token_type: 'mac' } } },
		'The service issued an access token of a kind this node does not know. Check Base URL in the credential.',
		'Only bearer tokens can be used.',
	],
	[
		'a host without a token endpoint',
		{ fault: { on: { kind: 'token' }, status: 404, body: '<html>404</html>' } },
		'The address of the platform has no API (status 404). Check Base URL in the credential.',
		'Base URL is the address of the platform without "/api/v2"',
	],
	[
		'a token endpoint that redirects',
		{ fault: { on: { kind: 'token' }, status: 302, headers: { location: 'http://127.0.0.1:9/' } } },
		'The address of the platform redirects to another one (status 302). Enter the final address of the platform as Base URL in the credential.',
		'so that the client secret never reaches another host',
	],
	[
		'a token request that is refused as invalid',
		{ fault: { on: { kind: 'token' }, status: 400, body: { error: 'invalid_request' } } },
		'The service refused to issue an access token (status 400). Check Client ID, Client Secret and Base URL in the credential.',
		'Check as well that the API credentials are active.',
	],
	[
		'API credentials that are unknown, said with status 200',
		{ fault: { on: { kind: 'token' }, body: { error: 'invalid_client' } } },
		'The service rejected the client ID or the client secret. Copy Client ID and Client Secret from the admin panel of the platform again.',
		'Check that these API credentials are active',
	],
	[
		'a proxy that asks for a password',
		{ fault: { on: { kind: 'token' }, status: 407 } },
		'The proxy asks for a user name and a password',
		'Ask who runs n8n, or the proxy, for them.',
	],
	[
		'a firewall',
		{ fault: { on: { kind: 'token' }, status: 403, body: '<html>Denied</html>' } },
		'The request was refused, probably by a proxy or firewall',
		'to let the requests of n8n through',
	],
	[
		'a token endpoint that is broken for the time being',
		{ fault: { on: { kind: 'token' }, status: 503, headers: { 'retry-after': '0' } } },
		'The service could not issue an access token (status 503). Try again in a minute.',
		'The credential may be right.',
	],
	[
		'a token that the lists refuse',
		{ fault: { on: { kind: 'courses' }, status: 401 } },
		'The service refused the access token. Test the credential in n8n.',
		'A new token was tried as well.',
		'The service refused the access token. Check that the API credentials are active in the platform.',
	],
	[
		'a scope that is missing',
		{ fault: { on: { kind: 'courses' }, status: 403, body: { error: { code: 'invalid_scope' } } } },
		'The API credentials lack a permission for this list. Ask an administrator of the platform to add the scope "courses:read".',
		'invalid_scope',
		'The service does not allow this request. Ask an administrator of the platform whether the API credentials are active and have the scope that reads courses.',
	],
	[
		'a list that does not exist',
		{ fault: { on: { kind: 'courses' }, status: 404 } },
		'The service has no such list',
		'Base URL is the address of the platform without "/api/v2"',
		'The service has no such list. Check Service (with Other: Base URL) in the credential. With Other as Service: Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".',
	],
	[
		'a list that redirects',
		{
			fault: { on: { kind: 'courses' }, status: 301, headers: { location: 'http://127.0.0.1:9/' } },
		},
		'The service redirects to another address',
		'so that the access token never reaches another host',
		'The service redirects to another address. Redirects are not followed, so that the access token never reaches another host. Choose Other as Service in the credential, and enter the final address of the platform as Base URL.',
	],
	[
		'a service that is busy',
		{ fault: { on: { kind: 'courses' }, status: 429 } },
		'The service is receiving too many requests',
		'Max Retries under Options',
		'The service is receiving too many requests. Try again in a minute.',
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

it('the credential test explains a host that does not exist', async () => {
	const credential = await credentialIn({ credential: { baseUrl: 'http://no-such-host.invalid' } });
	const { status, message } = await testCredential(credential);
	expect(status).toBe('Error');
	expect(message).toMatch(
		/^The host of the platform cannot be (found\. Check Base URL|looked up right now\. Try again)/,
	);
});
