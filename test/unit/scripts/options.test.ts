import { readOptions } from '../../../scripts/start/options';

const account = {
	LEARNING_PLATFORM_CLIENT_ID: ' id ',
	LEARNING_PLATFORM_CLIENT_SECRET: 'secret\n',
};
const address = ['--base-url', 'https://learn.example.com/prefix'];

describe('npm start', () => {
	it('uses the sandbox without arguments', () => {
		expect(readOptions([], account)).toBe('sandbox');
	});

	it('takes a service with the API credentials of the environment', () => {
		expect(readOptions(address, account)).toEqual({
			baseUrl: 'https://learn.example.com/prefix',
			clientId: 'id',
			clientSecret: 'secret',
			versionHeader: 'service-api-version',
			apiVersion: 'v2.0',
			accessToken: '',
		});
	});

	it('takes another version header', () => {
		const args = [...address, '--version-header', 'x-version', '--api-version', 'v3'];
		expect(readOptions(args, account)).toMatchObject({
			versionHeader: 'x-version',
			apiVersion: 'v3',
		});
	});

	it('helps whatever else is said', () => {
		expect(readOptions(['--help', ...address], {})).toBe('help');
	});

	it.each([
		['an unknown option', ['--page'], account, "Unknown option '--page'"],
		['a stray word', ['https://learn.example.com'], account, 'Unexpected argument'],
		['an option of a service without one', ['--api-version', 'v3'], account, '--base-url'],
		['an address without a scheme', ['--base-url', 'learn.example.com'], account, 'https://'],
		['an address of another kind', ['--base-url', 'file:///etc'], account, 'https://'],
		['no client ID', address, {}, 'LEARNING_PLATFORM_CLIENT_ID'],
		[
			'an empty client secret',
			address,
			{ ...account, LEARNING_PLATFORM_CLIENT_SECRET: ' ' },
			'LEARNING_PLATFORM_CLIENT_SECRET',
		],
	])('refuses %s and says what to change', (_what, args, env, message) => {
		expect(() => readOptions(args, env)).toThrow(message);
	});
});
