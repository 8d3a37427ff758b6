import type { IExecuteFunctions } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { listPages, openClient, type ListedPage } from '../../../nodes/LearningPlatform/service';

const silent = () => undefined;

interface Answer {
	link?: string | string[] | undefined;
	/** The body, which is sent after the headers. */
	body: string | Promise<string>;
}

/** Connects to a service that sends a fixed response or a response that depends on the URL. */
export async function connectionTo(
	answer: Answer | ((url: string) => Answer),
	network: Parameters<typeof openClient>[1]['network'] = {},
) {
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'https://service.example',
				clientId: 'id',
				clientSecret: 'secret',
			}),
		getExecutionCancelSignal: () => undefined,
		getExecutionId: () => '1',
		getNode: () => ({ name: 'List' }),
		getWorkflow: () => ({}),
		logger: { debug: silent, info: silent },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => {
				const { link, body } = typeof answer === 'function' ? answer(url) : answer;
				const streamed = (async function* () {
					yield Buffer.from(await body);
				})();
				return await Promise.resolve({ statusCode: 200, headers: { link }, body: streamed });
			},
		},
	} as unknown as IExecuteFunctions;
	const log = new ListingLog(context, 'courses');
	return await openClient(context, { maxRetries: 0, network, log });
}

/** Reads a list's first page. @throws any error that the page or its link causes */
export async function firstPage(answer: Parameters<typeof connectionTo>[0]): Promise<ListedPage> {
	const pages = listPages(await connectionTo(answer), 'courses', { ahead: 0 });
	const { value } = await pages.next();
	if (value?.next?.state === 'unknown') await pages.next();
	return value as ListedPage;
}
