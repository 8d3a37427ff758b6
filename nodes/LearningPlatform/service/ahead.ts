import { Failure } from '../failures/failure';
import { deferred, markAsHandled } from '../values/promises';
import { requestAnswer } from './answer';
import type { StreamedResponse } from './body';
import type { Client } from './client';
import { lastSegmentOf, nextOf } from './nextPage';
import { readRecords, saysMore } from './records';

/** Requests more pages while a body is arriving: the headers already contain the link to the next page. */
export function readAhead(
	client: Client,
	{ ahead = 0, onHeaders }: { ahead?: number; onHeaders?: (hasNext: boolean) => void },
) {
	/** The current page and the pages requested after it. */
	let opened: ReturnType<typeof open>[] = [];

	function open(url: string, number: number) {
		const abandoned = new AbortController();
		const signal = AbortSignal.any([client.signal, abandoned.signal]);
		const page = requestPage({ ...client, signal }, url, number);
		markAsHandled(page.announcedNext.then(({ state }) => onHeaders?.(state !== 'end')));
		return { ...page, url, number, abandoned };
	}

	/** Uses a loop because recursion would keep every page in memory until the list ends. */
	async function openAhead(): Promise<void> {
		for (let last = opened.at(-1); last && opened.length <= ahead; last = opened.at(-1)) {
			const next = await last.announcedNext;
			if (next.state !== 'page' || opened.at(-1) !== last) return;
			opened.push(open(next.url, last.number + 1));
		}
	}

	function abandon(): typeof opened {
		for (const { abandoned } of opened) abandoned.abort(new Error('The page is no longer needed'));
		return opened.splice(0);
	}

	return {
		/** @throws Failure if all retries fail, or `client.signal.reason` */
		read: async (url: string, number: number) => {
			opened = opened.slice(1);
			// A retry may have returned a different link.
			const dropped = opened[0]?.url === url ? [] : abandon();
			for (const { number: page } of dropped) {
				client.log.write('pageDropped', { page });
			}
			const page = opened[0] ?? open(url, number);
			opened[0] = page;
			// Reading the failed page will throw the same error.
			markAsHandled(openAhead());
			return { url, number, ...(await page.content) };
		},
		close: abandon,
	};
}

function requestPage(client: Client, url: string, number: number) {
	const requestedAt = Date.now();
	/** From the first response; a retry may return a different link. */
	const announced = deferred<ReturnType<typeof nextOf>>();
	let hadNext = false;
	const onHeaders = ({ link, 'content-type': type }: StreamedResponse['headers']) => {
		// A web page that replaces the page has no link, which says nothing.
		if (/^text\/html/i.test(String(type))) return;
		const next = nextOf(link, url);
		announced.resolve(next);
		if (hadNext && next.state === 'end') {
			throw new Failure('linkLost', { systemCode: 'ERR_LINK_LOST', isTransient: true });
		}
		hadNext = next.state !== 'end';
	};
	const read = async () => {
		const answer = await requestAnswer(client, url, { expected: 'a list', number, onHeaders });
		const { body, retries } = answer;
		const { link, date } = answer.headers;
		const sent = readRecords(body, lastSegmentOf(url));
		const linked = nextOf(link, url);
		announced.resolve(linked);
		const isLost = linked.state === 'end' && saysMore(body);
		const next = isLost ? ({ state: 'unknown' } as const) : linked;
		const hasNext = next.state !== 'end';
		const facts = { page: number, records: sent.length, hasNext, ms: Date.now() - requestedAt };
		client.log.write(hasNext ? 'pageRead' : 'lastPageRead', facts);
		// The service's time (RFC 9110, section 6.6.1), in seconds since the epoch.
		const clock = Date.parse(String(date)) / 1_000 || undefined;
		return { sent, link, next, date: clock, retries };
	};
	const content = read();
	content.catch(announced.reject);
	markAsHandled(announced.promise);
	return { announcedNext: announced.promise, content };
}
