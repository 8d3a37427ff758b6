import { readList } from '../../../nodes/LearningPlatform/list';
import type { Filter } from '../../../nodes/LearningPlatform/values/filter';
import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { openClient } from '../../../nodes/LearningPlatform/service';

/** A response and its delay. */
export interface Answer {
	status: number;
	/** Time until the headers arrive. */
	afterMs: number;
	retryAfter?: string;
	/** True for a web page in place of the page, e.g. about maintenance. */
	isWebPage?: boolean;
}

interface VirtualPage {
	records: object[];
	next?: string | undefined;
}

export interface VirtualService {
	seen: { requests: number; refused: number; open: number; mostOpen: number };
	httpRequestWithAuthentication: (type: string, request: { url: string }) => Promise<object>;
}

/** Settings that differ from the List operation's settings. */
export interface Reading {
	path?: string;
	filters?: Filter[];
	nameContains?: string;
	stopSignal?: AbortSignal;
	readsAhead?: boolean;
	/** Each number uses its own credential, which simulates a separate process. */
	process?: number;
}

type Context = Parameters<typeof openClient>[0];

const BODY_MS = 20;

const quiet = () => undefined;

const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

let services = 0;

/**
 * Creates a virtual service.
 *
 * @param pageAt returns the page at a URL
 * @param answer returns the response, given the number of open requests
 */
export function virtualService(
	pageAt: (url: URL) => VirtualPage,
	answer: (open: number) => Answer,
	bodyMs = BODY_MS,
): VirtualService {
	const seen = { requests: 0, refused: 0, open: 0, mostOpen: 0 };
	const httpRequestWithAuthentication = async (_type: string, { url }: { url: string }) => {
		seen.requests += 1;
		seen.open += 1;
		seen.mostOpen = Math.max(seen.mostOpen, seen.open);
		const { status, afterMs, retryAfter, isWebPage = false } = answer(seen.open);
		await wait(afterMs);
		if (status === 429) seen.refused += 1;
		const { records, next } = pageAt(new URL(url));
		return {
			statusCode: status,
			headers: {
				...(isWebPage && { 'content-type': 'text/html' }),
				...(next !== undefined && !isWebPage && { link: `<${next}>; rel="next"` }),
				...(retryAfter && { 'retry-after': retryAfter }),
			},
			body: (async function* () {
				await wait(status === 200 ? bodyMs : 0);
				seen.open -= 1;
				yield Buffer.from(isWebPage ? '<html></html>' : JSON.stringify(records));
			})(),
		};
	};
	return { seen, httpRequestWithAuthentication };
}

/** Stops the clock so that only `pass` advances it, and makes random numbers reproducible. */
export function useVirtualTime(): void {
	beforeEach(() => {
		jest.useFakeTimers();
		services += 1;
		let seed = 1;
		jest.spyOn(Math, 'random').mockImplementation(() => {
			seed = (seed * 16_807) % 2_147_483_647;
			return seed / 2_147_483_647;
		});
	});

	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

/** Returns the filters in a query such as `status[eq]=published&tagIds[in][0]=a`. */
export function filtersIn(query: string): Filter[] {
	const filters = new Map<string, Filter>();
	for (const parameter of query.split('&').filter(Boolean)) {
		const [, name = '', field = '', operator = '', value = ''] =
			/^((.+?)\[([a-z]+)\])(?:\[\d+\])?=(.*)$/.exec(parameter) ?? [];
		const values = [...(filters.get(name)?.values ?? []), decodeURIComponent(value)];
		filters.set(name, { field, operator, values });
	}
	return [...filters.values()];
}

/** Returns the pages of a list read from the virtual service. */
export function pagesOf(
	service: VirtualService,
	reading: Reading = {},
): ReturnType<typeof readList> {
	const { process = 0, readsAhead = true, ...others } = reading;
	const context = {
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: `https://${services}.example`,
				clientId: `${process}`,
				clientSecret: 'secret',
			}),
		logger: { debug: quiet, info: quiet, warn: quiet },
		getExecutionId: () => '1',
		getNode: () => ({ name: 'Node' }),
		getWorkflow: () => ({ id: '1' }),
		helpers: { httpRequestWithAuthentication: service.httpRequestWithAuthentication },
	} as unknown as Context;
	const log = new ListingLog(context, 'courses');
	const { stopSignal, ...listing } = { path: 'courses', ...others };
	const opened = openClient(context, { log, maxRetries: 5, stopSignal });
	return (async function* () {
		yield* readList(await opened, listing, { readsAhead });
	})();
}

/**
 * Advances the clock until the work is done.
 *
 * @returns the duration in ms
 */
export async function pass(work: Promise<unknown>, stepMs = 1_000): Promise<number> {
	const startedAt = performance.now();
	let endedAt: number | undefined;
	const note = () => {
		endedAt = performance.now();
	};
	work.then(note, note);
	for (let step = 0; step < 1_000 && endedAt === undefined; step += 1) {
		await jest.advanceTimersByTimeAsync(stepMs);
	}
	if (endedAt === undefined) throw new Error('The work did not end');
	await work.catch(quiet);
	return endedAt - startedAt;
}
