import { randomBytes } from 'node:crypto';
import type { RoutePath } from '../../contract';
import { fill, routeOf, type Address } from '../address';
import { showing, type Catalogue } from '../catalogue';
import { filtersFrom, parseQuery, QueryError, type Filter } from '../filters';
import type { JournalEntry } from '../journal';
import type { Settings } from '../options';
import { Pages } from '../pages';
import type { RecordList } from '../recordList';
import { fieldReader } from '../records/unlisted';
import { offContract, type Reply } from '../reply';

/** The meaning of a `next` token, including the filters of the first request (docs/engineers/service.md, Paging). */
interface Cursor {
	/** The list's path, relative to `/api/v2/`. */
	list: string;
	/** The raw query of the first request. */
	query: string;
	/** The position of the page's first record. */
	position: number;
	/** The page number, from 1. */
	page: number;
	/** For cursors tied to a record, the `_id` of the record before the page; for cursors tied to a position, ''. */
	after: string;
	/** Pages of the state that the first page showed. */
	pages?: Pages;
}

/** The fields that identify a user. */
const IDENTITIES = ['mail', 'username'];

/** The service's lists, page by page. */
export class Lists {
	/** Cursors by `next` token. */
	private readonly cursors = new Map<string, Cursor>();

	/** Pages by list path. */
	private readonly pages = new Map<string, Pages>();

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
	) {}

	/** Returns the requested page number, from 1, or undefined for an unreadable query. */
	pageNumber({ kind, parameters }: Address, query: string): number | undefined {
		try {
			return this.cursorFrom(query, fill(kind, parameters)).page;
		} catch {
			return undefined;
		}
	}

	/**
	 * Handles GET requests for a list (docs/engineers/service.md, Paging and Filters).
	 *
	 * @param emptyPage true to return an empty page that links to itself
	 */
	answer(request: JournalEntry, { kind, parameters }: Address, emptyPage: boolean): Reply {
		const path = fill(kind, parameters);
		try {
			return this.answerPage(request, kind, this.cursorFrom(request.query, path), emptyPage);
		} catch (error) {
			if (error instanceof QueryError) return offContract('invalidQuery', error.message);
			throw error;
		}
	}

	private cursorFrom(query: string, list: string): Cursor {
		const parameters = parseQuery(query);
		const next = parameters.find(([name]) => name === 'next');
		if (!next) return { list, query, position: 0, page: 1, after: '' };
		if (parameters.length > 1) {
			throw new QueryError(
				'next must be the only parameter: it includes the parameters of the first request',
			);
		}
		const cursor = this.cursors.get(next[1]);
		if (cursor?.list === list) return cursor;
		throw new QueryError('The next token belongs to a different list');
	}

	private answerPage(
		request: JournalEntry,
		kind: RoutePath,
		cursor: Cursor,
		emptyPage: boolean,
	): Reply {
		const pages = cursor.pages ?? this.pagesOf(kind, cursor.list);
		const isIgnoring = this.settings.filters === 'ignored';
		const given = isIgnoring ? [] : parseQuery(cursor.query);
		const asked = filtersFrom(given, routeOf(kind).filters);
		const filters = kind === 'users' ? this.filtersOfUsers(asked) : asked;
		const { body, next } = emptyPage
			? { body: pages.empty(), next: cursor.position }
			: pages.read(pages.positionOf(cursor), filters, cursor.query);
		const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
		if (next !== undefined) {
			const after = this.settings.cursors === 'stand' ? pages.idBefore(next) : '';
			// Plain base64 contains `+`, `/`, and `=`, which expose clients that decode and rebuild the link.
			const token = randomBytes(64).toString('base64');
			this.cursors.set(token, { ...cursor, position: next, page: cursor.page + 1, after, pages });
			const origin = `${this.settings.tls ? 'https' : 'http'}://${request.headers.host ?? ''}`;
			const address = `${origin}${request.path}?next=${encodeURIComponent(token)}`;
			headers.link = `<${address}>; rel="next"`;
		}
		return { status: 200, headers, body };
	}

	/** Applies the settings for deleted users and for the spelling of identities. */
	private filtersOfUsers(asked: Filter[]): Filter[] {
		const { deletedUsers, identityFilters } = this.settings;
		const isByStatus = asked.some(({ field }) => field === 'status');
		const isHiding = deletedUsers === 'hidden' || (deletedUsers === 'byStatus' && !isByStatus);
		const living: Filter = { field: 'status', operator: 'ne', values: ['deleted'] };
		const all = isHiding ? [...asked, living] : asked;
		if (identityFilters === 'exact') return all;
		return all.map((filter) =>
			IDENTITIES.includes(filter.field)
				? { ...filter, values: filter.values.map((value) => value.toLowerCase()) }
				: filter,
		);
	}

	private pagesOf(kind: RoutePath, path: string): Pages {
		const list = this.catalogue.records(path);
		const state = list.read();
		if (state !== list) return this.newPages(kind, state);
		const pages = this.pages.get(path) ?? this.newPages(kind, list);
		this.pages.set(path, pages);
		return pages;
	}

	private newPages(kind: RoutePath, list: RecordList): Pages {
		const { coursePageSize: courses, groupPageSize: groups, pageSizes } = this.settings;
		const sizes: Settings['pageSizes'] = { courses, groups, ...pageSizes };
		const { pageSize, paged } = routeOf(kind);
		const size = (paged ? (sizes[kind] ?? pageSize) : undefined) ?? Infinity;
		const read = fieldReader(kind, this.catalogue.world);
		const isFolded = kind === 'users' && this.settings.identityFilters === 'folded';
		const readFolded: typeof read = (record, field) => {
			const value = read(record, field);
			return IDENTITIES.includes(field) && typeof value === 'string' ? value.toLowerCase() : value;
		};
		return new Pages(list, size, showing(kind), isFolded ? readFolded : read);
	}
}
