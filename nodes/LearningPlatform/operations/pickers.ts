import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { nameOf, idOf } from '../values/identity';
import { choosable } from '../catalog/resources';
import { browseList, type ListedPage } from '../list';
import { ListingLog } from '../n8n/log';
import { toNodeError } from '../n8n/nodeError';
import { isMatch } from '../values/words';
import { searchFilterFields, searchLists } from './menus';

/** A user is waiting, and n8n asks for more while the list on the screen has room. */
const MAX_PAGES = 4;
const ENOUGH = 20;
const MAX_RETRIES = 1;

/** The searches for records, lists and fields in n8n's editor. All throw NodeApiError. */
export const listSearch = {
	...Object.fromEntries(choosable.map(({ searchMethod, list }) => [searchMethod, searchOf(list)])),
	searchFilterFields,
	searchLists,
};

/** Makes a search that reads pages and compares names: the service cannot search (docs/engineers/service.md, Filters). */
function searchOf(path: string) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		link = '',
	): Promise<INodeListSearchResult> {
		const listing = { path, maxRetries: MAX_RETRIES, log: new ListingLog(this, path) };
		const names = new Map<string, string>();
		const found = new Map<string, Candidate>();
		let read = 0;
		let next: ListedPage['next'];
		try {
			for await (const page of browseList(this, listing, link === '' ? undefined : link)) {
				for (const candidate of page.records.flatMap(toCandidate)) {
					names.set(candidate.id, candidate.name);
					if (candidate.id === filter.trim() || isMatch(candidate.name, filter)) {
						found.set(candidate.id, candidate);
					}
				}
				read += 1;
				({ next } = page);
				// The next request of an unknown page fails, and says why.
				if (next?.kind !== 'unknown' && (read >= MAX_PAGES || found.size >= ENOUGH)) break;
			}
		} catch (error) {
			throw toNodeError(this.getNode(), error, path);
		}
		return {
			results: optionsOf([...found.values()], names),
			...(next?.kind === 'page' && { paginationToken: next.url }),
		};
	};
}

type Candidate = ReturnType<typeof toCandidate>[number];

/** The status of records that people can use. */
const USUAL = ['active', 'published'];

/** Returns the entry of a picker. It shows a user's email address, and the status of an unusable record. */
export function toCandidate(record: IDataObject) {
	const { status, parentId, mail } = record;
	const id = idOf(record);
	if (id === undefined) return [];
	const name = nameOf(record) || id;
	const text = typeof mail === 'string' && mail !== '' ? `${name} (${mail})` : name;
	const isUnusual = typeof status === 'string' && !USUAL.includes(status);
	return [{ id, name: isUnusual ? `${text} (${status})` : text, parentId: parentId as unknown }];
}

/**
 * Returns what the editor lists: the name and, where it repeats, the parent's name or the ID.
 *
 * @param names by ID, as far as they have been read
 */
function optionsOf(candidates: Candidate[], names: ReadonlyMap<string, string>) {
	const parentOf = ({ parentId }: Candidate) => names.get(String(parentId));
	return candidates.map((each) => {
		const { name, id: value } = each;
		const namesakes = candidates.filter((other) => other.name === name);
		if (namesakes.length === 1) return { name, value };
		const parent = parentOf(each);
		const isOnly = namesakes.filter((other) => parentOf(other) === parent).length === 1;
		return { name: `${name} (${isOnly ? (parent ?? value) : value})`, value };
	});
}
