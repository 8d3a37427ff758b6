import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { readBoolean } from '../values/json';
import type { TokenLog } from './account';

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

/** Reads and checks the credential. A preset overrides the fields that it hides. @throws Failure for an invalid field */
export function readCredentialFields(data: ICredentialDataDecryptedObject) {
	const { baseUrl, versionHeader, apiVersion } = serviceOf(data);
	const fields = {
		baseUrl: normalizeBaseUrl(textOf(baseUrl)),
		clientId: textOf(data.clientId),
		clientSecret: textOf(data.clientSecret),
		versionHeader: textOf(versionHeader) || 'service-api-version',
		apiVersion: textOf(apiVersion) || 'v2.0',
		allowUnauthorizedCerts:
			credentialForm(data).isOther && readBoolean(data.allowUnauthorizedCerts) === true,
	};
	if (fields.clientId === '') throw new Failure('clientIdEmpty');
	if (fields.clientSecret === '') throw new Failure('clientSecretEmpty');
	// RFC 9110, section 5.6.2.
	const isHeader = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(fields.versionHeader);
	if (!isHeader) throw new Failure('versionHeaderInvalid');
	if (!/^[\x20-\x7e]+$/.test(fields.apiVersion)) throw new Failure('apiVersionInvalid');
	// n8n itself would block only token requests, and in n8n 1 not even those.
	const { hostname } = new URL(fields.baseUrl);
	const isRestricted = data.allowedHttpRequestDomains === 'domains';
	if (isRestricted && !isListed(hostname, textOf(data.allowedDomains))) {
		throw new Failure('domainNotAllowed', { subject: hostname });
	}
	return fields;
}

/** Returns true if a comma-separated list includes a host. As in n8n, `*.example.com` matches only subdomains. */
function isListed(hostname: string, domains: string): boolean {
	return domains.split(',').some((entry) => {
		const domain = entry.trim().toLowerCase();
		return domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
	});
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
	if (service !== '') throw new Failure('serviceUnknown');
	// n8n's API and command line can create a credential without a service.
	if (textOf(data.baseUrl) !== '') return data;
	throw new Failure('serviceEmpty');
}

/** Trims the spaces and line breaks that pasted values often contain. */
function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Browsers often show an address without its scheme, e.g. `app.example.com`, `lms:8443`, or `localhost`. */
const HOST = /^([^/?#@\s][^/?#@\s.]*\.[^/?#@\s]+|[^/?#@\s:]+:\d+|localhost)([/?#]|$)/i;

/** Adds a missing https:// and removes trailing slashes and the API path. */
function normalizeBaseUrl(pasted: string): string {
	if (pasted === '') throw new Failure('baseUrlEmpty');
	const text = HOST.test(pasted) && !/^https?:/i.test(pasted) ? `https://${pasted}` : pasted;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !['https:', 'http:'].includes(url.protocol)) {
		throw new Failure('baseUrlInvalid');
	}
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
		throw new Failure('baseUrlNotBare');
	}
	// The lookbehinds keep the search linear: it tries a row of slashes only once.
	return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+api(\/v2)?$/, '');
}

/** Hashes the fields that a token is issued for. The hash does not reveal the secret. */
export function fingerprintOf(fields: ReturnType<typeof readCredentialFields>): string {
	const { baseUrl, clientId, clientSecret } = fields;
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

/**
 * Passes data between a request and the token exchange that n8n runs for it. Keyed by the credential, an object shared
 * by all steps of a request. Not used in credential tests or other nodes.
 */
export const exchangeContexts = new WeakMap<
	ICredentialDataDecryptedObject,
	{
		/** The request's proxy, which n8n does not pass to the exchange. */
		proxy: IHttpRequestOptions['proxy'];
		/** Resolves to true if n8n may store the token; see docs/engineers/n8n.md. */
		mayStore: () => Promise<boolean>;
		log: TokenLog;
		/** The access token from the exchange. */
		obtained?: string;
		/** The failure if there is no token: n8n wraps it and loses the original. */
		failure?: Failure;
	}
>();
