import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { ImportedCredential } from './workflow';

/** Returns our credential for a sandbox, as a user would fill it in. */
export function credentialFor(
	id: string,
	sandbox: Sandbox,
	changes: IDataObject = {},
): ImportedCredential {
	const { baseUrl, clientId, clientSecret, versionHeader, apiVersion } = sandbox;
	const data = { baseUrl, clientId, clientSecret, versionHeader, apiVersion, accessToken: '' };
	return { id, name: id, type: 'learningPlatformApi', data: { ...data, ...changes } };
}
