import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { openConnection, type NetworkOptions } from '../../../nodes/LearningPlatform/service';

const silent = () => undefined;

/** A connection to a service that gives every request the same answer. */
export async function connectionTo(
	answer: { link?: string | string[] | undefined; body: string },
	network: NetworkOptions = {},
) {
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'https://service.example',
				clientId: 'id',
				clientSecret: 'secret',
			}),
		getExecutionCancelSignal: () => undefined,
		getNode: () => ({ name: 'List' }),
		getWorkflow: () => ({}),
		logger: { debug: silent, info: silent },
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({
					statusCode: 200,
					headers: { link: answer.link },
					body: Readable.from([Buffer.from(answer.body)]),
				}),
		},
	} as unknown as IExecuteFunctions;
	return await openConnection(context, new ListingLog(context, 'courses'), 0, network);
}
