import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CredentialError } from '../errors';
import { OTHER_SERVICE, presets } from './presets';
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
 * Reads the credential before anything is sent. With a preset for Service, what the fields contain that it hides
 * does not count.
 *
 * @throws CredentialError that names the first field that cannot be used
 */
export function readCredentialFields(data: ICredentialDataDecryptedObject): CredentialFields {
	const { baseUrl, versionHeader, apiVersion } = serviceOf(data);
	const fields: CredentialFields = {
		baseUrl: normalizeBaseUrl(textOf(baseUrl)),
		clientId: textOf(data.clientId),
		clientSecret: textOf(data.clientSecret),
		versionHeader: textOf(versionHeader) || 'service-api-version',
		apiVersion: textOf(apiVersion) || 'v2.0',
		allowUnauthorizedCerts: data.allowUnauthorizedCerts === true,
	};
	const advice = 'Copy it from the API credentials in the admin panel of the platform.';
	if (fields.clientId === '') {
		throw new CredentialError('Client ID is empty in the credential', advice);
	}
	if (fields.clientSecret === '') {
		throw new CredentialError('Client Secret is empty in the credential', advice);
	}
	if (!HEADER_NAME.test(fields.versionHeader)) {
		throw new CredentialError(
			'Version Header Name in the credential is not a header name',
			'Use letters, digits and hyphens only, e.g. "service-api-version".',
		);
	}
	if (!PRINTABLE_ASCII.test(fields.apiVersion)) {
		throw new CredentialError(
			'API Version in the credential contains characters that are not allowed in a header',
			'Enter it as the platform documents it, e.g. "v2.0".',
		);
	}
	return fields;
}

type ServiceFields = Pick<
	ICredentialDataDecryptedObject,
	'baseUrl' | 'versionHeader' | 'apiVersion'
>;

function serviceOf(data: ICredentialDataDecryptedObject): Partial<ServiceFields> {
	const service = textOf(data.service) || OTHER_SERVICE;
	if (service === OTHER_SERVICE) return data;
	const preset = presets.find(({ value }) => value === service);
	if (preset) return preset;
	throw new CredentialError(
		'Service in the credential is not one that this version of the package knows',
		'Choose one from its list, or update the package. "Other" is for any platform whose address you enter.',
	);
}

/** Pasted values often bring spaces and line ends along. */
function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
