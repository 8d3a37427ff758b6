import type { Cursor, Cursors } from '../cursor';
import { filtersFrom, predicate } from '../filters';
import type { JournalEntry } from '../journal';
import type { ListKind, Settings } from '../options';
import type { Pages } from '../pages';
import { parseQuery, QueryError } from '../query';
import type { RateLimit } from '../rateLimit';
import type { RecordList } from '../recordList';
import { apiError, invalidToken, methodNotAllowed, tooManyRequests, type Reply } from '../reply';
import type { Tokens } from '../tokens';

/** What a list answers from. */
export interface ListSource {
	kind: ListKind;
	/** Absolute address of the list as the client wrote it, without a query. */
	address: string;
	records: RecordList;
	pages: Pages;
	cursors: Cursors;
	tokens: Tokens;
	rateLimit: RateLimit;
	settings: Settings;
}

/** GET /api/v2/courses and /api/v2/groups (docs/service.md, Paging and Filters). */
export function answerList(request: JournalEntry, source: ListSource, emptyPage: boolean): Reply {
	if (request.method !== 'GET') return methodNotAllowed(request.method, 'GET');
	const { tokens, rateLimit, settings } = source;
	const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
	if (!bearer?.[1] || !tokens.isValid(bearer[1])) return invalidToken();
	const complaint = versionComplaint(request, settings);
	if (complaint) return complaint;
	if (!rateLimit.admits(performance.now())) return tooManyRequests(settings.retryAfterSeconds);
	try {
		return answerPage(cursorFrom(request.query, source), source, emptyPage);
	} catch (error) {
		if (error instanceof QueryError) return apiError(400, 'invalidQuery', error.message);
		throw error;
	}
}

/** The 1-based number of the page that a query asks for; undefined when `next` cannot be read. */
export function pageNumber(query: string, kind: ListKind, cursors: Cursors): number | undefined {
	const next = /(?:^|&)next=([^&]*)/.exec(query)?.[1];
	if (next === undefined) return 1;
	try {
		return cursors.read(decodeURIComponent(next), kind).page;
	} catch {
		return undefined;
	}
}

function versionComplaint(request: JournalEntry, settings: Settings): Reply | undefined {
	const { versionHeader, apiVersion } = settings;
	const version = request.headers[versionHeader.toLowerCase()];
	if (version === undefined) {
		return apiError(400, 'missingVersion', `The header ${versionHeader} is missing`);
	}
	if (version !== apiVersion) {
		return apiError(400, 'unsupportedVersion', `The header ${versionHeader} must be ${apiVersion}`);
	}
	return undefined;
}

function cursorFrom(query: string, { kind, cursors }: ListSource): Cursor {
	const parameters = parseQuery(query);
	const next = parameters.find(([name]) => name === 'next');
	if (!next) return { list: kind, query, position: 0, page: 1 };
	if (parameters.length > 1) {
		throw new QueryError('next stands alone: it carries the parameters of the first request');
	}
	return cursors.read(next[1], kind);
}

function answerPage(cursor: Cursor, source: ListSource, emptyPage: boolean): Reply {
	const filters = filtersFrom(parseQuery(cursor.query), source.records.fields);
	const page = emptyPage
		? { body: source.pages.empty(), next: cursor.position }
		: source.pages.read(cursor.position, predicate(filters), cursor.query);
	const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
	if (page.next !== undefined) {
		const token = source.cursors.write({ ...cursor, position: page.next, page: cursor.page + 1 });
		headers.link = `<${source.address}?next=${encodeURIComponent(token)}>; rel="next"`;
	}
	return { status: 200, headers, body: page.body };
}
