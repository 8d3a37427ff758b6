import { readCredentialFields } from '../../../../nodes/LearningPlatform/transport/token/credentialFields';
import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors/serviceError';

const stored = {
	baseUrl: 'https://service.example',
	clientId: 'id',
	clientSecret: 'secret',
	versionHeader: 'service-api-version',
	apiVersion: 'v2.0',
	accessToken: '',
};

const read = {
	baseUrl: 'https://service.example',
	clientId: 'id',
	clientSecret: 'secret',
	versionHeader: 'service-api-version',
	apiVersion: 'v2.0',
	allowUnauthorizedCerts: false,
};

it('hands over the fields that are sent, and no token', () => {
	expect(readCredentialFields(stored)).toEqual(read);
});

describe('fields are understood', () => {
	it.each([
		['with spaces around the base URL', { baseUrl: ' https://service.example/ ' }, {}],
		['with spaces around the client ID', { clientId: ' id\n' }, {}],
		['with spaces around the client secret', { clientSecret: '\tsecret ' }, {}],
		['with spaces inside the client secret', { clientSecret: 'a b' }, { clientSecret: 'a b' }],
		['with a number for the client ID', { clientId: 42 }, { clientId: '42' }],
		['with spaces around the version header', { versionHeader: ' service-api-version ' }, {}],
		[
			'with another version header',
			{ versionHeader: '360-api-version' },
			{ versionHeader: '360-api-version' },
		],
		['without a version header', { versionHeader: '' }, {}],
		['from before there was a version header', { versionHeader: undefined as never }, {}],
		['with spaces around the version', { apiVersion: ' v2.0 ' }, {}],
		['with another version', { apiVersion: 'v2.1 beta' }, { apiVersion: 'v2.1 beta' }],
		['without a version', { apiVersion: '' }, {}],
		['with Ignore SSL Issues', { allowUnauthorizedCerts: true }, { allowUnauthorizedCerts: true }],
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
			'Service in the credential is not one that this version of the package knows',
		);
	});
});

describe('the field at fault is named', () => {
	it.each([
		['an empty base URL', { baseUrl: '' }, 'Base URL is empty'],
		['a base URL that is an object', { baseUrl: {} as never }, 'Base URL is empty'],
		['a base URL that is none', { baseUrl: 'platform' }, 'Base URL in the credential is not'],
		['an empty client ID', { clientId: '' }, 'Client ID is empty'],
		['a client ID of spaces', { clientId: '  ' }, 'Client ID is empty'],
		['a missing client ID', { clientId: undefined as never }, 'Client ID is empty'],
		['an empty client secret', { clientSecret: '' }, 'Client Secret is empty'],
		['a client secret that is null', { clientSecret: null as never }, 'Client Secret is empty'],
		['a version header with a colon', { versionHeader: 'version:' }, 'Version Header Name'],
		['a version header with a space', { versionHeader: 'api version' }, 'Version Header Name'],
		['a version header with a line end', { versionHeader: 'a\r\nb' }, 'Version Header Name'],
		['a version header outside ASCII', { versionHeader: 'vérsion' }, 'Version Header Name'],
		['a version with a line end', { apiVersion: 'v2\r\nx: y' }, 'API Version'],
		['a version outside ASCII', { apiVersion: 'v2–0' }, 'API Version'],
	])('%s', (_what, changes, message) => {
		const reading = () => readCredentialFields({ ...stored, ...changes });
		expect(reading).toThrow(ServiceError);
		expect(reading).toThrow(message);
	});
});
