import type { ICredentialTestRequest } from 'n8n-workflow';

import { explainStatus } from './errorTable';

const REDIRECTS = [301, 302, 303, 307, 308];

const REFUSALS = [400, 401, 403, 404, 405, 406, 410, 429];

const FAULTS = [500, 501, 502, 503, 504];

/**
 * n8n's credential test: the token exchange proves base URL, client ID and secret, and one page of courses
 * proves token and version header. n8n shows only a message, so it has to say what to do as well.
 */
export const credentialTest: ICredentialTestRequest = {
	request: { baseURL: '={{ $credentials.baseUrl }}', url: '/api/v2/courses' },
	rules: [...REDIRECTS, ...REFUSALS, ...FAULTS].map((status) => {
		const { message, advice } = explainStatus(status);
		return {
			type: 'responseCode',
			properties: { value: status, message: `${message}. ${advice}` },
		};
	}),
};
