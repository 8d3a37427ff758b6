import { CredentialError } from '../errors';

const EXAMPLE = 'Enter the address of the platform, e.g. "https://app.example.com".';

/**
 * The service's base address from what a person pasted: without spaces around it, trailing slashes, or
 * the API's own path.
 *
 * @throws CredentialError when it is not an http or https address, or holds a user name, query or fragment
 */
export function normalizeBaseUrl(baseUrl: string): string {
	const text = baseUrl.trim();
	if (text === '') throw new CredentialError('Base URL is empty in the credential', EXAMPLE);
	if (!URL.canParse(text)) {
		throw new CredentialError('Base URL in the credential is not a web address', EXAMPLE);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new CredentialError('Base URL in the credential must start with https://', EXAMPLE);
	}
	if (hasUserInfo(url) || url.search !== '' || url.hash !== '') {
		throw new CredentialError(
			'Base URL in the credential holds more than an address',
			`Remove the user name, "?" or "#" from it. ${EXAMPLE}`,
		);
	}
	const path = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v2)?$/, '');
	return `${url.origin}${path.replace(/\/+$/, '')}`;
}

/**
 * Whether a request would go to the host, port and scheme of `baseUrl`, so that a token may travel with it.
 *
 * @param url as the request has it: absolute, or relative to `requestBaseUrl`
 */
export function isSameOrigin(
	url: string,
	requestBaseUrl: string | undefined,
	baseUrl: string,
): boolean {
	try {
		const target = requestBaseUrl ? new URL(url, requestBaseUrl) : new URL(url);
		return target.origin === new URL(baseUrl).origin && !hasUserInfo(target);
	} catch {
		return false;
	}
}

/** A user name in an address replaces the Authorization header with its own. */
function hasUserInfo(url: URL): boolean {
	return url.username !== '' || url.password !== '';
}
