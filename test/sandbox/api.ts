import { type Catalogue, showing } from './catalogue';
import { Cursors } from './cursor';
import { addressOf, fill, isList, type Address } from './dictionary/address';
import type { FilterField } from './dictionary/filterFields';
import { factsOf, type ListKind } from './dictionary/lists';
import { SINGLES } from './dictionary/singles';
import { anyFilter } from './filters';
import type { JournalEntry } from './journal';
import type { Settings } from './options';
import { Pages } from './pages';
import { RateLimit } from './rateLimit';
import { fieldReader, unlistedFields } from './records/unlisted';
import type { Reply } from './reply';
import { refusal } from './routes/authorize';
import { answerList, pageNumber } from './routes/list';
import { parameterComplaint } from './routes/pathParameters';
import { answerSingle } from './routes/single';
import type { Tokens } from './tokens';

/** Every GET of the service: whom it answers, and with what. */
export class Api {
	private readonly cursors = new Cursors();

	/** By path of the list. */
	private readonly pages = new Map<string, Pages>();

	private readonly rateLimit: RateLimit;

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
		private readonly tokens: Tokens,
	) {
		this.rateLimit = new RateLimit(settings.requestsPerSecond);
	}

	/** What the path of a request leads to; undefined when to nothing. */
	addressOf(path: string): Address | undefined {
		const base = `${this.settings.pathPrefix}/api/v2/`;
		return path.startsWith(base) ? addressOf(path.slice(base.length)) : undefined;
	}

	/** The 1-based number of the page that is asked for; undefined for a record. */
	pageOf({ kind, parameters }: Address, query: string): number | undefined {
		return isList(kind) ? pageNumber(query, fill(kind, parameters), this.cursors) : undefined;
	}

	/** @param emptyPage answers a list without its records, and a link to the same page. */
	answer(request: JournalEntry, address: Address, emptyPage: boolean): Reply {
		const { kind, parameters } = address;
		const { settings, tokens, rateLimit, catalogue } = this;
		const { scope } = isList(kind) ? factsOf(kind) : SINGLES[kind];
		const complaint =
			refusal(request, scope, { settings, tokens, rateLimit }) ??
			parameterComplaint(address, catalogue);
		if (complaint) return complaint;
		if (!isList(kind)) return answerSingle(kind, parameters, request.query, catalogue);
		const path = fill(kind, parameters);
		const scheme = settings.tls ? 'https' : 'http';
		const source = {
			path,
			address: `${scheme}://${request.headers.host ?? ''}${request.path}`,
			pages: this.pagesOf(kind, path),
			cursors: this.cursors,
			filters: this.filtersOf(kind, path),
			read: fieldReader(kind, catalogue.world),
		};
		return answerList(request, source, emptyPage);
	}

	private pagesOf(kind: ListKind, path: string): Pages {
		const known = this.pages.get(path);
		if (known) return known;
		const { coursePageSize, groupPageSize, pageSizes, envelope } = this.settings;
		const { pageSize, entries } = factsOf(kind);
		const sizes = { courses: coursePageSize, groups: groupPageSize, ...pageSizes };
		// A list that comes whole has no page size, and none can be given to it.
		const size = pageSize === undefined ? Infinity : (sizes[kind] ?? pageSize);
		const pages = new Pages(this.catalogue.records(path), size, envelope, showing(entries));
		this.pages.set(path, pages);
		return pages;
	}

	private filtersOf(
		kind: ListKind,
		path: string,
	): Readonly<Record<string, FilterField>> | undefined {
		if (this.settings.filters === 'ignored') return undefined;
		if (this.settings.filters === 'documented') return factsOf(kind).filters;
		return anyFilter([...this.catalogue.records(path).fields, ...unlistedFields(kind)]);
	}
}
