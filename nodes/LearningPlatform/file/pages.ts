import { ID_FIELDS } from '../catalog/identity';
import type { Page } from '../service';
import { openShape, shapeRecords, type OutputChoice, type RecordKind } from '../shape';
import type { RecordPages } from './columns';

/**
 * The records of a list in the shape that Output asks for, page by page.
 *
 * @returns the pages, and what the ones read so far have shown: how many records and pages there are, the fields of
 * every record in order, where later pages add none, and the Output Fields that no record has had
 */
export function shapePages(choice: OutputChoice, kind: RecordKind, pages: AsyncIterable<Page>) {
	const shape = openShape(choice, kind);
	const counts = { records: 0, pages: 0 };
	let found: ReturnType<typeof shape.finish> | undefined;

	async function* shaped(): AsyncGenerator<Page, void> {
		for await (const { number, records } of pages) {
			counts.pages = number;
			counts.records += records.length;
			// Only the records of a page: pages without any wait for the first one that has some.
			if (records.length === 0) {
				yield { number, records };
				continue;
			}
			shape.add(records);
			found = shape.finish();
			yield { number, records: found.records };
		}
	}

	return {
		pages: shaped(),
		counts,
		fields: () => (found ? found.fields : fieldsOfNone(choice, kind)),
		missing: () => found?.missingFields ?? [],
	};
}

/** The fields that the items of an empty list would have. Most records are identified by the best of the usual fields. */
function fieldsOfNone(choice: OutputChoice, kind: RecordKind): string[] | undefined {
	const ids = kind.idFields ?? ID_FIELDS.slice(0, 1);
	const record = Object.fromEntries(ids.map((field) => [field, '-']));
	return shapeRecords(choice, kind, [record]).fields;
}

/**
 * Reads the beginning of a list, which the first line of a file depends on: up to the first page with records, and one
 * page more. So a list that fails at once never becomes a file.
 *
 * @returns the fields of the first page that has records, whether there is another page after it, and all pages from
 * the first
 * @throws what `pages` throws
 */
export async function startList(
	pages: AsyncGenerator<Page, void>,
): Promise<{ fields: string[]; hasMore: boolean; pages: AsyncGenerator<Page, void> }> {
	const read: Page[] = [];
	let fields: string[] | undefined;
	let hasMore = false;
	while (!hasMore) {
		const { value: page } = await pages.next();
		if (!page) break;
		read.push(page);
		hasMore = fields !== undefined;
		if (page.records.length > 0) fields ??= fieldsOf(page);
	}
	return { fields: fields ?? [], hasMore, pages: replay(read, pages) };
}

/** In order of appearance. */
function fieldsOf({ records }: Page): string[] {
	return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** Forgets each page as it is handed on. */
async function* replay(read: Page[], rest: AsyncGenerator<Page, void>): AsyncGenerator<Page, void> {
	for (let page = read.shift(); page; page = read.shift()) yield page;
	yield* rest;
}

/**
 * Cuts a list into files, each with as many records as one may have. An empty list is one file without records.
 *
 * @param recordsPerFile Infinity for one file with the whole list
 * @returns the files, each to be read to its end before the next one is asked for; then `counts` has its records, and the
 * pages of the service that they came from
 * @throws what `list` throws
 */
export async function* cutIntoFiles(
	list: AsyncGenerator<Page, void>,
	recordsPerFile: number,
): AsyncGenerator<{ pages: RecordPages; counts: { records: number; pages: number } }, void> {
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

	async function* recordsOfFile(counts: { records: number; pages: number }) {
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
		yield { pages: recordsOfFile(counts), counts };
	} while (await hasMore());
}
