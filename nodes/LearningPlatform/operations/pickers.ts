import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { knownLists } from '../catalog/knownLists';
import { resources, searchMethodOf, tag } from '../catalog/resources';
import { recordIdOf } from '../catalog/identity';
import { toNodeError } from '../n8n/nodeError';
import { browseList } from '../list';
import { UserFacingError } from '../errors';
import { ListingLog } from '../n8n/log';
import { isMatch } from '../values/words';
import { searchFilterFields } from './fieldMenus';
import { bestFirst, labelsOf, toCandidate, type Candidate } from './candidates';

/** Some records of a list. Sections are searched in order, so that the records that people choose most come first. */
interface Section {
	/** Filters as a query string; if the service refuses them, EVERYTHING is searched instead. */
	query?: string;
	/** Which of the records that the service answers belong to the section. */
	has: (record: IDataObject) => boolean;
}

const EVERYTHING: Section = { has: () => true };

/**
 * First the records with the status that most have, then all others, which no filter finds. A service that does not know
 * the filter refuses or ignores it, so each record's status is looked at.
 */
function usualFirst(usual: string): Section[] {
	return [
		{ query: `status[eq]=${usual}`, has: ({ status }) => status === usual },
		{ has: ({ status }) => status !== usual },
	];
}

/** Statuses by which a service refuses a filter. */
const REFUSALS = new Set(['400', '404', '405', '422', '501']);

/** A user is waiting, and n8n asks for more by itself as long as the list on the screen has room. */
const MAX_PAGES = 4;
const ENOUGH = 20;
const MAX_RETRIES = 1;

/**
 * What n8n's editor calls where a user chooses a record or a list. The service cannot search for a part of a name
 * (docs/service.md, Filters), so pages are read and their names compared. All throw NodeApiError.
 */
export const listSearch = {
	...Object.fromEntries(
		[...resources, tag].flatMap(({ list, idName, filters }) => {
			if (list === undefined || idName === undefined) return [];
			const { preset } = filters.find(({ field }) => field === 'status') ?? {};
			const sections = preset === undefined ? [EVERYTHING] : usualFirst(preset);
			return [[searchMethodOf(list), searchOf(list, sections)]];
		}),
	),
	searchFilterFields,
	searchLists,
};

/** n8n shows names only, so they include the scope. */
async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const results = knownLists
		.filter(({ name, path, scope, aliases = '' }) => {
			const text = `${name} (${scope}) ${path} ${aliases}`;
			return filter.split(/\s+/).every((word) => isMatch(text, word));
		})
		.map(({ name, path, scope }) => ({ name: `${name} (${scope})`, value: path }));
	return await Promise.resolve({ results });
}

function searchOf(path: string, sections: Section[]) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		try {
			const from = readToken(paginationToken, sections);
			return await search(pagesFrom(this, path, sections, from), filter);
		} catch (error) {
			throw toNodeError(this.getNode(), error, path);
		}
	};
}

/** Where a search goes on: at a link of a section, or without one at its beginning. */
interface Bookmark {
	section: number;
	link?: string | undefined;
}

async function search(
	pages: ReturnType<typeof pagesFrom>,
	filter: string,
): Promise<INodeListSearchResult> {
	const names = new Map<string, string>();
	const found = new Map<string, Candidate>();
	let read = 0;
	let next: Bookmark | undefined;
	for await (const page of pages) {
		for (const record of page.records) {
			const id = recordIdOf(record);
			if (id !== undefined && typeof record.name === 'string') names.set(id, record.name);
		}
		for (const candidate of page.candidates) {
			if (candidate.id === filter || isMatch(candidate.name, filter))
				found.set(candidate.id, candidate);
		}
		read += 1;
		({ next } = page);
		// Where the next page cannot be told, the list itself says why.
		if (next?.link === '') continue;
		if (read >= MAX_PAGES || found.size >= ENOUGH) break;
	}
	const candidates = bestFirst([...found.values()], filter);
	const labels = labelsOf(candidates, names);
	return {
		results: candidates.map(({ id }, index) => ({ name: labels[index] ?? id, value: id })),
		...(next && { paginationToken: `${next.section} ${next.link ?? ''}` }),
	};
}

/** Yields the records of each page, the ones among them that can be chosen, and where the search goes on. */
async function* pagesFrom(
	context: ILoadOptionsFunctions,
	path: string,
	sections: Section[],
	from: Bookmark,
): AsyncGenerator<
	{ records: IDataObject[]; candidates: Candidate[]; next: Bookmark | undefined },
	void
> {
	const log = new ListingLog(context, path);
	const listing = { path, maxRetries: MAX_RETRIES, log };
	let bookmark: Bookmark | undefined = from;
	while (bookmark) {
		const { section, link }: Bookmark = bookmark;
		const { query = '', has }: Section = sections[section] ?? EVERYTHING;
		const nextSection: Bookmark | undefined =
			section + 1 < sections.length ? { section: section + 1 } : undefined;
		try {
			for await (const page of browseList(context, { ...listing, query }, link)) {
				const candidates = page.records.filter(has).flatMap(toCandidate);
				const following = page.next === undefined ? nextSection : { section, link: page.next };
				yield { records: page.records, candidates, next: following };
			}
			bookmark = nextSection;
		} catch (error) {
			const canFallBack = query !== '' && link === undefined;
			bookmark = bookmarkAfter(error, canFallBack ? sections.length : undefined);
		}
	}
}

/** Where a search goes on when the service refuses a filter. @throws the error where that is not what happened */
function bookmarkAfter(error: unknown, section: number | undefined): Bookmark {
	const isRefused = error instanceof UserFacingError && REFUSALS.has(error.reason);
	if (section === undefined || !isRefused) throw error;
	return { section };
}

/** Reads what a search ended with. It comes back from n8n's editor, so it can be anything. */
function readToken(token: unknown, sections: Section[]): Bookmark {
	if (token === undefined || token === null || token === '') return { section: 0 };
	const [, section, link] = (typeof token === 'string' ? /^(\d) (.*)$/.exec(token) : null) ?? [];
	if (section !== undefined && Number(section) <= sections.length) {
		return { section: Number(section), link: link === '' ? undefined : link };
	}
	throw new UserFacingError(
		'The list cannot be continued from here',
		'Close the list and open it again.',
	);
}
