import type { NamesBesideIds } from '../catalog/names';
import type { ListClient, ListedPage, Listing, readList, ReadOptions } from '../list';
import { markAsHandled } from '../values/promises';
import { namesFor } from './add';

/** The maximum number of pages waiting for names (about 25 MB). */
const MAX_UNNAMED_PAGES = 6;

export interface NamedPage extends ListedPage {
	/** The names that are empty so far, each with the reason, e.g. `users 65a1c0 (403)`. */
	emptyNames?: ReadonlySet<string>;
}

/**
 * Reads a list and adds names next to the IDs in its records. Continues to read the list while it looks up names.
 *
 * @param options `limit`: the number of records that get names
 * @throws the same errors as `readList`; UserFacingError if names cannot be read
 */
export async function* readNamedList(
	client: ListClient,
	listing: Listing,
	{
		names,
		limit = Infinity,
		read,
		...options
	}: ReadOptions & { names: NamesBesideIds; limit?: number; read: typeof readList },
): AsyncGenerator<NamedPage, void> {
	if (names.size === 0) {
		yield* read(client, listing, options);
		return;
	}
	const stop = new AbortController();
	const signals = [stop.signal, client.stopSignal].filter((signal) => signal !== undefined);
	const stoppable = client.with({ stopSignal: AbortSignal.any(signals) });
	const { addTo, emptyNames, close } = namesFor(stoppable, names);
	const pages = read(stoppable, listing, options);
	const most = options.overlap ? MAX_UNNAMED_PAGES : 1;
	const coming: Promise<NamedPage | undefined>[] = [];
	let left = limit;

	async function nextPage(): Promise<NamedPage | undefined> {
		const { value: page } = await pages.next();
		if (!page) return undefined;
		const wanted = page.records.slice(0, left);
		const others = page.records.slice(left);
		left -= wanted.length;
		return { ...page, emptyNames, records: [...(await addTo(wanted)), ...others] };
	}

	try {
		for (;;) {
			while (coming.length < most) {
				const page = nextPage();
				markAsHandled(page);
				coming.push(page);
			}
			const page = await coming.shift();
			if (!page) return;
			yield page;
		}
	} finally {
		close();
		stop.abort(new Error('The rest of the list is not needed'));
		await pages.return();
	}
}
