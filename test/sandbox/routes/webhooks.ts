import type { ContractType } from '../../contract';
import { complaints } from '../../contract/check';
import type { Catalogue } from '../catalogue';
import type { JournalEntry } from '../journal';
import type { Settings } from '../options';
import { apiError, json, NO_CONTENT, offContract, type Reply } from '../reply';
import type { Webhooks } from '../webhooks';

const SUBSCRIPTIONS = 'webhooks/subscriptions';
const DAY_MS = 86_400_000;

/** The longest time range that a request for events can cover. */
const MOST_MS = 3 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

const text: ContractType = { type: 'string' };
const date: ContractType = { type: 'string', format: 'date-time' };

/** A request that changes a subscription. */
interface Write {
	method: 'DELETE' | 'PATCH' | 'POST';
	/** The path after a subscription's ID; `undefined` for the list. */
	below?: string;
	body?: ContractType;
	answer: (call: { id: string; body: Record<string, string> }) => Promise<Reply> | Reply;
}

/** The write routes for webhooks (docs/engineers/service.md, Webhooks). */
export class Subscriptions {
	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
		private readonly webhooks: Webhooks,
	) {}

	/** Returns the handler for a request, if there is one. All handlers require the scope `webhooks:write`. */
	find(method: string, path: string): ((request: JournalEntry) => Promise<Reply>) | undefined {
		const [, id = '', below] = /^webhooks\/subscriptions\/([^/]+)(.*)$/.exec(path) ?? [];
		if (id === '' && path !== SUBSCRIPTIONS) return undefined;
		const write = this.writes.find((each) => each.method === method && each.below === below);
		if (!write) return undefined;
		return async (request) => {
			const body = bodyOf(request, write.body);
			if ('status' in body && 'headers' in body) return body;
			const isKnown = this.catalogue.records(SUBSCRIPTIONS).positionOf(id) !== -1;
			if (id !== '' && !isKnown) return notFound(below?.includes('retry') ?? false);
			return await write.answer({ id, body: body as Record<string, string> });
		};
	}

	private readonly writes: Write[] = [
		{
			method: 'POST',
			body: {
				type: 'object',
				fields: { eventType: text, name: text, url: text },
				required: ['eventType', 'name', 'url'],
			},
			answer: async ({ body }) => await this.create(body),
		},
		{
			method: 'PATCH',
			below: '',
			body: {
				type: 'object',
				fields: { name: text, status: { type: 'string', enum: ['active', 'inactive'] }, url: text },
			},
			answer: ({ id, body }) => json(200, this.catalogue.update(SUBSCRIPTIONS, id, body)),
		},
		{
			method: 'DELETE',
			below: '',
			answer: ({ id }) => {
				this.catalogue.remove(SUBSCRIPTIONS, id);
				return NO_CONTENT;
			},
		},
		this.retryOf('failed', '/events/retry-failure'),
		this.retryOf('delivered', '/events/retry-success'),
	];

	private retryOf(ended: 'delivered' | 'failed', below: string): Write {
		return {
			method: 'POST',
			below,
			body: {
				type: 'object',
				fields: { startDate: date, endDate: date },
				required: ['startDate', 'endDate'],
			},
			answer: ({ id, body }) => {
				const { startDate = '', endDate = '' } = body;
				const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
				const isKept = from >= this.settings.clock() - KEPT_MS;
				if (to <= from || to - from > MOST_MS || !isKept) {
					return apiError(
						400,
						'invalidRetryTimeframe',
						'The period must be at most 3 days within the last 90 days',
					);
				}
				if (this.catalogue.get(SUBSCRIPTIONS, id).status !== 'active') return notFound(true);
				this.webhooks.retry(ended, id, body);
				return NO_CONTENT;
			},
		};
	}

	private async create({ eventType = '', name = '', url = '' }: Record<string, string>) {
		if (!/^[a-z]+(\.[a-z]+)*$/.test(eventType)) {
			return offContract('invalidBody', `${eventType} is not an event type`);
		}
		const all = this.catalogue.list(SUBSCRIPTIONS);
		if (all.some((one) => one.eventType === eventType && one.url === url)) {
			return apiError(
				400,
				'subscriptionAlreadyExists',
				'A subscription with this event and URL already exists',
			);
		}
		if (!(await isReachable(url, this.webhooks.stopped.signal))) {
			return apiError(400, 'urlUnreachable', 'The URL did not respond');
		}
		return json(201, this.webhooks.subscribe(eventType, url, name));
	}
}

/**
 * How the public service tests an address is unknown, so the sandbox sends all of these requests and expects a 2xx
 * status each time.
 */
const TRIES: RequestInit[] = [
	{ method: 'HEAD' },
	{ method: 'GET' },
	{ method: 'POST' },
	{ method: 'POST', headers: { 'webhook-signature': 'v1,c2lnbmVk' }, body: '{}' },
];

async function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
	for (const one of TRIES) {
		const answer = await fetch(url, { ...one, redirect: 'manual', signal }).catch(() => null);
		await answer?.arrayBuffer();
		if (!answer?.ok) return false;
	}
	return true;
}

function notFound(isActive: boolean): Reply {
	const code = isActive ? 'activeSubscriptionNotFound' : 'subscriptionNotFound';
	return apiError(404, code, 'Subscription not found');
}

/** Returns the request body or an error. */
function bodyOf({ body, headers, query }: JournalEntry, form?: ContractType): object | Reply {
	if (query !== '') return offContract('invalidQuery', 'The request must not have parameters');
	if (!form)
		return body === '' ? {} : offContract('invalidBody', 'The request must not have a body');
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		return offContract('invalidBody', 'The content-type header must be application/json');
	}
	try {
		const parsed = JSON.parse(body) as object;
		const [wrong] = complaints(form, parsed);
		return wrong === undefined ? parsed : offContract('invalidBody', wrong);
	} catch {
		return offContract('invalidBody', 'The body must be JSON');
	}
}
