import type { ICredentialTestRequest } from 'n8n-workflow';

import { ADDRESS_FIELD, explainStatus } from '../errors';
import { baseUrlExpression } from './presets';

const REDIRECT = explainStatus(301).advice;

const WRONG_ADDRESS = `Check ${ADDRESS_FIELD} in the credential. Base URL is the address of the platform without "/api/v2", e.g. "https://app.example.com".`;

/** What to do about a status, for a person who has the fields of the credential and nothing else. */
const ADVICE: Record<number, string> = {
	301: REDIRECT,
	302: REDIRECT,
	303: REDIRECT,
	307: REDIRECT,
	308: REDIRECT,
	400: 'With Other as Service, check Version Header Name and API Version, e.g. "service-api-version" and "v2.0".',
	401: 'Check that the API credentials are active in the platform.',
	403: 'Ask an administrator of the platform whether the API credentials are active and have the scope that reads courses.',
	404: WRONG_ADDRESS,
	405: WRONG_ADDRESS,
	406: WRONG_ADDRESS,
	410: WRONG_ADDRESS,
	429: 'Try again in a minute.',
	500: 'Try again later.',
	501: 'Try again later.',
	502: 'Try again later.',
	503: 'Try again later.',
	504: 'Try again later.',
};

/**
 * n8n's credential test: the token exchange proves base URL, client ID and secret, and one page of courses
 * proves token and version header. n8n shows only a message, so it has to say what to do as well.
 */
export const testRequest: ICredentialTestRequest = {
	request: { baseURL: baseUrlExpression, url: '/api/v2/courses' },
	rules: Object.entries(ADVICE).map(([status, advice]) => ({
		type: 'responseCode',
		properties: {
			value: Number(status),
			message: `${explainStatus(Number(status)).message}. ${advice}`,
		},
	})),
};
