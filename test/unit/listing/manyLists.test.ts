import { readList } from '../../../nodes/LearningPlatform/listing/readList';
import { ListingLog } from '../../../nodes/LearningPlatform/transport/log';
import { RateLimit } from '../../sandbox/rateLimit';

// Real lists, slots, pauses and retries in virtual time, against a service that is nothing but its answers.

type Context = Parameters<typeof readList>[0];
interface Answer {
	status: number;
	afterMs: number;
	retryAfter?: string;
}

const PAGES = 2;
const BODY_MS = 20;

const quiet = () => undefined;

const wait = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** A service whose answers `answer` decides on, told how many requests are open. */
function serviceOf(answer: (open: number) => Answer) {
	const seen = { requests: 0, refused: 0, open: 0, mostOpen: 0, ms: 0, complete: 0 };
	const httpRequestWithAuthentication = async (_type: string, { url }: { url: string }) => {
		seen.requests += 1;
		seen.open += 1;
		seen.mostOpen = Math.max(seen.mostOpen, seen.open);
		const { status, afterMs, retryAfter } = answer(seen.open);
		await wait(afterMs);
		const page = Number(new URL(url).searchParams.get('next') ?? 1);
		const link = page < PAGES && `<${url.split('?')[0] ?? ''}?next=${page + 1}>; rel="next"`;
		if (status === 429) seen.refused += 1;
		return {
			statusCode: status,
			headers: { ...(link && { link }), ...(retryAfter && { 'retry-after': retryAfter }) },
			body: (async function* () {
				await wait(status === 200 ? BODY_MS : 0);
				seen.open -= 1;
				yield Buffer.from('[{"_id":"1"}]');
			})(),
		};
	};
	return { seen, httpRequestWithAuthentication };
}

type Service = ReturnType<typeof serviceOf>;

let baseUrl: string;
let accounts = 0;

beforeEach(() => {
	jest.useFakeTimers();
	baseUrl = `https://${(accounts += 1)}.example`;
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

/**
 * Starts lists together in each of the processes, and lets time pass until the last of them has ended.
 * What a process knows of a service it keeps by credential, so that another credential is another process.
 */
async function readLists(service: Service, listsOfEach: number, processes = 1): Promise<void> {
	const startedAt = performance.now();
	const lists = Array.from({ length: listsOfEach * processes }, async (_, number) => {
		const context = {
			getCredentials: async () =>
				await Promise.resolve({
					baseUrl,
					clientId: `${number % processes}`,
					clientSecret: 'secret',
				}),
			logger: { debug: quiet, info: quiet, warn: quiet },
			getNode: () => ({ name: 'Node' }),
			getWorkflow: () => ({ id: '1' }),
			helpers: { httpRequestWithAuthentication: service.httpRequestWithAuthentication },
		} as unknown as Context;
		const request = {
			path: '/api/v2/courses',
			query: '',
			maxRetries: 5,
			network: {},
			itemIndex: 0,
		};
		let count = 0;
		const log = new ListingLog(context, 'courses');
		for await (const { records } of readList(context, { ...request, log, overlap: true })) {
			count += records.length;
		}
		service.seen.complete += count === PAGES ? 1 : 0;
		service.seen.ms = performance.now() - startedAt;
	});
	const { seen } = service;
	for (let second = 0; second < 100 && seen.complete < lists.length; second += 1) {
		await jest.advanceTimersByTimeAsync(1_000);
	}
	await Promise.all(lists);
}

describe.each([
	['without Retry-After', {}],
	['with Retry-After', { retryAfter: '1' }],
])('a service that takes 50 requests a second and refuses the others %s', (_how, fields) => {
	it.each([
		['one process', 1, 50],
		['one process, by quick answers', 1, 20],
		['two processes that share nothing', 2, 50],
	])('is used to its limit by %s, and refuses little', async (_who, processes, afterMs) => {
		const limit = new RateLimit(50);
		const service = serviceOf(() =>
			limit.admits(performance.now())
				? { status: 200, afterMs }
				: { status: 429, afterMs, ...fields },
		);
		await readLists(service, 200, processes);
		const { complete, requests, refused, ms } = service.seen;
		expect(complete).toBe(200 * processes);
		expect(refused / requests).toBeLessThanOrEqual(0.05);
		const soonestMs = (1_000 * (complete * PAGES - 50)) / 50;
		expect(ms).toBeLessThanOrEqual(1.1 * soonestMs);
	});
});

describe('more and more lists are read at once', () => {
	const most = async (answer: (open: number) => number) => {
		const service = serviceOf((open) => ({ status: 200, afterMs: answer(open) }));
		await readLists(service, 600);
		expect(service.seen.complete).toBe(600);
		return service.seen.mostOpen;
	};

	it.each([
		['answers in steady time', () => 50],
		['answers in times that vary a lot', () => 50 + 250 * Math.random()],
	])('while the service %s', async (_how, answer) => {
		expect(await most(answer)).toBeGreaterThan(45);
	});

	it('but not when every answer takes longer for it', async () => {
		expect(await most((open) => 50 * Math.max(1, open / 8))).toBeLessThan(32);
	});
});
