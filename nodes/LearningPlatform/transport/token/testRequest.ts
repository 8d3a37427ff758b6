import type { ICredentialTestRequest } from 'n8n-workflow';

import { explainStatus } from '../errors';

const REDIRECTS = [301, 302, 303, 307, 308];

const REFUSALS = [400, 401, 403, 404, 405, 406, 410, 429];

const FAULTS = [500, 501, 502, 503, 504];

/** Advice for the person who looks at the credential, where the table's would be about fields of the node. */
const ADVICE: Record<number, string> = {
	400: 'Check Version Header Name and API Version, e.g. "service-api-version" and "v2.0".',
	401: 'Check that the API credentials are active in the platform.',
	429: 'Try again in a minute.',
};

/**
 * n8n's credential test: the token exchange proves base URL, client ID and secret, and one page of courses
 * proves token and version header. n8n shows only a message, so it has to say what to do as well.
 */
export const testRequest: ICredentialTestRequest = {
	request: { baseURL: '={{ $credentials.baseUrl }}', url: '/api/v2/courses' },
	rules: [...REDIRECTS, ...REFUSALS, ...FAULTS].map((status) => {
		const { message, advice } = explainStatus(status);
		const forCredential = status >= 500 ? 'Try again later.' : (ADVICE[status] ?? advice);
		return {
			type: 'responseCode',
			properties: { value: status, message: `${message}. ${forCredential}` },
		};
	}),
};
