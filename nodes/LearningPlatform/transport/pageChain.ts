import type { Connection } from './connection';
import { ServiceError } from './errors';
import { LinkedAbort } from './linkedAbort';
import { nextPageUrl } from './nextPage';
import { requestPage, type PageContent, type PageRequest } from './pageRequest';
import { failLater } from './promises';

export interface ChainOptions {
	maxRetries: number;
	/** How many pages may be under way behind the one that is being read. */
	ahead: number;
}

/** A page of a list whose request is under way, and the pages that were opened behind it. */
export class ChainedPage {
	private readonly request: PageRequest;

	private readonly abandoned: LinkedAbort;

	private following: ChainedPage | undefined;

	private isLeft = false;

	/**
	 * @param seenUrls the pages of this list so far; a link to one of them would never come to an end
	 * @throws ServiceError when the page was seen before
	 */
	constructor(
		private readonly connection: Connection,
		private readonly url: string,
		readonly number: number,
		private readonly seenUrls: Set<string>,
		private readonly options: ChainOptions,
	) {
		if (seenUrls.has(url)) throw repeatedLink();
		seenUrls.add(url);
		this.abandoned = new LinkedAbort(connection.signal);
		const { signal } = this.abandoned;
		this.request = requestPage({ ...connection, signal }, url, options.maxRetries);
		failLater(
			this.request.content.finally(() => {
				this.abandoned.release();
			}),
		);
	}

	/** Opens the pages behind this one as soon as their addresses are known, as far as `ahead` allows. */
	lookAhead(depth = this.options.ahead): void {
		if (depth === 0) return;
		const openOneByOne = async () => {
			const url = nextPageUrl(await this.request.announcedLink, this.url);
			if (url === undefined || this.isLeft || this.abandoned.signal.aborted) return;
			this.following ??= this.open(url);
			this.following.lookAhead(depth - 1);
		};
		// Whoever reads the list meets the same error when they get there, with the right page number.
		failLater(openOneByOne());
	}

	async content(): Promise<PageContent> {
		return await this.request.content;
	}

	/**
	 * The next page, by the link that came together with the records; `undefined` on the last page.
	 *
	 * @throws ServiceError when the link must not be followed
	 */
	async next(): Promise<ChainedPage | undefined> {
		const { link } = await this.request.content;
		const url = nextPageUrl(link, this.url);
		const opened = this.leave();
		if (opened?.url === url) return opened;
		opened?.abandon();
		return url === undefined ? undefined : this.open(url);
	}

	/**
	 * Lets go of the page behind this one. A page that was read must not hold the next: once V8 has moved one
	 * to its old generation, it would keep all that come after it until its next full collection.
	 */
	private leave(): ChainedPage | undefined {
		const opened = this.following;
		this.following = undefined;
		this.isLeft = true;
		return opened;
	}

	/** The page had to be requested again and then led elsewhere: what was opened behind it is no use. */
	private abandon(): void {
		this.abandoned.abort(new Error('The list goes on with another page'));
		this.seenUrls.delete(this.url);
		this.following?.abandon();
	}

	private open(url: string): ChainedPage {
		return new ChainedPage(this.connection, url, this.number + 1, this.seenUrls, this.options);
	}
}

function repeatedLink(): ServiceError {
	return new ServiceError(
		'The link to the next page leads back to a page that was read before',
		'The list would never end. This is a fault of the service: tell the administrators of the platform.',
	);
}
