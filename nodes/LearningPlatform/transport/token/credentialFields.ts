import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { normalizeBaseUrl } from './serviceUrl';

/** The name under which n8n knows the credential type. */
export const CREDENTIAL_TYPE = 'learningPlatformApi';

/** The fields of the credential as they are sent: trimmed, checked, the base URL normalized. */
export interface CredentialFields {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	versionHeader: string;
	apiVersion: string;
	/** Whether certificates that cannot be checked are accepted. */
	allowUnauthorizedCerts: boolean;
}

/** A header name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Reads the credential before anything is sent.
 *
 * @throws ServiceError that names the first field that cannot be used
 */
export function readCredentialFields(data: ICredentialDataDecryptedObject): CredentialFields {
	const fields: CredentialFields = {
		baseUrl: normalizeBaseUrl(textOf(data.baseUrl)),
		clientId: textOf(data.clientId),
		clientSecret: textOf(data.clientSecret),
		versionHeader: textOf(data.versionHeader) || 'service-api-version',
		apiVersion: textOf(data.apiVersion) || 'v2.0',
		allowUnauthorizedCerts: data.allowUnauthorizedCerts === true,
	};
	const advice = 'Copy it from the API credentials in the admin panel of the platform.';
	if (fields.clientId === '') {
		throw new ServiceError('Client ID is empty in the credential', advice);
	}
	if (fields.clientSecret === '') {
		throw new ServiceError('Client Secret is empty in the credential', advice);
	}
	if (!HEADER_NAME.test(fields.versionHeader)) {
		throw new ServiceError(
			'Version Header Name in the credential is not a header name',
			'Use letters, digits and hyphens only, e.g. "service-api-version".',
		);
	}
	if (!PRINTABLE_ASCII.test(fields.apiVersion)) {
		throw new ServiceError(
			'API Version in the credential contains characters that are not allowed in a header',
			'Enter it as the platform documents it, e.g. "v2.0".',
		);
	}
	return fields;
}

/** Pasted values often bring spaces and line ends along. */
function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
