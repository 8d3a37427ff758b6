import { ADDRESS_FIELD } from './addressField';
import type { Explanation } from './errorTable';

const BY_SYSTEM_CODE: Record<string, Explanation> = {
	ECONNREFUSED: {
		message: 'The host of the platform refused the connection',
		advice: `Check ${ADDRESS_FIELD} in the credential, and whether the service is running.`,
	},
	ECONNRESET: {
		message: 'The connection to the service broke',
		advice:
			'Try again later. If it keeps happening, look for a proxy or firewall between n8n and the service.',
	},
	ENOTFOUND: {
		message: 'The host of the platform cannot be found',
		advice: `Check ${ADDRESS_FIELD} in the credential, and whether n8n can reach the internet.`,
	},
	EAI_AGAIN: {
		message: 'The host of the platform cannot be looked up right now',
		advice: `Check the name server (DNS) of the machine that runs n8n, and ${ADDRESS_FIELD} in the credential.`,
	},
	ETIMEDOUT: {
		message: 'The service did not answer in time',
		advice: 'Try again later.',
		remedy: 'raiseTimeout',
	},
	EHOSTUNREACH: {
		message: 'The host of the platform cannot be reached',
		advice: `Check the network between n8n and the service, and ${ADDRESS_FIELD} in the credential.`,
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
	message: 'The certificate of the platform is not trusted',
	advice: `Check ${ADDRESS_FIELD} in the credential. If the service uses a certificate of your own organization, have it trusted where n8n runs, or turn on Ignore SSL Issues in the credential.`,
	cause: 'configuration-invalid',
};

const UNREACHABLE: Explanation = {
	message: 'The host of the platform cannot be reached',
	advice: `Check ${ADDRESS_FIELD} in the credential and the network between n8n and the service.`,
	cause: 'temporarily-unavailable',
};

const DAMAGED: Explanation = {
	message: 'The answer of the service arrived damaged',
	advice:
		'Try again later. If it keeps happening, look for a proxy between n8n and the service that changes what passes through it.',
};

/**
 * What a system's error code means to the user, and whether the same request may succeed later: a certificate
 * does not mend itself.
 */
export function explainSystemCode(code: string): Explanation & { isTransient: boolean } {
	const explanation = bySystemCode(code);
	if (explanation) return { ...explanation, isTransient: true };
	return { ...(isTlsCode(code) ? TLS_EXPLANATION : UNREACHABLE), isTransient: false };
}

/**
 * The same for a body that broke after its headers had come: the host was reached and its certificate trusted,
 * so whatever else it is, it is in the data. The codes of broken compression, chunks and encryption are many.
 */
export function explainBrokenBody(code: string): Explanation {
	return bySystemCode(code) ?? DAMAGED;
}

function bySystemCode(code: string): Explanation | undefined {
	return BY_SYSTEM_CODE[SAME_AS[code] ?? code];
}

/** Certificate errors have no common prefix, only common words. */
function isTlsCode(code: string): boolean {
	return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code);
}
