import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, ICredentialTestRequest } from 'n8n-workflow';

import { credentialError, explainStatus, renderAdvice } from '../errors';
import { booleanOf } from '../values/boolean';

export const CREDENTIAL_TYPE = 'learningPlatformApi';

/** The public services, in menu order. */
export const presets = [
	{
		value: '360learning-eu',
		name: '360Learning (EU)',
		baseUrl: 'https://app.360learning.com',
		versionHeader: '360-api-version',
	},
	{
		value: '360learning-us',
		name: '360Learning (US)',
		baseUrl: 'https://app.us.360learning.com',
		versionHeader: '360-api-version',
	},
];

/** The service whose address the user enters. */
export const OTHER_SERVICE = 'other';

/** The base URL as an n8n expression. A preset overrides the hidden Base URL field. */
export const baseUrlExpression = `={{ ${presets
	.map(({ value, baseUrl }) => `$credentials.service === '${value}' ? '${baseUrl}' : `)
	.join('')}$credentials.baseUrl }}`;

/** Credential fields, trimmed and validated, with a normalized base URL. */
type CredentialFields = ReturnType<typeof readCredentialFields>;

/** Reads the credential. A preset overrides the fields that it hides. @throws UserFacingError for an invalid field */
export function readCredentialFields(data: ICredentialDataDecryptedObject) {
	const { baseUrl, versionHeader, apiVersion } = serviceOf(data);
	const fields = {
		baseUrl: normalizeBaseUrl(textOf(baseUrl)),
		clientId: textOf(data.clientId),
		clientSecret: textOf(data.clientSecret),
		versionHeader: textOf(versionHeader) || 'service-api-version',
		apiVersion: textOf(apiVersion) || 'v2.0',
		allowUnauthorizedCerts:
			credentialForm(data).isOther && booleanOf(data.allowUnauthorizedCerts) === true,
	};
	const advice = "Copy it from the API credentials in the platform's admin panel.";
	if (fields.clientId === '') {
		throw credentialError('Client ID is empty in the credential', advice);
	}
	if (fields.clientSecret === '') {
		throw credentialError('Client Secret is empty in the credential', advice);
	}
	// RFC 9110, section 5.6.2.
	if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(fields.versionHeader)) {
		throw credentialError(
			'Version Header Name in the credential is not a valid header name',
			'Use only letters, digits, and hyphens, e.g. "service-api-version".',
		);
	}
	if (!/^[\x20-\x7e]+$/.test(fields.apiVersion)) {
		throw credentialError(
			'API Version in the credential contains characters that are not allowed in a header',
			'Enter it as shown in the platform\'s documentation, e.g. "v2.0".',
		);
	}
	return fields;
}

/** Describes the credential form for error messages: a preset hides Base URL and Ignore SSL Issues. */
export function credentialForm(data: ICredentialDataDecryptedObject) {
	return { isOther: ['', OTHER_SERVICE].includes(textOf(data.service)) };
}

function serviceOf(data: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	const service = textOf(data.service);
	const preset = presets.find(({ value }) => value === service);
	if (preset) return preset;
	if (service === OTHER_SERVICE) return data;
	if (service === '') {
		// n8n's API and command line can create a credential without a service.
		if (textOf(data.baseUrl) !== '') return data;
		throw credentialError(
			'No service is chosen in the credential',
			'Choose your platform under Service, or choose Other to enter its address.',
		);
	}
	throw credentialError(
		'This version of the package does not recognize the service chosen in the credential',
		'Choose a Service from the list, or update the package. With "Other", you can enter the address of any platform.',
	);
}

/** Trims the spaces and line breaks that pasted values often contain. */
function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

const EXAMPLE = 'Enter the platform\'s address, e.g. "https://app.example.com".';

/** Adds a missing https:// and removes trailing slashes and the API path. */
function normalizeBaseUrl(pasted: string): string {
	if (pasted === '') throw credentialError('Base URL is empty in the credential', EXAMPLE);
	// Browsers often show an address without its scheme, e.g. `app.example.com`, `lms:8443`, or `localhost`.
	const isHost = /^([^/?#@\s]+\.[^/?#@\s]+|[^/?#@\s:]+:\d+|localhost)([/?#]|$)/i.test(pasted);
	const text = isHost && !/^https?:/i.test(pasted) ? `https://${pasted}` : pasted;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['https:', 'http:'].includes(url.protocol)) {
		throw credentialError('Base URL in the credential is not a web address', EXAMPLE);
	}
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
		throw credentialError(
			'Base URL in the credential contains more than an address',
			`Remove the user name, "?", or "#" from it. ${EXAMPLE}`,
		);
	}
	return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/+api(\/v2)?$/, '');
}

/** Hashes the fields that a token is issued for. The hash does not reveal the secret. */
export function fingerprintOf({ baseUrl, clientId, clientSecret }: CredentialFields): string {
	return hash('sha256', JSON.stringify([baseUrl, clientId, clientSecret]), 'base64url');
}

/** Returns true if `url`, absolute or relative to `requestBaseUrl`, has the same origin as `baseUrl`. */
export function isSameOrigin(
	url: string,
	requestBaseUrl: string | undefined,
	baseUrl: string,
): boolean {
	const base = requestBaseUrl === '' ? undefined : requestBaseUrl;
	if (!URL.canParse(url, base)) return false;
	const target = new URL(url, base);
	// A user name in a URL would replace the Authorization header.
	const hasUser = target.username !== '' || target.password !== '';
	return target.origin === new URL(baseUrl).origin && !hasUser;
}

/** Returns the URL of a path under `/api/v2/`. @param baseUrl '' if n8n adds it */
export function apiUrl(baseUrl: string, path: string): string {
	return `${baseUrl}/api/v2/${path}`;
}

/** The statuses that the credential test itself explains; n8n has its own messages for all others. */
const STATUSES = [
	...[301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 410, 429],
	...[500, 501, 502, 503, 504],
];

/** A 403 proves that the service issued a token, so the credential is valid, though perhaps only for other lists. */
const MAY_NOT_READ_COURSES =
	'The address, the client ID, and the client secret are correct, but the credential does not give access to courses, which this test reads. To use courses, ask a platform administrator to add the "courses:read" scope. Without this scope, the credential still works for other lists.';

/** Requests courses to check every field. n8n shows only the test's message, so the message includes the advice. */
export const testRequest: ICredentialTestRequest = {
	request: { baseURL: baseUrlExpression, url: apiUrl('', 'courses') },
	rules: STATUSES.map((value) => {
		const { message, step = '', advice } = explainStatus(value);
		const prose = renderAdvice([step, advice].flat(), { isTest: true });
		const text = value === 403 ? MAY_NOT_READ_COURSES : `${message}. ${prose}`;
		return { type: 'responseCode', properties: { value, message: text } };
	}),
};
