import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { knownLists } from '../knownLists';
import { toNodeError } from '../listing/nodeError';
import { browseList } from '../listing/readList';
import { UserFacingError } from '../transport/errors';
import { ListingLog } from '../transport/log';
import { isMatch, labelsOf, toChoice, type Choice } from './choices';

/** A list in parts, so that what is chosen most comes first. */
interface Part {
	/** Filters as a query string. */
	query: string;
	/** Which of the records that it answers belong to the part. */
	has: (record: IDataObject) => boolean;
}

const EVERYTHING: Part = { query: '', has: () => true };

/** The service can filter by one status, but not by all others. */
const PUBLISHED_FIRST: Part[] = [
	{ query: 'status[eq]=published', has: () => true },
	{ query: '', has: ({ status }) => status !== 'published' },
];

/** Somebody waits for the answer, and n8n asks for more by itself as long as the list on the screen has room. */
const MAX_PAGES = 4;
const ENOUGH = 20;
const MAX_RETRIES = 1;

/**
 * What n8n's editor calls to fill the lists of fields in which one chooses a record or a list. The service cannot
 * search by a part of a name (docs/service.md, Filters), so pages are read and their names compared.
 *
 * They throw NodeApiError.
 */
export const listSearch = {
	searchCourses: searchOf('courses', PUBLISHED_FIRST),
	searchGroups: searchOf('groups', [EVERYTHING]),
	searchLists,
};

/** n8n shows nothing but names, so the scopes are in them. */
async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const results = knownLists
		.map(({ name, path, scope }) => ({ name: `${name} (${scope})`, value: path }))
		.filter(({ name, value }) => isMatch(`${name} ${value}`, filter));
	return await Promise.resolve({ results });
}

function searchOf(listName: string, parts: Part[]) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		try {
			const from = readToken(paginationToken, parts);
			return await search(pagesFrom(this, listName, parts, from), filter);
		} catch (error) {
			throw toNodeError(this.getNode(), error, listName);
		}
	};
}

/** Where a search goes on: at a link of a part, or without one at its beginning. */
interface Place {
	part: number;
	link: string | undefined;
}

interface PartOfPage {
	/** All records that were read. */
	records: IDataObject[];
	/** Those that belong to the part. */
	choices: Choice[];
	next: Place | undefined;
}

async function search(
	pages: AsyncGenerator<PartOfPage, void>,
	filter: string,
): Promise<INodeListSearchResult> {
	const names = new Map<unknown, string>();
	const found: Choice[] = [];
	let read = 0;
	let next: Place | undefined;
	for await (const page of pages) {
		for (const { _id, name } of page.records) if (typeof name === 'string') names.set(_id, name);
		found.push(...page.choices.filter(({ id, name }) => id === filter || isMatch(name, filter)));
		read += 1;
		({ next } = page);
		if (read >= MAX_PAGES || found.length >= ENOUGH) break;
	}
	const labels = labelsOf(found, names);
	return {
		results: found.map(({ id }, index) => ({ name: labels[index] ?? id, value: id })),
		...(next && { paginationToken: writeToken(next) }),
	};
}

async function* pagesFrom(
	context: ILoadOptionsFunctions,
	listName: string,
	parts: Part[],
	from: Place,
): AsyncGenerator<PartOfPage, void> {
	const request = {
		path: `/api/v2/${listName}`,
		log: new ListingLog(context, listName),
		itemIndex: 0,
		maxRetries: MAX_RETRIES,
		network: {},
	};
	for (const [part, { query, has }] of parts.entries()) {
		if (part < from.part) continue;
		const link = part === from.part ? from.link : undefined;
		const nextPart = part + 1 < parts.length ? { part: part + 1, link: undefined } : undefined;
		for await (const page of browseList(context, { ...request, query, link })) {
			const choices = page.records.filter(has).flatMap(toChoice);
			const next = page.next === undefined ? nextPart : { part, link: page.next };
			yield { records: page.records, choices, next };
		}
	}
}

/** n8n's editor keeps it between two calls; by then it can be anything. */
function writeToken({ part, link = '' }: Place): string {
	return `${part} ${link}`;
}

function readToken(token: unknown, parts: Part[]): Place {
	if (token === undefined || token === null || token === '') return { part: 0, link: undefined };
	const [, part, link] = (typeof token === 'string' ? /^(\d) (.*)$/.exec(token) : null) ?? [];
	if (part !== undefined && Number(part) < parts.length) {
		return { part: Number(part), link: link === '' ? undefined : link };
	}
	throw new UserFacingError(
		'The list cannot be continued from here',
		'Close the list and open it again.',
	);
}
