import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { knownLists } from '../catalog/knownLists';
import { resources, searchMethodOf } from '../catalog/resources';
import { recordIdOf } from '../catalog/identity';
import { toNodeError } from '../n8n/nodeError';
import { browseList } from '../list';
import { UserFacingError } from '../errors';
import { ListingLog } from '../n8n/log';
import { isMatch } from '../values/words';
import { searchFilterFields } from './fieldMenus';
import { bestFirst, labelsOf, toChoice, type Choice } from './choices';

/** A part of a list, which is searched part by part so that what is chosen most comes first. */
interface Part {
	/** Filters as a query string. */
	query: string;
	/** Which of the records that the service answers belong to the part. */
	has: (record: IDataObject) => boolean;
	/** The index of the part that comes next, and of the one to read instead if the service refuses the filter. */
	next?: number;
	otherwise?: number;
}

const EVERYTHING: Part = { query: '', has: () => true };

/**
 * The records with the status that most have first. The service can filter by one status, but not by all others. One
 * that does not know the filter refuses it, or ignores it; so each record's status is looked at.
 */
function usualFirst(usual: string): Part[] {
	return [
		{ query: `status[eq]=${usual}`, has: ({ status }) => status === usual, next: 1, otherwise: 2 },
		{ query: '', has: ({ status }) => status !== usual },
		EVERYTHING,
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
		resources.flatMap(({ list, idName, filters }) => {
			if (list === undefined || idName === undefined) return [];
			const { preset } = filters.find(({ field }) => field === 'status') ?? {};
			const parts = preset === undefined ? [EVERYTHING] : usualFirst(preset);
			return [[searchMethodOf(list), searchOf(list, parts)]];
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

function searchOf(path: string, parts: Part[]) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		try {
			const from = readToken(paginationToken, parts);
			return await search(pagesFrom(this, path, parts, from), filter);
		} catch (error) {
			throw toNodeError(this.getNode(), error, path);
		}
	};
}

/** Where a search goes on: at a link of a part, or without one at its beginning. */
interface Place {
	part: number;
	link?: string | undefined;
}

async function search(
	pages: ReturnType<typeof pagesFrom>,
	filter: string,
): Promise<INodeListSearchResult> {
	const names = new Map<string, string>();
	const found = new Map<string, Choice>();
	let read = 0;
	let next: Place | undefined;
	for await (const page of pages) {
		for (const record of page.records) {
			const id = recordIdOf(record);
			if (id !== undefined && typeof record.name === 'string') names.set(id, record.name);
		}
		for (const choice of page.choices) {
			if (choice.id === filter || isMatch(choice.name, filter)) found.set(choice.id, choice);
		}
		read += 1;
		({ next } = page);
		// Where the next page cannot be told, the list itself says why.
		if (next?.link === '') continue;
		if (read >= MAX_PAGES || found.size >= ENOUGH) break;
	}
	const choices = bestFirst([...found.values()], filter);
	const labels = labelsOf(choices, names);
	return {
		results: choices.map(({ id }, index) => ({ name: labels[index] ?? id, value: id })),
		...(next && { paginationToken: `${next.part} ${next.link ?? ''}` }),
	};
}

/** Yields the records of each page, those of them that can be chosen, and where the search goes on. */
async function* pagesFrom(
	context: ILoadOptionsFunctions,
	path: string,
	parts: Part[],
	from: Place,
): AsyncGenerator<{ records: IDataObject[]; choices: Choice[]; next: Place | undefined }, void> {
	const log = new ListingLog(context, path);
	const listing = { path, nameContains: '', maxRetries: MAX_RETRIES, log };
	let place: Place | undefined = from;
	while (place) {
		const { part, link }: Place = place;
		const { query, has, next, otherwise }: Part = parts[part] ?? EVERYTHING;
		const nextPart: Place | undefined = next === undefined ? undefined : { part: next };
		try {
			for await (const page of browseList(context, { ...listing, query }, link)) {
				const choices = page.records.filter(has).flatMap(toChoice);
				const following = page.next === undefined ? nextPart : { part, link: page.next };
				yield { records: page.records, choices, next: following };
			}
			place = nextPart;
		} catch (error) {
			place = placeAfter(error, link === undefined ? otherwise : undefined);
		}
	}
}

/** Where a search goes on when the service refuses a filter. @throws the error where that is not what happened */
function placeAfter(error: unknown, otherwise: number | undefined): Place {
	const isRefused = error instanceof UserFacingError && REFUSALS.has(error.reason);
	if (otherwise === undefined || !isRefused) throw error;
	return { part: otherwise };
}

/** Reads the token that a search ended with. It comes back from n8n's editor, so it can be anything. */
function readToken(token: unknown, parts: Part[]): Place {
	if (token === undefined || token === null || token === '') return { part: 0 };
	const [, part, link] = (typeof token === 'string' ? /^(\d) (.*)$/.exec(token) : null) ?? [];
	if (part !== undefined && Number(part) < parts.length) {
		return { part: Number(part), link: link === '' ? undefined : link };
	}
	throw new UserFacingError(
		'The list cannot be continued from here',
		'Close the list and open it again.',
	);
}
