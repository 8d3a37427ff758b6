import {
	isSameOrigin,
	normalizeBaseUrl,
} from '../../../../nodes/LearningPlatform/transport/token/serviceUrl';

describe('a base URL is accepted', () => {
	it.each([
		['as it should be', 'https://service.example', 'https://service.example'],
		['with a slash at its end', 'https://service.example/', 'https://service.example'],
		['with several slashes at its end', 'https://service.example///', 'https://service.example'],
		['with spaces around it', '  https://service.example \t', 'https://service.example'],
		['with a line end', 'https://service.example\r\n', 'https://service.example'],
		['with a port', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['with the scheme’s own port', 'https://service.example:443/', 'https://service.example'],
		['in capitals', 'HTTPS://Service.Example', 'https://service.example'],
		['with an IPv6 address', 'http://[::1]:4010/', 'http://[::1]:4010'],
		['with a path prefix', 'https://service.example/prefix', 'https://service.example/prefix'],
		['with a prefix and a slash', 'https://service.example/a/b/', 'https://service.example/a/b'],
		['with the API path', 'https://service.example/api/v2', 'https://service.example'],
		['with the API path and a slash', 'https://service.example/api/v2/', 'https://service.example'],
		['with half of the API path', 'https://service.example/api', 'https://service.example'],
		['with prefix and API path', 'https://service.example/p/api/v2', 'https://service.example/p'],
		[
			'with slashes before the API path',
			'https://service.example//api/v2',
			'https://service.example',
		],
		[
			'with a prefix that ends like it',
			'https://service.example/xapi',
			'https://service.example/xapi',
		],
		['with another version', 'https://service.example/api/v1', 'https://service.example/api/v1'],
	])('%s', (_how, pasted, expected) => {
		expect(normalizeBaseUrl(pasted)).toBe(expected);
	});
});

describe('a base URL is refused', () => {
	it.each([
		['that is empty', '', 'Base URL is empty in the credential'],
		['of spaces', '  ', 'Base URL is empty in the credential'],
		['without a scheme', 'service.example', 'Base URL in the credential is not a web address'],
		['of words', 'our platform', 'Base URL in the credential is not a web address'],
		['without a host', 'https://', 'Base URL in the credential is not a web address'],
		['of a host and a port', 'service.example:443', 'must start with https://'],
		['with another scheme', 'ftp://service.example', 'must start with https://'],
		['with a user name', 'https://me@service.example', 'holds more than an address'],
		['with a password', 'https://:pw@service.example', 'holds more than an address'],
		['with a query', 'https://service.example/?a=b', 'holds more than an address'],
		['with a fragment', 'https://service.example/#/admin', 'holds more than an address'],
	])('%s', (_which, pasted, message) => {
		expect(() => normalizeBaseUrl(pasted)).toThrow(message);
	});

	it('with an example of what to enter', () => {
		expect(() => normalizeBaseUrl('')).toThrow(
			expect.objectContaining({
				description: 'Enter the address of the platform, e.g. "https://app.example.com".',
			}) as Error,
		);
	});
});

describe('a request', () => {
	const base = 'https://service.example/prefix';

	it.each([
		['below the base URL', 'https://service.example/prefix/api/v2/courses', undefined],
		['to another path of the origin', 'https://service.example/other', undefined],
		['with the port spelled out', 'https://service.example:443/', undefined],
		['relative to a base of its own', '/api/v2/courses', 'https://service.example'],
		['absolute, whatever its own base is', 'https://service.example/', 'https://evil.example'],
	])('goes to the service: %s', (_which, url, requestBase) => {
		expect(isSameOrigin(url, requestBase, base)).toBe(true);
	});

	it.each([
		['to another host', 'https://evil.example/prefix', undefined],
		['to another port', 'https://service.example:8443/', undefined],
		['with another scheme', 'http://service.example/', undefined],
		['with a user name', 'https://me@service.example/', undefined],
		['with a password', 'https://:pw@service.example/', undefined],
		['relative to another base', '/api/v2/courses', 'https://evil.example'],
		['absolute in spite of the right base', 'https://evil.example/', 'https://service.example'],
		['without a scheme, out of the right base', '//evil.example/', 'https://service.example'],
		['relative to nothing', '/api/v2/courses', undefined],
		['relative to an empty base', '/api/v2/courses', ''],
		['nowhere', '', undefined],
	])('goes elsewhere: %s', (_which, url, requestBase) => {
		expect(isSameOrigin(url, requestBase, base)).toBe(false);
	});
});
