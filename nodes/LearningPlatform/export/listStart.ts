import type { Page } from '../transport/pages';
import { fieldNames } from './columns';

/** A list of which the beginning has been read. */
export interface StartedList {
	/** The fields of the first page that has records. */
	fields: string[];
	/** Whether there is another page behind it. */
	hasMore: boolean;
	/** All pages, from the first. */
	pages: AsyncGenerator<Page, void>;
}

/**
 * Reads a list as far as it must be known before the first line of a file can be written: to the first page
 * with records and one page on. So a list that fails at once never gets as far as a file.
 *
 * @throws what `pages` throws
 */
export async function startList(pages: AsyncGenerator<Page, void>): Promise<StartedList> {
	const read: Page[] = [];
	let fields: string[] | undefined;
	let hasMore = false;
	while (!hasMore) {
		const next = await pages.next();
		if (next.done) break;
		read.push(next.value);
		if (fields) hasMore = true;
		else if (next.value.records.length > 0) fields = fieldNames(next.value.records);
	}
	return { fields: fields ?? [], hasMore, pages: replay(read, pages) };
}

/** Lets go of each page as it is handed out. */
async function* replay(read: Page[], rest: AsyncGenerator<Page, void>): AsyncGenerator<Page, void> {
	for (let page = read.shift(); page; page = read.shift()) yield page;
	yield* rest;
}
