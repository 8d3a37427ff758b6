import {
	displayParameter,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
} from 'n8n-workflow';

import { InstalledPackage } from '../harness';

// Stored credentials refer to these names: with another one they would be empty after an update.
let type: ICredentialType;

beforeAll(async () => {
	type = (await InstalledPackage.load()).getCredentialType('learningPlatformApi');
});

it('the credential has its name', () => {
	expect(type).toMatchObject({ name: 'learningPlatformApi', displayName: 'Learning Platform API' });
});

it('its fields have their names, kinds and defaults', () => {
	const fields = type.properties.map((field) => [field.name, field.type, field.default]);
	expect(fields).toEqual([
		['service', 'options', 'other'],
		['baseUrl', 'string', ''],
		['clientId', 'string', ''],
		['clientSecret', 'string', ''],
		['versionHeader', 'string', 'service-api-version'],
		['apiVersion', 'string', 'v2.0'],
		['allowUnauthorizedCerts', 'boolean', false],
		['accessToken', 'hidden', ''],
	]);
});

it.each(['clientSecret', 'accessToken'])('%s is not shown', (name) => {
	const field = type.properties.find((one) => one.name === name);
	expect(field?.typeOptions?.password).toBe(true);
});

it('n8n renews the access token, since it expires', () => {
	const token = type.properties.find(({ name }) => name === 'accessToken');
	expect(token?.typeOptions?.expirable).toBe(true);
});

describe('the form asks for', () => {
	const shown = (data: ICredentialDataDecryptedObject) =>
		type.properties
			.filter((field) => field.type !== 'hidden')
			.filter((field) => displayParameter(data as never, field, null, null))
			.map(({ name }) => name);
	const all = [
		...['service', 'baseUrl', 'clientId', 'clientSecret', 'versionHeader', 'apiVersion'],
		'allowUnauthorizedCerts',
	];

	it.each(['360learning-eu', '360learning-us'])('ID and secret only, for %s', (service) => {
		expect(shown({ service })).toEqual([
			...['service', 'clientId', 'clientSecret', 'allowUnauthorizedCerts'],
		]);
	});

	it.each([
		['other services', { service: 'other' }],
		['a credential that was saved before there was a choice', {}],
	])('everything, for %s', (_which, data) => {
		expect(shown(data)).toEqual(all);
	});
});
