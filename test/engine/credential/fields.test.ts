import type { ICredentialType } from 'n8n-workflow';

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
