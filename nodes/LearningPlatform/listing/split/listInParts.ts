import type { Page } from '../../transport/pages';
import type { Connection } from '../../transport/request';
import { PartSlots } from './partSlots';
import { PartSource } from './partSource';
import { PartsReader, type ReaderOptions } from './reader';

export interface SplitOptions extends Omit<ReaderOptions, 'partSize'> {
	/** The filters of the whole list. */
	query: string;
	/** A date that every record has, and that the service filters by. */
	field: string;
}

/** Parts of a reader who cannot let many pages wait: a page each, so that the first one is never far behind. */
const SMALL = { partSize: { min: 0.9, max: 0.9, reach: 12 }, maxPartsAtOnce: 8 };

/** More parts at once would take more memory than they save time. */
const LARGE = { partSize: { min: 1, max: 6, reach: Infinity }, maxPartsAtOnce: 16 };

/**
 * The pages of a list, like those of `listPages`, but read in several parts at once as soon as it turns out long.
 * They come by part, and within a part in the order of the service: from the oldest part on, or from the newest
 * if the service lists the newest first.
 *
 * @param url of the list, without filters
 * @throws PageError for a page that failed after all retries, and for a record that belongs to no part or to
 * another one; UserFacingError for filters that cannot be narrowed; or `connection.signal.reason`
 */
export async function* listInParts(
	connection: Connection,
	url: string,
	options: SplitOptions,
): AsyncGenerator<Page, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	const { partSize, maxPartsAtOnce } = options.maxWaitingPages === Infinity ? LARGE : SMALL;
	const source = new PartSource(connection, url, options);
	const slots = new PartSlots(connection.fingerprint, maxPartsAtOnce);
	const reader = new PartsReader(source, slots, { ...options, partSize }, signal);
	try {
		yield* reader.pages();
	} finally {
		stop.abort(new Error('The rest of the list is not needed'));
		slots.release();
	}
}
