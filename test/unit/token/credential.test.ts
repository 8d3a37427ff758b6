import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import {
	fingerprintOf,
	isSameOrigin,
	readCredentialFields,
} from '../../../nodes/LearningPlatform/token';
import { throwingWorded } from '../worded';

const sent = {
	baseUrl: 'https://service.example',
	clientId: 'id',
	clientSecret: 'secret',
	versionHeader: 'service-api-version',
	apiVersion: 'v2.0',
};
const stored = { ...sent, accessToken: '' };
const read = { ...sent, allowUnauthorizedCerts: false };

it('reads the fields without the token', () => {
	expect(readCredentialFields(stored)).toEqual(read);
});

describe('reads fields', () => {
	it.each([
		[
			'with spaces around every value',
			Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, `\t${value} \n`])),
			{},
		],
		['with a number as the client ID', { clientId: 42 }, { clientId: '42' }],
		['without a version header', { versionHeader: undefined as never }, {}],
		[
			'with Ignore SSL Issues (Insecure) as text',
			{ allowUnauthorizedCerts: 'true' },
			{ allowUnauthorizedCerts: true },
		],
	])('%s', (_how, changes, expected) => {
		expect(readCredentialFields({ ...stored, ...changes })).toEqual({ ...read, ...expected });
	});
});

describe('Service', () => {
	const left = { ...stored, versionHeader: ':', apiVersion: 'é', allowUnauthorizedCerts: true };

	it.each([
		['360learning-eu', 'https://app.360learning.com'],
		[' 360learning-us ', 'https://app.us.360learning.com'],
	])('"%s" overrides the fields that it hides', (service, baseUrl) => {
		const preset = { ...read, baseUrl, versionHeader: '360-api-version' };
		expect(readCredentialFields({ ...left, apiVersion: 'v1', service })).toEqual(preset);
		expect(readCredentialFields({ clientId: 'id', clientSecret: 'secret', service })).toEqual(
			preset,
		);
	});

	it.each(['other', '', null])('%p shows all fields', (service) => {
		expect(readCredentialFields({ ...stored, service } as never)).toEqual(read);
	});
});

describe("n8n's Allowed Domains", () => {
	const readWith =
		(allowedDomains: string, allowedHttpRequestDomains = 'domains') =>
		() =>
			readCredentialFields({ ...stored, allowedHttpRequestDomains, allowedDomains });

	it.each([
		'service.example',
		'other.example, SERVICE.example',
		'*.example',
		'*.other.example,*.example',
	])('include the service: %s', (domains) => {
		expect(readWith(domains)()).toEqual(read);
	});

	it.each(['', 'other.example', '*.service.example', '*.', '*'])(
		'do not include the service: %p',
		(domains) => {
			expect(readWith(domains)).toThrow('domainNotAllowed');
		},
	);

	it.each(['all', 'none'])('do not apply if the choice is %s', (choice) => {
		expect(readWith('other.example', choice)()).toEqual(read);
	});
});

describe('names the invalid field:', () => {
	it.each([
		["a newer version's service", { service: 'elsewhere' }, 'does not recognize the service'],
		['no service and no base URL', { baseUrl: '' }, 'No service is chosen'],
		['no service and an object', { baseUrl: {} as never }, 'No service is chosen'],
		['an empty client ID', { clientId: '' }, 'Client ID is empty'],
		['no client secret', { clientSecret: null as never }, 'Client Secret is empty'],
		['a header with a colon', { versionHeader: 'version:' }, 'Version Header Name'],
		['a header with a line break', { versionHeader: 'a\r\nb' }, 'Version Header Name'],
		['a version with a line break', { apiVersion: 'v2\r\nx: y' }, 'API Version'],
		['a version with a dash', { apiVersion: 'v2–0' }, 'API Version'],
	])('%s', (_what, changes, message) => {
		const reading = () => throwingWorded(readCredentialFields)({ ...stored, ...changes });
		expect(reading).toThrow(UserFacingError);
		expect(reading).toThrow(message);
	});
});

const baseUrlOf = (baseUrl: string) =>
	readCredentialFields({ ...stored, service: 'other', baseUrl }).baseUrl;

it.each([
	['https://service.example', 'https://service.example'],
	['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['https://service.example/api', 'https://service.example'],
	['https://service.example//api/v2', 'https://service.example'],
	['https://service.example/api/v1', 'https://service.example/api/v1'],
	['service.example', 'https://service.example'],
	['Service.example/p/api/v2/', 'https://service.example/p'],
])('accepts the base URL %s', (pasted, expected) => {
	expect(baseUrlOf(pasted)).toBe(expected);
});

it.each([
	[' ', 'Base URL is empty in the credential'],
	['platform', 'Base URL in the credential is not a web address'],
	['me@service.example', 'is not a web address'],
	['/api.v2', 'is not a web address'],
	['ftp://service.example', 'is not a web address'],
	['https://:pw@service.example', 'contains more than an address'],
	['https://service.example/#/admin', 'contains more than an address'],
])('rejects the base URL "%s"', (pasted, message) => {
	expect(() => throwingWorded(baseUrlOf)(pasted)).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(message) as string,
			step: expect.stringContaining('e.g. "https://app.example.com".') as string,
		}) as Error,
	);
});

describe('a request', () => {
	const base = 'https://service.example/prefix';

	it.each([
		['under the base URL', 'https://service.example/prefix/api/v2/courses', undefined],
		['with an explicit port', 'https://service.example:443/', undefined],
		['relative to its own base', '/api/v2/courses', 'https://service.example'],
		['with an absolute URL and another base', 'https://service.example/', 'https://evil.example'],
	])('%s goes to the service', (_which, url, requestBase) => {
		expect(isSameOrigin(url, requestBase, base)).toBe(true);
	});

	it.each([
		['to a different host', 'https://evil.example/prefix', undefined],
		['with a user name', 'https://me@service.example/', undefined],
		['with a password', 'https://:pw@service.example/', undefined],
		['relative to a different base', '/api/v2/courses', 'https://evil.example'],
		['with an absolute URL and the right base', 'https://evil.example/', 'https://service.example'],
		['without a scheme', '//evil.example/', 'https://service.example'],
		['relative to no base', '/api/v2/courses', undefined],
		['relative to an empty base', '/api/v2/courses', ''],
	])('%s goes elsewhere', (_which, url, requestBase) => {
		expect(isSameOrigin(url, requestBase, base)).toBe(false);
	});
});

it('the fingerprint depends on where each field ends', () => {
	const shifted = { ...read, clientId: 'ids', clientSecret: 'ecret' };
	expect(fingerprintOf(shifted)).not.toBe(fingerprintOf(read));
});

it('the credential test explains redirects, rejections, and temporary failures', () => {
	const statuses = new LearningPlatformApi().test.rules?.map(
		({ properties }) => (properties as { value: number }).value,
	);
	const redirects = [301, 302, 303, 307, 308];
	const refusals = [400, 401, 403, 404, 405, 406, 410, 429];
	expect(statuses).toEqual([...redirects, ...refusals, 500, 501, 502, 503, 504]);
});
