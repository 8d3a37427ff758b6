/** Adds names next to the IDs in records, for all operations and the trigger. */
import type { LabelsById } from '../catalog/labels';
import type { Listing, readList, ReadOptions } from '../list';
import type { ListingLog } from '../n8n/log';
import type { Client, ListedPage } from '../service';
import { markAsHandled } from '../values/promises';
import { openLabels } from './open';

export { unreadLabelFields, withLabels } from './label';
export { openLabels };

/** About 25 MB. */
const MAX_UNLABELED_PAGES = 6;

/**
 * Reads a list and adds names next to the IDs in its records. Continues to read the list while it looks up names.
 *
 * @param options `limit`: the number of records that get labels
 * @returns the pages, each with the labels that are empty so far and the reasons, e.g. `users 65a1c0 (403)`
 * @throws the same errors as `readList`; UserFacingError if names cannot be read
 */
export async function* readLabeledList(
	client: Client<ListingLog>,
	listing: Listing,
	{
		labels,
		limit = Infinity,
		read,
		...options
	}: ReadOptions & {
		labels: LabelsById;
		limit?: number;
		read: (
			client: Client<ListingLog>,
			listing: Listing,
			options: ReadOptions,
		) => ReturnType<typeof readList>;
	},
): AsyncGenerator<ListedPage & { emptyLabels?: ReadonlySet<string> }, void> {
	if (labels.size === 0) {
		yield* read(client, listing, options);
		return;
	}
	const stop = new AbortController();
	const signals = [stop.signal, client.stopSignal].filter((signal) => signal !== undefined);
	const stoppable = client.with({ stopSignal: AbortSignal.any(signals) });
	const { addTo, emptyLabels, close } = openLabels(stoppable, labels);
	const pages = read(stoppable, listing, options);
	const maxPending = options.readsAhead ? MAX_UNLABELED_PAGES : 1;
	const pending: ReturnType<typeof nextPage>[] = [];
	let unlabeled = limit;

	async function nextPage() {
		const { value: page } = await pages.next();
		if (!page) return undefined;
		const wanted = page.records.slice(0, unlabeled);
		const others = page.records.slice(unlabeled);
		unlabeled -= wanted.length;
		return { ...page, emptyLabels, records: [...(await addTo(wanted)), ...others] };
	}

	try {
		for (;;) {
			while (pending.length < maxPending) {
				const page = nextPage();
				markAsHandled(page);
				pending.push(page);
			}
			const page = await pending.shift();
			if (!page) return;
			yield page;
		}
	} finally {
		close();
		stop.abort(new Error('The rest of the list is not needed'));
		await pages.return();
	}
}
