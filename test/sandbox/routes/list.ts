import type { Route } from '../../contract';
import type { Cursor, Cursors } from '../cursor';
import { filtersFrom } from '../filters';
import type { JournalEntry } from '../journal';
import type { Pages } from '../pages';
import type { ReadField } from '../predicate';
import { parseQuery, QueryError } from '../query';
import { offContract, type Reply } from '../reply';

/** What a list answers from. */
export interface ListSource {
	/** Path of the list below `/api/v2/`. */
	path: string;
	/** Its absolute address as the client wrote it, without a query. */
	address: string;
	pages: Pages;
	cursors: Cursors;
	/** Whether a cursor stands behind a record, or counts records. */
	isStanding: boolean;
	/** What the list can be filtered by; `undefined` when filters are ignored. */
	filters: Route['filters'] | undefined;
	/** How a filter reads a record. */
	read: ReadField;
}

/** GET of a list: docs/service.md, Paging and Filters. */
export function answerList(request: JournalEntry, source: ListSource, emptyPage: boolean): Reply {
	try {
		return answerPage(cursorFrom(request.query, source), source, emptyPage);
	} catch (error) {
		if (error instanceof QueryError) return offContract('invalidQuery', error.message);
		throw error;
	}
}

/** The 1-based number of the page that a query asks for; undefined when `next` cannot be read. */
export function pageNumber(query: string, path: string, cursors: Cursors): number | undefined {
	const next = /(?:^|&)next=([^&]*)/.exec(query)?.[1];
	if (next === undefined) return 1;
	try {
		return cursors.read(decodeURIComponent(next), path).page;
	} catch {
		return undefined;
	}
}

function cursorFrom(query: string, { path, cursors }: ListSource): Cursor {
	const parameters = parseQuery(query);
	const next = parameters.find(([name]) => name === 'next');
	if (!next) return { list: path, query, position: 0, page: 1, after: '' };
	if (parameters.length > 1) {
		throw new QueryError('next stands alone: it carries the parameters of the first request');
	}
	return cursors.read(next[1], path);
}

function answerPage(cursor: Cursor, source: ListSource, emptyPage: boolean): Reply {
	const filters = source.filters ? filtersFrom(parseQuery(cursor.query), source.filters) : [];
	const page = emptyPage
		? { body: source.pages.empty(), next: cursor.position }
		: source.pages.read(source.pages.positionOf(cursor), filters, source.read, cursor.query);
	const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
	if (page.next !== undefined) {
		const position = page.next;
		const after = source.isStanding ? source.pages.idBefore(position) : '';
		const token = source.cursors.write({ ...cursor, position, page: cursor.page + 1, after });
		headers.link = `<${source.address}?next=${encodeURIComponent(token)}>; rel="next"`;
	}
	return { status: 200, headers, body: page.body };
}
