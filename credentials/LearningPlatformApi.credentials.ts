import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticateRequest, obtainAccessToken } from '../nodes/LearningPlatform/authentication';
import { inOneMessage, testMessage, toUserFacingError } from '../nodes/LearningPlatform/errors';
import { apiUrl, OTHER_SERVICE, presets } from '../nodes/LearningPlatform/token';

/** n8n drops the values of hidden fields when it decrypts a credential. */
const showWithBaseUrl = {
	hide: { service: presets.map(({ value }) => value), baseUrl: [''] },
};

const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://app.example.com',
	description: 'URL of the platform, without "/api/v2"',
};

// If this were inline, n8n's scanner would mistake the field's name for a secret.
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		"Whether to connect even if the service's certificate cannot be verified. This puts the client secret and token at risk, so use it only on a network that you trust.",
	displayOptions: showWithBaseUrl,
};

/** The base URL as an n8n expression. A preset overrides the hidden Base URL field. */
const baseUrlExpression = `={{ ${presets
	.map(({ value, baseUrl }) => `$credentials.service === '${value}' ? '${baseUrl}' : `)
	.join('')}$credentials.baseUrl }}`;

/** The statuses that the credential test itself explains; n8n has its own messages for all others. */
const TESTED_STATUSES = [
	301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 410, 429, 500, 501, 502, 503, 504,
];

/** A 403 proves that the service issued a token, so the credential is valid, though perhaps only for other lists. */
const MAY_NOT_READ_COURSES =
	'The address, the client ID, and the client secret are correct, but the credential does not give access to courses, which this test reads. To use courses, ask a platform administrator to add the "courses:read" scope. Without this scope, the credential still works for other lists.';

/** A company can have its own subdomain instead of `app`. */
function hostsOf(address: string): string {
	const { host } = new URL(address);
	return `Choose this if you sign in at ${host} or at an address such as ${host.replace('app.', 'company.')}`;
}

export class LearningPlatformApi implements ICredentialType {
	name = 'learningPlatformApi';

	/** n8n's credential search looks only at this name. */
	displayName = 'Learning Platform (360Learning, LMS) API';

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
			default: '',
			description:
				'The platform where you sign in. If the connection test rejects the client ID and secret, try the other region. Choose Other to enter a different URL.',
			options: [
				...presets.map(({ name, value, baseUrl: address }) => ({
					name,
					value,
					description: hostsOf(address),
				})),
				{
					name: 'Other',
					value: OTHER_SERVICE,
					description:
						'A self-hosted or test address of 360Learning, or the same API at another address. Enter it under Base URL.',
				},
			],
		},
		{ ...baseUrl, required: true, displayOptions: { show: { service: [OTHER_SERVICE] } } },
		// n8n's API and command line can create a credential without a service. This field must then be shown, because n8n
		// drops the values of hidden fields. Two fields have this name because display conditions have no "or".
		{
			...baseUrl,
			displayOptions: { hide: { service: [{ _cnd: { not: '' } }], baseUrl: [''] } },
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'Client ID of the API credentials that an administrator created on the platform',
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
			description: 'Name of the header that contains the API version',
			displayOptions: showWithBaseUrl,
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			default: 'v2.0',
			description: 'Value of the version header',
			displayOptions: showWithBaseUrl,
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
		return await obtainAccessToken(this.helpers, credentials).catch((error: unknown) => {
			throw inOneMessage(error);
		});
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		try {
			return await Promise.resolve(authenticateRequest(credentials, requestOptions));
		} catch (error) {
			throw toUserFacingError(error);
		}
	}

	/** Requests courses to check every field. n8n shows only a rule's message. */
	test: ICredentialTestRequest = {
		request: { baseURL: baseUrlExpression, url: apiUrl('', 'courses') },
		rules: TESTED_STATUSES.map((value) => {
			const message = value === 403 ? MAY_NOT_READ_COURSES : testMessage(value);
			return { type: 'responseCode', properties: { value, message } };
		}),
	};
}
