import { readRequestOptions } from '../../../nodes/LearningPlatform/form';

const optionsOf = (requestOptions: object) => readRequestOptions(() => requestOptions);

describe('Request Options', () => {
	it.each([
		['nothing', {}, {}],
		['a timeout', { timeout: 5000 }, { timeout: 5000 }],
		['no timeout for 0', { timeout: 0 }, {}],
		[
			'certificates that are not checked',
			{ allowUnauthorizedCerts: true },
			{ skipSslCertificateValidation: true },
		],
		['certificates that are checked, said as text', { allowUnauthorizedCerts: 'false' }, {}],
		[
			'a proxy',
			{ proxy: 'http://proxy.example:3128' },
			{ proxy: { host: 'proxy.example', port: 3128, protocol: 'http' } },
		],
		[
			'a proxy on the port of its scheme',
			{ proxy: 'https://proxy.example' },
			{ proxy: { host: 'proxy.example', port: 443, protocol: 'https' } },
		],
		[
			'a proxy with a user',
			{ proxy: 'http://me:a%40b@proxy.example' },
			{
				proxy: {
					host: 'proxy.example',
					port: 80,
					protocol: 'http',
					auth: { username: 'me', password: 'a@b' },
				},
			},
		],
	])('can be %s', (_what, given, read) => {
		expect(optionsOf(given)).toEqual(read);
	});

	it.each([
		['proxy.example:3128', 'e.g.'],
		['proxy.example', 'e.g.'],
		['http://', 'e.g.'],
		['http://me:100%@proxy.example', '"%25"'],
	])('cannot have the proxy %j', (proxy, advice) => {
		expect(() => optionsOf({ proxy })).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('The proxy is not valid') as string,
				description: expect.stringContaining(advice) as string,
			}) as Error,
		);
	});

	it('cannot have Ignore SSL Issues that is neither on nor off', () => {
		expect(() => optionsOf({ allowUnauthorizedCerts: 'perhaps' })).toThrow(
			'Ignore SSL Issues under Request Options must be',
		);
	});
});
