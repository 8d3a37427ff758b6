import {
	displayParameter,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { InstalledPackage } from '../harness';

// Stored credentials refer to these names: renaming them would empty credentials after an update.
let type: ICredentialType;

beforeAll(async () => {
	type = (await InstalledPackage.load()).getCredentialType('learningPlatformApi');
});

it("the Service menu has the platforms' addresses", () => {
	const menu = type.properties[0]?.options as INodePropertyOptions[];
	expect(menu.map(({ name, description }) => [name, description])).toEqual([
		[
			'360Learning (EU)',
			'Choose this if you sign in at app.360learning.com or at an address such as company.360learning.com',
		],
		[
			'360Learning (US)',
			'Choose this if you sign in at app.us.360learning.com or at an address such as company.us.360learning.com',
		],
		[
			'Other',
			'A self-hosted or test address of 360Learning, or the same API at another address. Enter it under Base URL.',
		],
	]);
});

describe('the form asks for', () => {
	// A form opens with the defaults of all fields, then shows the stored values.
	const defaults = () =>
		Object.fromEntries(type.properties.map(({ name, default: value }) => [name, value]));
	const shown = (data: ICredentialDataDecryptedObject) =>
		type.properties
			.filter((field) => field.type !== 'hidden')
			.filter((field) => displayParameter({ ...defaults(), ...data } as never, field, null, null))
			.map(({ name }) => name);
	const few = ['service', 'clientId', 'clientSecret'];
	const all = [
		'service',
		'baseUrl',
		'clientId',
		'clientSecret',
		'versionHeader',
		'apiVersion',
		'allowUnauthorizedCerts',
	];

	it.each<[string, ICredentialDataDecryptedObject]>([
		['a new credential', {}],
		['360Learning (EU)', { service: '360learning-eu' }],
		['360Learning (US) with an old base URL', { service: '360learning-us', baseUrl: 'x' }],
	])('only the service, ID, and secret for %s', (_which, data) => {
		expect(shown(data)).toEqual(few);
	});

	it('also the base URL for another service', () => {
		expect(shown({ service: 'other' })).toEqual(all.slice(0, 4));
	});

	it.each<[string, ICredentialDataDecryptedObject]>([
		['another service with a base URL', { service: 'other', baseUrl: 'x' }],
		['a credential without a service', { baseUrl: 'x' }],
		['an expression as base URL', { baseUrl: '={{ $json.tenant }}' }],
		['an expression as service', { service: '={{ $json.service }}', baseUrl: 'x' }],
	])('each field once for %s', (_which, data) => {
		expect(shown(data)).toEqual(all);
	});
});
