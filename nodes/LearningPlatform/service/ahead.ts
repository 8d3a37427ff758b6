import { markAsHandled } from '../values/promises';
import type { Connection } from './connection';
import { hasNextPage, nextPageUrl } from './nextPage';
import { requestPage } from './requests';

/** A page that was requested; `abandoned` ends its request. */
type OpenPage = ReturnType<typeof requestPage> & { abandoned: AbortController };

/** A page whose records are here. */
export type ReadPage = Awaited<ReturnType<ReturnType<typeof readAhead>['read']>>;

/** Requests the next pages while a body still streams: the link comes with the headers. Options are those of `listPages`. */
export function readAhead(
	connection: Connection,
	{ ahead, onHeaders }: { ahead: number; onHeaders?: (hasNext: boolean) => void },
) {
	const stop = new AbortController();
	const stopped = AbortSignal.any([connection.signal, stop.signal]);
	/** The page that is read, and later ones. */
	let opened: OpenPage[] = [];

	function open(url: string, number: number): OpenPage {
		const abandoned = new AbortController();
		const signal = AbortSignal.any([stopped, abandoned.signal]);
		const page = { ...requestPage({ ...connection, signal }, url, number), abandoned };
		opened.push(page);
		markAsHandled(page.announcedLink.then((link) => onHeaders?.(hasNextPage(link, url))));
		return page;
	}

	/** A loop, since a recursion would keep all opened pages in memory until the list ends. */
	async function openAhead(): Promise<void> {
		for (let last = opened.at(-1); last && opened.length <= ahead;) {
			const url = nextPageUrl(await last.announcedLink, last.url);
			if (url === undefined || opened.at(-1) !== last || stopped.aborted) return;
			last = open(url, last.number + 1);
		}
	}

	/** A page requested again may link elsewhere: then the pages opened after it are dropped. */
	function take(url: string, number: number): OpenPage {
		const following = opened.slice(1);
		const [next] = following;
		opened = next?.url === url ? following : [];
		if (next?.url === url) return next;
		for (const { number: page, abandoned } of following) {
			abandoned.abort(new Error('The list continues with another page'));
			connection.log.info(`page ${page}: dropped, the list goes on with another page`, { page });
		}
		return open(url, number);
	}

	return {
		/** @throws UserFacingError after all retries, or `connection.signal.reason` */
		read: async (url: string, number: number) => {
			const page = take(url, number);
			// The reader of the failing page gets the error, with the page number.
			markAsHandled(openAhead());
			return { number, url, ...(await page.content) };
		},
		/** Ends all requests. */
		close: (): void => {
			stop.abort(new Error('The rest of the list is not needed'));
		},
	};
}
