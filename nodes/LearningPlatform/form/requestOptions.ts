import { UserFacingError } from '../errors';
import type { NetworkOptions } from '../service';
import type { ReadParameter } from './field';
import { decode } from './listPath';
import { boolean } from './values';

/** Reads Request Options, which n8n applies to declarative operations only. @throws UserFacingError */
export function readRequestOptions(read: ReadParameter): NetworkOptions {
	const { allowUnauthorizedCerts, proxy, timeout } = read('requestOptions', {}) as {
		allowUnauthorizedCerts?: unknown;
		proxy?: string;
		timeout?: number;
	};
	const skipSslCertificateValidation = boolean(allowUnauthorizedCerts, {
		displayName: 'Ignore SSL Issues under Request Options',
		default: false,
	});
	return {
		...(proxy && { proxy: readProxy(proxy) }),
		...(timeout && { timeout }),
		...(skipSslCertificateValidation && { skipSslCertificateValidation }),
	};
}

function readProxy(address: string): NetworkOptions['proxy'] {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url?.hostname) throw notValid('');
	const { hostname, port, protocol } = url;
	const [username, password] = [decode(url.username), decode(url.password)];
	if (username === undefined || password === undefined) {
		throw notValid(' A "%" in its user name or password is written as "%25".');
	}
	return {
		host: hostname,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		protocol: protocol.slice(0, -1),
		...(username && { auth: { username, password } }),
	};
}

function notValid(more: string): UserFacingError {
	return new UserFacingError(
		'The proxy is not valid',
		`Enter its whole address as Proxy under Request Options, e.g. "http://proxy.example.com:3128".${more}`,
	);
}
