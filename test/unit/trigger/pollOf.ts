import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { pollList } from '../../../nodes/LearningPlatform/trigger/poll';
import { readPoll } from '../../../nodes/LearningPlatform/trigger/settings';

let triggers = 0;

/**
 * Creates a trigger and a service with one list; the test sets the list's pages for each poll.
 *
 * @param entered the parameters with their expressions
 */
export function triggerFor(
	parameters: IDataObject = {},
	credential: IDataObject = {},
	entered = parameters,
) {
	const id = `trigger ${(triggers += 1)}`;
	const asked: string[] = [];
	let pages: IDataObject[][] = [];
	const lines: string[] = [];
	const log = (line: string) => lines.push(line);
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'https://service.example',
				clientId: id,
				clientSecret: 'secret',
				...credential,
			}),
		getNode: () => ({ name: id, parameters: entered, type: 'learningPlatformTrigger' }),
		getNodeParameter: (name: string, ifLeftOut: unknown) => parameters[name] ?? ifLeftOut,
		getTimezone: () => 'UTC',
		getExecutionId: () => undefined,
		getWorkflow: () => ({ id }),
		logger: { debug: () => undefined, info: log, warn: log },
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => {
				asked.push(decodeURIComponent(url.replace(/.*\/v2\//, '')));
				const at = Number(new URL(url).searchParams.get('next') ?? 0);
				const next = `<https://service.example/api/v2/courses?next=${at + 1}>; rel="next"`;
				const link = at + 1 < pages.length ? next : undefined;
				const body = (async function* () {
					yield await Promise.resolve(Buffer.from(JSON.stringify(pages[at] ?? [])));
				})();
				return await Promise.resolve({ statusCode: 200, headers: { link }, body });
			},
		},
	} as unknown as IPollFunctions;
	let stored: unknown;
	return {
		asked,
		lines,
		state: () => stored,
		/** Makes n8n provide this state, which may be older than the state after the last poll. */
		handIn: (state: unknown) => {
			stored = state;
		},
		settings: async () => await readPoll(context),
		/** Polls and returns the items. */
		poll: async (...list: IDataObject[][]): Promise<IDataObject[]> => {
			pages = list;
			asked.length = 0;
			const poll = { ...(await readPoll(context)), key: id };
			const { items, state } = await pollList(poll, stored);
			if (state) stored = JSON.parse(JSON.stringify(state));
			return (items?.[0] ?? []).map(({ json }) => json);
		},
	};
}
