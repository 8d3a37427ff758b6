import { UserFacingError } from '../transport/errors';
import type { NetworkOptions } from '../transport/request';
import type { ReadParameter } from './parameters';

/** The parameter that n8n adds to every declarative node as "Request Options". */
interface RequestOptionsParameter {
	allowUnauthorizedCerts?: boolean;
	proxy?: string;
	/** In ms. */
	timeout?: number;
}

/**
 * Reads n8n's Request Options, which n8n itself applies to declarative operations only.
 *
 * @throws UserFacingError for a proxy that is not an address
 */
export function readRequestOptions(read: ReadParameter): NetworkOptions {
	const { allowUnauthorizedCerts, proxy, timeout } = read(
		'requestOptions',
		{},
	) as RequestOptionsParameter;
	return {
		...(proxy && { proxy: readProxy(proxy) }),
		...(timeout && { timeout }),
		skipSslCertificateValidation: allowUnauthorizedCerts,
	};
}

function readProxy(address: string): NetworkOptions['proxy'] {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url?.hostname) {
		throw new UserFacingError(
			'The proxy is not valid',
			'Enter its whole address as Proxy under Request Options, e.g. "http://proxy.example.com:3128".',
		);
	}
	const { hostname, port, protocol, username, password } = url;
	return {
		host: hostname,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		protocol: protocol.slice(0, -1),
		...(username && {
			auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		}),
	};
}
