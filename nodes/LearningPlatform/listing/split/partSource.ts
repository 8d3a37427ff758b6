import { ServiceError } from '../../transport/errors';
import type { ListingLog } from '../../transport/log';
import {
	listPages,
	PageError,
	type ListedPage,
	type ListOptions,
	type Page,
} from '../../transport/pages';
import type { Connection } from '../../transport/request';
import { nameOfPart, SplitQuery } from './bounds';
import type { Range } from './part';
import { secondsReader } from './seconds';

/** The parts of a list as the service has them. Ranges are in seconds; `undefined` stands for the whole list. */
export class PartSource {
	private readonly query: SplitQuery;

	private readonly readSeconds: ReturnType<typeof secondsReader>;

	/**
	 * @param url of the list, without filters
	 * @param query the filters of the whole list
	 * @param field that the list is split by
	 * @throws UserFacingError for filters that cannot be narrowed
	 */
	constructor(
		private readonly connection: Connection,
		private readonly url: string,
		{ query, field }: { query: string; field: string },
	) {
		this.query = new SplitQuery(query, field);
		this.readSeconds = secondsReader(field);
	}

	/** What the user's own filters leave. */
	get range(): Range {
		return this.query.range;
	}

	/** The pages of a part, read with a cursor of its own. */
	pages(
		range: Range | undefined,
		signal: AbortSignal,
		options: ListOptions,
	): AsyncGenerator<ListedPage, void> {
		const query = range ? this.query.of(range) : this.query.whole;
		const url = query === '' ? this.url : `${this.url}?${query}`;
		const connection = {
			...this.connection,
			log: this.logOf(range),
			signal: AbortSignal.any([this.connection.signal, signal]),
		};
		return listPages(connection, url, options);
	}

	/** @throws ServiceError for a record without the date, or outside the part that was asked for */
	secondsOf({ records }: Page, range: Range | undefined): number[] {
		return this.readSeconds(records, range && this.query.inner(range));
	}

	logOf(range: Range | undefined): ListingLog {
		const { log } = this.connection;
		const part = this.nameOf(range);
		return part === undefined ? log : log.ofPart(part);
	}

	/**
	 * What ended the list, with page and part.
	 *
	 * @param at the part, and the number of its page that came last
	 * @param recordsRead of all parts
	 */
	withPlace(
		error: unknown,
		at: { range: Range | undefined; pageNumber: number },
		recordsRead: number,
	): unknown {
		const part = this.nameOf(at.range);
		if (error instanceof PageError) {
			return new PageError(error.page, recordsRead, error.failure, part);
		}
		return error instanceof ServiceError
			? new PageError(at.pageNumber, recordsRead, error, part)
			: error;
	}

	/** Only ends that are not the user's own go into messages and n8n's log. */
	private nameOf(range: Range | undefined): string | undefined {
		return range && nameOfPart(this.query.inner(range));
	}
}
