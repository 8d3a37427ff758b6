import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import {
	fingerprintOf,
	isSameOrigin,
	readCredentialFields,
	testRequest,
} from '../../../nodes/LearningPlatform/token';

const sent = {
	baseUrl: 'https://service.example',
	clientId: 'id',
	clientSecret: 'secret',
	versionHeader: 'service-api-version',
	apiVersion: 'v2.0',
};
const stored = { ...sent, accessToken: '' };
const read = { ...sent, allowUnauthorizedCerts: false };

it('hands over the fields that are sent, and no token', () => {
	expect(readCredentialFields(stored)).toEqual(read);
});

describe('fields are understood', () => {
	it.each([
		[
			'with spaces around all of them',
			Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, `\t${value} \n`])),
			{},
		],
		['with spaces inside the client secret', { clientSecret: 'a b' }, { clientSecret: 'a b' }],
		['with a number for the client ID', { clientId: 42 }, { clientId: '42' }],
		['with another version header', { versionHeader: 'x-version' }, { versionHeader: 'x-version' }],
		['from before there was a version header', { versionHeader: undefined as never }, {}],
		['with another version', { apiVersion: 'v2.1 beta' }, { apiVersion: 'v2.1 beta' }],
		['without a version', { apiVersion: '' }, {}],
		[
			'with Ignore SSL Issues as text, as an expression may give it',
			{ allowUnauthorizedCerts: 'true' },
			{ allowUnauthorizedCerts: true },
		],
		['with Ignore SSL Issues that are neither on nor off', { allowUnauthorizedCerts: 'maybe' }, {}],
	])('%s', (_how, changes, expected) => {
		expect(readCredentialFields({ ...stored, ...changes })).toEqual({ ...read, ...expected });
	});
});

describe('Service', () => {
	const eu = 'https://app.360learning.com';
	const us = 'https://app.us.360learning.com';
	const others = [
		['as left by another service', stored],
		['empty', { clientId: 'id', clientSecret: 'secret' }],
		['unusable', { ...stored, baseUrl: 'x', versionHeader: ':', apiVersion: 'é' }],
		['on, as Ignore SSL Issues', { ...stored, allowUnauthorizedCerts: true }],
	] as const;

	it.each(
		[
			['360learning-eu', eu],
			[' 360learning-us ', us],
		].flatMap(([service, baseUrl]) => others.map((rest) => [service, ...rest, baseUrl] as const)),
	)('"%s" counts, with the fields that it hides %s', (service, _how, fields, baseUrl) => {
		expect(readCredentialFields({ ...fields, service } as never)).toEqual({
			...{ ...read, baseUrl, versionHeader: '360-api-version', apiVersion: 'v2.0' },
		});
	});

	it.each(['other', '', undefined, null])('%p leaves the fields to the user', (service) => {
		expect(readCredentialFields({ ...stored, service } as never)).toEqual(read);
	});

	it('of a newer version is refused', () => {
		expect(() => readCredentialFields({ ...stored, service: 'elsewhere' })).toThrow(
			'This version of the package does not know the Service in the credential',
		);
	});
});

describe('the field at fault is named', () => {
	it.each([
		['no service and no base URL', { baseUrl: '' }, 'No service is chosen'],
		[
			'no service and a base URL that is an object',
			{ baseUrl: {} as never },
			'No service is chosen',
		],
		['an empty client ID', { clientId: '' }, 'Client ID is empty'],
		['a client secret that is null', { clientSecret: null as never }, 'Client Secret is empty'],
		['a version header with a colon', { versionHeader: 'version:' }, 'Version Header Name'],
		['a version header with a line end', { versionHeader: 'a\r\nb' }, 'Version Header Name'],
		['a version header outside ASCII', { versionHeader: 'vérsion' }, 'Version Header Name'],
		['a version with a line end', { apiVersion: 'v2\r\nx: y' }, 'API Version'],
		['a version outside ASCII', { apiVersion: 'v2–0' }, 'API Version'],
	])('%s', (_what, changes, message) => {
		const reading = () => readCredentialFields({ ...stored, ...changes });
		expect(reading).toThrow(UserFacingError);
		expect(reading).toThrow(message);
	});
});

const baseUrlOf = (baseUrl: string) =>
	readCredentialFields({ service: 'other', baseUrl, clientId: 'id', clientSecret: 'secret' })
		.baseUrl;

describe('a base URL is accepted', () => {
	it.each([
		['as it should be', 'https://service.example', 'https://service.example'],
		['with a slash at its end', 'https://service.example/', 'https://service.example'],
		['with a port', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['with a prefix and a slash', 'https://service.example/a/b/', 'https://service.example/a/b'],
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
		['without a scheme', 'service.example', 'https://service.example'],
		['of a host and a port', 'lms:8443', 'https://lms:8443'],
		['of a host and a path', 'Service.example/p/api/v2/', 'https://service.example/p'],
		['of this machine', 'localhost', 'https://localhost'],
		['with another version', 'https://service.example/api/v1', 'https://service.example/api/v1'],
	])('%s', (_how, pasted, expected) => {
		expect(baseUrlOf(pasted)).toBe(expected);
	});
});

describe('a base URL is refused', () => {
	it.each([
		['that is empty', ' ', 'Base URL is empty in the credential'],
		['of one word', 'platform', 'Base URL in the credential is not a web address'],
		['of a mail address', 'me@service.example', 'Base URL in the credential is not a web address'],
		['of a path', '/api.v2', 'Base URL in the credential is not a web address'],
		['of words with a dot', 'our platform.example', 'is not a web address'],
		['without a scheme, with a query', 'service.example?a=b', 'contains more than an address'],
		['with another scheme', 'ftp://service.example', 'is not a web address'],
		['with a user name', 'https://me@service.example', 'contains more than an address'],
		['with a password', 'https://:pw@service.example', 'contains more than an address'],
		['with a query', 'https://service.example/?a=b', 'contains more than an address'],
		['with a fragment', 'https://service.example/#/admin', 'contains more than an address'],
	])('%s', (_which, pasted, message) => {
		expect(() => baseUrlOf(pasted)).toThrow(message);
	});

	it('with an example of what to enter', () => {
		expect(() => baseUrlOf('')).toThrow(
			expect.objectContaining({
				step: 'Enter the address of the platform, e.g. "https://app.example.com".',
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

it('a fingerprint tells where one field ends and the next begins', () => {
	const shifted = { ...read, clientId: 'ids', clientSecret: 'ecret' };
	expect(fingerprintOf(shifted)).not.toBe(fingerprintOf(read));
});

it('a credential test has advice for redirects, refusals and what may pass', () => {
	const statuses = testRequest.rules?.map(
		({ properties }) => (properties as { value: number }).value,
	);
	const redirects = [301, 302, 303, 307, 308];
	const refusals = [400, 401, 403, 404, 405, 406, 410, 429];
	expect(statuses).toEqual([...redirects, ...refusals, 500, 501, 502, 503, 504]);
});
