import type { FailureCause } from './failure';
import { ADDRESS_FIELD } from './addressField';

/** What happened and what to do about it. */
export interface Explanation {
	message: string;
	/** Holds wherever the error is shown: in a node, a trigger or a credential test. */
	advice: string;
	remedy?: Remedy | undefined;
	cause?: FailureCause;
}

/**
 * What else helps, in words that only the node has: its list's scope, or a setting that a trigger and a
 * credential test lack.
 */
export type Remedy = 'addScope' | 'checkPath' | 'raiseTimeout';

const TOKEN_REFUSED: Explanation = {
	message: 'The service refused the access token',
	advice:
		'A new token was tried as well. Check that the API credentials are still active in the platform, then test the credential in n8n.',
	cause: 'credential-invalid',
};

const SCOPE_MISSING: Explanation = {
	message: 'The API credentials lack a permission for this list',
	advice:
		'Ask an administrator of the platform to add the scope that reads it to the API credentials.',
	remedy: 'addScope',
	cause: 'configuration-invalid',
};

/**
 * By the service's own error code, which knows more than the status does; it can be any text.
 * docs/service.md, Errors, has the codes.
 */
const BY_SERVICE_CODE: [code: RegExp, explain: (subject: string) => Explanation][] = [
	[/^invalid_token$/, () => TOKEN_REFUSED],
	[/^invalid_scope$/, () => SCOPE_MISSING],
	[
		/^(?!(?:api|endpoint|page|resource|route|url)N)([a-z]+(?:[A-Z][a-z]+)*)NotFound$/,
		(record) => ({
			message: `The service has no ${record} with this ID`,
			advice:
				'Check the ID: it may be misspelled, its record may have been deleted, or belong to another platform than the one of the credential.',
			cause: 'configuration-invalid',
		}),
	],
	[
		/NotEnabled$/,
		() => ({
			message: 'The platform has turned off a feature that this request needs',
			advice: 'Ask an administrator of the platform to turn it on.',
			cause: 'configuration-invalid',
		}),
	],
	[
		/NotBelongTo/,
		() => ({
			message: 'The IDs of this request do not belong together',
			advice: 'Check each ID: one has to be part of the other, as a session is of its path.',
			cause: 'configuration-invalid',
		}),
	],
	[
		/^bulkOperationNotRun$/,
		() => ({
			message: 'The bulk operation has not run yet',
			advice: 'Its results are there once it has run: try again later.',
			cause: 'temporarily-unavailable',
		}),
	],
];

const BY_STATUS: Record<number, Explanation> = {
	400: {
		message: 'The service refused the request as invalid',
		advice:
			'Check the field names, operators and values under Filters and, with Other as Service, Version Header Name and API Version in the credential.',
		cause: 'configuration-invalid',
	},
	401: TOKEN_REFUSED,
	403: {
		message: 'The service does not allow this request',
		advice:
			'Ask an administrator of the platform whether the API credentials are active and have the scope that reads this list.',
		remedy: 'addScope',
		cause: 'configuration-invalid',
	},
	404: {
		message: 'The service has no such list',
		advice: `Check ${ADDRESS_FIELD} in the credential. Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".`,
		remedy: 'checkPath',
		cause: 'configuration-invalid',
	},
	408: {
		message: 'The service did not get the request in time',
		advice:
			'Try again later. If it keeps happening, look for a proxy or firewall between n8n and the service.',
	},
	429: {
		message: 'The service is receiving too many requests',
		advice:
			'Run fewer workflows on this credential at once, or raise Max Retries under Options so that the node waits longer.',
		cause: 'rate-limited',
	},
};

const BY_STATUS_CLASS: Record<number, Explanation> = {
	3: {
		message: 'The service redirects to another address',
		advice:
			'Redirects are not followed, so that the access token never reaches another host. Enter the final address of the platform as Base URL in the credential, with Other as Service.',
		cause: 'credential-invalid',
	},
	4: {
		message: 'The service refused the request',
		advice: 'Check the filters of the node and the fields of the credential.',
		cause: 'configuration-invalid',
	},
	5: {
		message: 'The service failed to answer',
		advice:
			'This is a fault of the service. Try again later, or raise Max Retries under Options so that the node waits longer.',
		cause: 'temporarily-unavailable',
	},
};

/** A status that HTTP does not have. */
const NO_STATUS: Explanation = {
	message: 'The service answered with a status that is not known',
	advice: `Check ${ADDRESS_FIELD} in the credential, and whether a proxy answers in place of the service.`,
};

/**
 * What a response's status means to the user.
 *
 * @param code the service's own error code, where its body has one
 */
export function explainStatus(status: number, code = ''): Explanation {
	for (const [pattern, explain] of status < 500 ? BY_SERVICE_CODE : []) {
		const match = pattern.exec(code);
		if (match) return explain(wordsIn(match[1] ?? ''));
	}
	return BY_STATUS[status] ?? BY_STATUS_CLASS[Math.floor(status / 100)] ?? NO_STATUS;
}

/** A name such as `classroomSlot` as words. */
function wordsIn(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
