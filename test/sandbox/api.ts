import type { ContractType, Route, RoutePath } from '../contract';
import { addressOf, fill, isList, recordType, routeOf, type Address } from './address';
import { type Catalogue, showing } from './catalogue';
import { Cursors } from './cursor';
import { anyFilter } from './filters';
import type { JournalEntry } from './journal';
import type { Settings } from './options';
import { Pages } from './pages';
import { RateLimit } from './rateLimit';
import { fieldReader, unlistedFields } from './records/unlisted';
import { offContract, notFound, type Reply } from './reply';
import { refusal } from './routes/authorize';
import { idComplaint } from './routes/ids';
import { answerList, pageNumber } from './routes/list';
import { answerSingle } from './routes/single';
import type { Tokens } from './tokens';

/** Every GET of the service: whom it answers, and with what. */
export class Api {
	private readonly cursors = new Cursors();

	/** By path of the list. */
	private readonly pages = new Map<string, Pages>();

	private readonly rateLimit: RateLimit;

	/** The path of the service. */
	private readonly base: string;

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
		private readonly tokens: Tokens,
	) {
		this.rateLimit = new RateLimit(settings.requestsPerSecond);
		this.base = `${settings.pathPrefix}/api/v2/`;
	}

	/** What the path of a request leads to; undefined when to nothing. */
	addressOf(path: string): Address | undefined {
		return path.startsWith(this.base) ? addressOf(path.slice(this.base.length)) : undefined;
	}

	/** The answer where there is nothing: below the service the contract does not have it. */
	nothingAt(path: string): Reply {
		if (!path.startsWith(this.base)) return notFound(path);
		return offContract('unknownPath', `There is nothing at ${path}`);
	}

	/** The 1-based number of the page that is asked for; undefined for a record. */
	pageOf({ kind, parameters }: Address, query: string): number | undefined {
		return isList(kind) ? pageNumber(query, fill(kind, parameters), this.cursors) : undefined;
	}

	/** @param emptyPage answers a list without its records, and a link to the same page. */
	answer(request: JournalEntry, address: Address, emptyPage: boolean): Reply {
		const { kind, parameters } = address;
		const { settings, tokens, rateLimit, catalogue } = this;
		const { scope } = routeOf(kind);
		const complaint =
			refusal(request, scope, { settings, tokens, rateLimit }) ?? idComplaint(address, catalogue);
		if (complaint) return complaint;
		if (!isList(kind)) return answerSingle(address, request.query, catalogue);
		const path = fill(kind, parameters);
		const scheme = settings.tls ? 'https' : 'http';
		const source = {
			path,
			address: `${scheme}://${request.headers.host ?? ''}${request.path}`,
			pages: this.pagesOf(kind, path),
			cursors: this.cursors,
			isStanding: settings.cursors === 'stand',
			filters: this.filtersOf(kind, path),
			read: fieldReader(kind, catalogue.world),
		};
		return answerList(request, source, emptyPage);
	}

	private pagesOf(kind: RoutePath, path: string): Pages {
		const known = this.pages.get(path);
		if (known) return known;
		const { coursePageSize, groupPageSize, pageSizes, envelope } = this.settings;
		// A list that comes whole has no page size, and none can be given to it.
		const { pageSize = Infinity, paged } = routeOf(kind);
		const sizes: Settings['pageSizes'] = {
			courses: coursePageSize,
			groups: groupPageSize,
			...pageSizes,
		};
		const size = paged ? (sizes[kind] ?? pageSize) : Infinity;
		const pages = new Pages(this.catalogue.records(path), size, envelope, showing(kind));
		this.pages.set(path, pages);
		return pages;
	}

	private filtersOf(kind: RoutePath, path: string): Route['filters'] | undefined {
		if (this.settings.filters === 'ignored') return undefined;
		if (this.settings.filters === 'documented') return routeOf(kind).filters;
		const { fields, oneOf = [] } = recordType(kind) ?? {};
		const names = [...this.catalogue.records(path).given, ...unlistedFields(kind)];
		const types = [fields, ...oneOf.map((one) => one.fields)];
		return anyFilter(
			Object.assign(Object.fromEntries(names.map((name) => [name, {}])), ...types) as Record<
				string,
				ContractType
			>,
		);
	}
}
