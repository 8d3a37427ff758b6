import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import {
	listPages,
	openConnection,
	type ListedPage,
	type NetworkOptions,
} from '../../../nodes/LearningPlatform/service';

const silent = () => undefined;

const courses = { path: 'courses', query: '', nameContains: '', maxRetries: 0 };

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
	const log = new ListingLog(context, 'courses');
	return await openConnection(context, { ...courses, network, log });
}

/** The first page of a list. @throws what ends the list there */
export async function firstPage(
	answer: Parameters<typeof connectionTo>[0],
	url = 'https://service.example/api/v2/courses',
): Promise<ListedPage> {
	const pages = listPages(await connectionTo(answer), url, { ahead: 0 });
	const { value } = await pages.next();
	if (value?.next === '') await pages.next();
	return value as ListedPage;
}
