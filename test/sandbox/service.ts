import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catalogue } from './catalogue';
import { Cursors } from './cursor';
import { distort } from './distort';
import { Faults, type Fault } from './faults';
import { Journal, type JournalEntry, type RequestKind } from './journal';
import type { ListKind, Settings } from './options';
import { Pages } from './pages';
import { RateLimit } from './rateLimit';
import { randomFor, type Random } from './records/random';
import { notFound, replyFor, type Reply } from './reply';
import { answerList, pageNumber } from './routes/list';
import { answerToken } from './routes/token';
import { refuse, send, unlessGone, type Pace } from './send';
import { Tokens } from './tokens';

/** The learning-platform service without its socket: what it knows and how it answers a request. */
export class Service {
	readonly catalogue: Catalogue;

	readonly journal = new Journal();

	readonly faults = new Faults();

	readonly tokens: Tokens;

	private readonly cursors = new Cursors();

	private readonly pages: Record<ListKind, Pages>;

	private readonly rateLimit: RateLimit;

	private readonly failures: Random;

	constructor(private readonly settings: Settings) {
		const { coursePageSize, groupPageSize, envelope } = settings;
		this.catalogue = new Catalogue(settings);
		this.tokens = new Tokens(settings.tokenLifetimeSeconds);
		this.pages = {
			courses: new Pages(this.catalogue.records('courses'), coursePageSize, envelope),
			groups: new Pages(this.catalogue.records('groups'), groupPageSize, envelope),
		};
		this.rateLimit = new RateLimit(settings.requestsPerSecond);
		this.failures = randomFor(settings.seed, 0);
	}

	/** Answers one request; never rejects. */
	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const entry = this.record(request);
		const fault = this.faults.take(entry);
		const client = new AbortController();
		response.on('close', () => {
			if (!response.writableFinished && !entry.dropped) entry.aborted = true;
			client.abort();
			this.journal.finish(entry);
		});
		try {
			entry.body = await bodyOf(request);
			await unlessGone(fault?.before?.(entry), client.signal);
			const pace = { ...this.paceFor(entry.kind), gone: client.signal };
			await send(response, this.reply(entry, fault), entry, pace, fault);
		} catch (error) {
			if (!client.signal.aborted) refuse(response, entry, error);
		}
	}

	private paceFor(kind: RequestKind): Omit<Pace, 'gone'> {
		const { firstByteDelayMs, bodyDelayMs, tokenDelayMs } = this.settings;
		if (kind === 'token') return { beforeHeadersMs: tokenDelayMs, inBodyMs: 0 };
		const isList = kind === 'courses' || kind === 'groups';
		return isList
			? { beforeHeadersMs: firstByteDelayMs, inBodyMs: bodyDelayMs }
			: { beforeHeadersMs: 0, inBodyMs: 0 };
	}

	private record(request: IncomingMessage): JournalEntry {
		const url = request.url ?? '';
		const question = url.indexOf('?');
		const path = question === -1 ? url : url.slice(0, question);
		const query = question === -1 ? '' : url.slice(question + 1);
		const kind = this.kindOf(path);
		const isList = kind === 'courses' || kind === 'groups';
		const page = isList ? pageNumber(query, kind, this.cursors) : undefined;
		return this.journal.begin({
			method: request.method ?? '',
			url,
			path,
			query,
			headers: request.headers,
			body: '',
			kind,
			...(page === undefined ? {} : { page }),
		});
	}

	private kindOf(path: string): RequestKind {
		const base = `${this.settings.pathPrefix}/api/v2`;
		if (path === `${base}/oauth2/token`) return 'token';
		if (path === `${base}/courses`) return 'courses';
		if (path === `${base}/groups`) return 'groups';
		return 'unknown';
	}

	private reply(entry: JournalEntry, fault: Fault | undefined): Reply {
		if (!fault) return this.realReply(entry, false);
		const real = standsAlone(fault, entry.kind)
			? replyFor(200)
			: this.realReply(entry, fault.emptyPage ?? false);
		return distort(real, fault);
	}

	private realReply(entry: JournalEntry, emptyPage: boolean): Reply {
		const { kind } = entry;
		if (kind === 'unknown') return notFound(entry.path);
		if (kind === 'token') return answerToken(entry, this.settings, this.tokens);
		if (this.settings.failureRate > this.failures.next()) return replyFor(503);
		const scheme = this.settings.tls ? 'https' : 'http';
		const source = {
			kind,
			address: `${scheme}://${entry.headers.host ?? ''}${entry.path}`,
			records: this.catalogue.records(kind),
			pages: this.pages[kind],
			cursors: this.cursors,
			tokens: this.tokens,
			rateLimit: this.rateLimit,
			settings: this.settings,
		};
		return answerList(entry, source, emptyPage);
	}
}

/** A fault that leaves nothing of the real reply: no token is issued, no request counted for it. */
function standsAlone(fault: Fault, kind: RequestKind): boolean {
	if (fault.drop === 'beforeHeaders' || (fault.status ?? 200) !== 200) return true;
	return kind === 'token' && fault.body !== undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
