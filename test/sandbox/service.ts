import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf, fill, isList, routeOf, type Address } from './address';
import { Catalogue } from './catalogue';
import { distort, Faults, type Fault } from './faults';
import { Journal, type JournalEntry, type RequestKind } from './journal';
import type { Settings } from './options';
import { RateLimit } from './rateLimit';
import { AUDIENCES } from './records/audiences';
import { Company } from './records/company';
import { makerOfKind, momentOf } from './records/source';
import { apiError, json, offContract, replyFor, type Reply } from './reply';
import { answerAudience } from './routes/audiences';
import { refusal } from './routes/authorize';
import { idComplaint } from './routes/ids';
import { Lists } from './routes/list';
import { answerToken } from './routes/token';
import { Subscriptions } from './routes/webhooks';
import { scopeOf, writeAt, Writes } from './routes/writes';
import { refuse, send, unlessGone, type Pace } from './send';
import { Tokens } from './tokens';
import { Webhooks } from './webhooks';

/** Posting `{"type": "user.created"}` to this path sends an event to the subscribers. */
export const EVENTS_PATH = '/sandbox/events';

/** Handles requests as the learning platform does; another module opens the socket. */
export class Service {
	readonly catalogue: Catalogue;

	readonly journal = new Journal();

	readonly faults = new Faults();

	readonly tokens: Tokens;

	readonly webhooks: Webhooks;

	private readonly lists: Lists;

	private readonly subscriptions: Subscriptions;

	readonly company: Company;

	private readonly writes: Writes;

	private readonly rateLimit: RateLimit;

	private readonly writeLimit: RateLimit;

	private readonly base: string;

	constructor(private readonly settings: Settings) {
		this.catalogue = new Catalogue(settings);
		this.lists = new Lists(settings, this.catalogue);
		this.webhooks = new Webhooks(settings, this.catalogue);
		this.subscriptions = new Subscriptions(settings, this.catalogue, this.webhooks);
		this.company = new Company(settings, this.catalogue);
		this.writes = new Writes(settings, this.catalogue, this.company);
		this.tokens = new Tokens(settings.tokenLifetimeSeconds, settings.clock);
		this.rateLimit = new RateLimit(settings.requestsPerSecond);
		this.writeLimit = new RateLimit(settings.writesPerSecond);
		this.base = `${settings.pathPrefix}/api/v2/`;
	}

	/** Handles one request; never rejects. */
	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = (request.url ?? '').split('?', 1)[0] ?? '';
		const address = path.startsWith(this.base)
			? addressOf(path.slice(this.base.length))
			: undefined;
		const entry = this.record(request, path, address);
		const fault = this.faults.take(entry);
		const client = new AbortController();
		response.on('close', () => {
			if (!response.writableFinished) {
				if (!entry.dropped) entry.aborted = true;
				client.abort();
			}
			this.journal.finish();
		});
		try {
			entry.body = await bodyOf(request);
			await unlessGone(fault?.before?.(entry), client.signal);
			const pace = { ...this.paceFor(entry.kind), gone: client.signal };
			const reply = await this.reply(entry, address, fault);
			const date = new Date(this.settings.clock()).toUTCString();
			const dated = { ...reply, headers: { date, ...reply.headers } };
			await send(response, dated, entry, pace, fault);
		} catch (error) {
			if (!client.signal.aborted) refuse(response, entry, error);
		}
	}

	/** Sends an event for someone who uses the sandbox manually; the real service has no such endpoint. */
	private answerEvent({ body }: JournalEntry): Reply {
		try {
			const { type, data } = JSON.parse(body) as { type: string; data?: object };
			return json(202, { events: this.webhooks.emit(type, data) });
		} catch (error) {
			return apiError(400, 'invalidEvent', String(error));
		}
	}

	private paceFor(kind: RequestKind): Omit<Pace, 'gone'> {
		const { firstByteDelayMs, bodyDelayMs, tokenDelayMs } = this.settings;
		if (kind === 'token') return { beforeHeadersMs: tokenDelayMs, inBodyMs: 0 };
		if (kind === 'unknown') return { beforeHeadersMs: 0, inBodyMs: 0 };
		return { beforeHeadersMs: firstByteDelayMs, inBodyMs: bodyDelayMs };
	}

	private record(request: IncomingMessage, path: string, address?: Address): JournalEntry {
		const { method = '', url = '', headers } = request;
		const query = url.slice(path.length + 1);
		const isToken = path === `${this.base}oauth2/token`;
		const write = writeAt(method, path.slice(this.base.length));
		const kind = write?.kind ?? address?.kind ?? (isToken ? 'token' : 'unknown');
		const isPage = address !== undefined && isList(kind);
		const page = isPage ? this.lists.pageNumber(address, query) : undefined;
		const number = page === undefined ? {} : { page };
		return this.journal.begin({ method, url, path, query, headers, body: '', kind, ...number });
	}

	private async reply(entry: JournalEntry, address?: Address, fault?: Fault): Promise<Reply> {
		if (fault && standsAlone(fault, entry.kind)) return distort(replyFor(200), fault);
		const real = await this.realReply(entry, address, fault?.emptyPage ?? false);
		// A request with an injected fault may violate the contract.
		if (fault) return distort(real, fault);
		if (real.offContract !== undefined) this.journal.noteOffContract(entry, real.offContract);
		return real;
	}

	private async realReply(
		entry: JournalEntry,
		address: Address | undefined,
		emptyPage: boolean,
	): Promise<Reply> {
		const { settings, tokens, rateLimit, writeLimit, catalogue, company, writes } = this;
		const gate = { settings, tokens, rateLimit, writeLimit };
		if (entry.kind === 'token') return answerToken(entry, settings, tokens);
		if (entry.path === EVENTS_PATH) return this.answerEvent(entry);
		const path = entry.path.slice(this.base.length);
		const change = writeAt(entry.method, path);
		if (change) {
			return refusal(entry, scopeOf(change), gate, true) ?? writes.answer(change, entry);
		}
		const write = this.subscriptions.find(entry.method, path);
		if (write) return refusal(entry, 'webhooks:write', gate, true) ?? (await write(entry));
		if (!address) {
			const message = `Nothing found at ${entry.path}`;
			if (!entry.path.startsWith(this.base)) return apiError(404, 'notFound', message);
			return offContract('unknownPath', message);
		}
		const { scope } = routeOf(address.kind);
		const complaint = refusal(entry, scope, gate) ?? idComplaint(address, catalogue);
		if (complaint) return complaint;
		if (isList(address.kind)) return this.lists.answer(entry, address, emptyPage);
		if (address.kind === 'webhooks/subscriptions/{subscriptionId}/secrets') {
			const [secret] = this.webhooks.secretsOf(address.parameters.subscriptionId ?? '');
			return json(200, { secret });
		}
		if (address.kind === AUDIENCES) {
			const { pathId = '', sessionId = '' } = address.parameters;
			return answerAudience({ pathId, sessionId }, entry.query, catalogue, company);
		}
		return answerSingle(address, entry.query, catalogue);
	}
}

/** Handles GET requests for a single record or file, which take no parameters. */
function answerSingle(address: Address, query: string, catalogue: Catalogue): Reply {
	const { kind, parameters } = address;
	if (query !== '') return offContract('invalidQuery', 'A record accepts no parameters');
	if (!routeOf(kind).record) {
		return {
			status: 200,
			headers: { 'content-type': 'application/pdf' },
			body: Buffer.from('%PDF-1.4'),
		};
	}
	const [, list = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(kind) ?? [];
	const path = fill(kind, parameters);
	const { world } = catalogue;
	if (isList(list)) return json(200, catalogue.get(fill(list, parameters), parameters[name] ?? ''));
	const made = makerOfKind(kind)(momentOf({ ...address, path, world }, 0));
	return json(200, { ...(made as object), _id: undefined });
}

/** True if a fault replaces the real reply: no token is issued, and the request does not count toward the limit. */
function standsAlone(fault: Fault, kind: RequestKind): boolean {
	if (fault.done !== undefined) return !fault.done;
	if (fault.drop === 'beforeHeaders' || (fault.status ?? 200) !== 200) return true;
	return kind === 'token' && fault.body !== undefined && typeof fault.body !== 'function';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
