/** What happened and what to do about it. */
export interface Explanation {
	message: string;
	advice: string;
}

const TOKEN_REFUSED: Explanation = {
	message: 'The service refused the access token',
	advice:
		'A new token was tried as well. Check that the API credentials are still active in the platform, then test the credential in n8n.',
};

const SCOPE_MISSING: Explanation = {
	message: 'The API credentials lack a permission for this list',
	advice:
		'Ask an administrator of the platform to add the scope that reads it (e.g. "courses:read" or "groups:read") to the API credentials.',
};

/** By the service's own error code, which knows more than the status does; it can be any text. */
const BY_SERVICE_CODE = new Map([
	['invalid_token', TOKEN_REFUSED],
	['invalid_scope', SCOPE_MISSING],
]);

const BY_STATUS: Record<number, Explanation> = {
	400: {
		message: 'The service refused the request as invalid',
		advice:
			'Check the field names, operators and values under Filters, and Version Header Name and API Version in the credential.',
	},
	401: TOKEN_REFUSED,
	403: {
		message: 'The service does not allow this request',
		advice:
			'Ask an administrator of the platform whether the API credentials are active and have the scope that reads this list.',
	},
	404: {
		message: 'The service has no such list',
		advice:
			'Check Base URL in the credential: it is the address of the platform without "/api/v2", e.g. "https://app.example.com".',
	},
	429: {
		message: 'The service is receiving too many requests',
		advice:
			'Run fewer workflows on this credential at once, or raise Max Retries under Options so that the node waits longer.',
	},
};

const BY_STATUS_CLASS: Record<number, Explanation> = {
	2: {
		message: 'The service answered without a list',
		advice:
			'Check Base URL in the credential. If the address is right, tell the administrators of the platform.',
	},
	3: {
		message: 'The service redirects to another address',
		advice:
			'Redirects are not followed, so that the access token never reaches another host. Enter the final address of the platform as Base URL in the credential.',
	},
	4: {
		message: 'The service refused the request',
		advice: 'Check the filters of the node and the fields of the credential.',
	},
	5: {
		message: 'The service failed to answer',
		advice:
			'This is a fault of the service. Try again later, or raise Max Retries under Options so that the node waits longer.',
	},
};

const BY_SYSTEM_CODE: Record<string, Explanation> = {
	ECONNREFUSED: {
		message: 'The host in Base URL refused the connection',
		advice:
			'Check host and port of Base URL in the credential, and whether the service is running.',
	},
	ECONNRESET: {
		message: 'The connection to the service broke',
		advice:
			'Try again later. If it keeps happening, look for a proxy or firewall between n8n and the service.',
	},
	ENOTFOUND: {
		message: 'The host in Base URL cannot be found',
		advice: 'Check the spelling of Base URL in the credential.',
	},
	EAI_AGAIN: {
		message: 'The host in Base URL cannot be looked up right now',
		advice:
			'Check the name server (DNS) of the machine that runs n8n, and Base URL in the credential.',
	},
	ETIMEDOUT: {
		message: 'The service did not answer in time',
		advice: 'Try again later, or raise Timeout under Request Options.',
	},
	EHOSTUNREACH: {
		message: 'The host in Base URL cannot be reached',
		advice: 'Check the network between n8n and the service, and Base URL in the credential.',
	},
};

const SAME_AS: Record<string, string> = {
	ECONNABORTED: 'ETIMEDOUT',
	ENETUNREACH: 'EHOSTUNREACH',
	EPIPE: 'ECONNRESET',
	ERR_BODY_INCOMPLETE: 'ECONNRESET',
	ERR_STREAM_PREMATURE_CLOSE: 'ECONNRESET',
	ESOCKETTIMEDOUT: 'ETIMEDOUT',
};

const TLS_EXPLANATION: Explanation = {
	message: 'The certificate of the host in Base URL is not trusted',
	advice:
		'Check Base URL in the credential. If the service uses a certificate of your own organization, have it trusted where n8n runs, or turn on Ignore SSL Issues in the credential.',
};

const UNREACHABLE: Explanation = {
	message: 'The host in Base URL cannot be reached',
	advice: 'Check Base URL in the credential and the network between n8n and the service.',
};

/**
 * What a response's status means to the user.
 *
 * @param code the service's own error code, where its body has one
 */
export function explainStatus(status: number, code = ''): Explanation {
	return (
		BY_SERVICE_CODE.get(code) ??
		BY_STATUS[status] ??
		BY_STATUS_CLASS[Math.floor(status / 100)] ??
		UNREACHABLE
	);
}

/**
 * What a system's error code means to the user, and whether the same request may succeed later: a certificate
 * does not mend itself.
 */
export function explainSystemCode(code: string): Explanation & { isTransient: boolean } {
	const explanation = BY_SYSTEM_CODE[SAME_AS[code] ?? code];
	if (explanation) return { ...explanation, isTransient: true };
	return { ...(isTlsCode(code) ? TLS_EXPLANATION : UNREACHABLE), isTransient: false };
}

/** Certificate errors have no common prefix, only common words. */
function isTlsCode(code: string): boolean {
	return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code);
}
