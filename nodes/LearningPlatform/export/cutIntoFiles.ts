import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../transport/pages';

/** What goes into one file. */
export interface FileShare {
	/** To be read to their end before the next share is asked for. */
	pages: AsyncGenerator<{ records: IDataObject[] }, void>;
	/** How many records it has, and from how many pages of the service, as far as it was read. */
	counts: { records: number; pages: number };
}

/**
 * Cuts a list into shares of at most so many records. An empty list is one share without records.
 *
 * @param recordsPerFile Infinity for one share with the whole list
 * @throws what `list` throws
 */
export async function* cutIntoFiles(
	list: AsyncGenerator<Page, void>,
	recordsPerFile: number,
): AsyncGenerator<FileShare, void> {
	let page: Page = { number: 0, records: [] };
	let used = 0;

	/** Turns to the next page that has records when those of this one are used up. */
	async function hasMore(): Promise<boolean> {
		while (used === page.records.length) {
			const turned = await list.next();
			if (turned.done) return false;
			page = turned.value;
			used = 0;
		}
		return true;
	}

	async function* share(counts: FileShare['counts']): FileShare['pages'] {
		const before = used < page.records.length ? page.number - 1 : page.number;
		while (counts.records < recordsPerFile && (await hasMore())) {
			const records = page.records.slice(used, used + recordsPerFile - counts.records);
			used += records.length;
			counts.records += records.length;
			yield { records };
		}
		counts.pages = page.number - before;
	}

	do {
		const counts = { records: 0, pages: 0 };
		yield { pages: share(counts), counts };
	} while (await hasMore());
}
