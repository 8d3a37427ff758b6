import type { FunctionsBase, Logger } from 'n8n-workflow';

/**
 * What n8n's log says about one list: every line that this package writes. None has a token, a secret, a cursor
 * or the value of a filter in it. docs/troubleshooting.md explains the lines.
 */
export class ListingLog {
	/** The pages that had to be requested again, e.g. `3` or `1 of the part before 2026-01-31T00:00:00Z`. */
	readonly retriedPages = new Set<string>();

	private readonly logger: Logger;

	private readonly part: string = '';

	private readonly facts: { list: string; nodeName: string; workflowId: string };

	/** @param list what is listed, in the user's words, e.g. `courses` */
	constructor(context: Pick<FunctionsBase, 'logger' | 'getNode' | 'getWorkflow'>, list: string) {
		this.logger = context.logger;
		this.facts = {
			list,
			nodeName: context.getNode().name,
			workflowId: context.getWorkflow().id ?? 'new',
		};
	}

	/**
	 * The same for a part of the list.
	 *
	 * @param part its name, e.g. `before 2026-01-31T00:00:00Z`
	 */
	ofPart(part: string): ListingLog {
		return Object.create(this, { part: { value: part } }) as ListingLog;
	}

	/** @param ms from the request to the last record, waits for retries included */
	pageRead(page: number, { records, hasNext, ms }: PageFacts): void {
		const end = hasNext ? 'another page follows' : 'last page';
		this.write('debug', `page ${page}: ${records} records in ${ms} ms, ${end}`, {
			page,
			records,
			hasNext,
			ms,
		});
	}

	/** @param ms from the request to the whole record, waits for retries included */
	recordRead(ms: number): void {
		this.write('debug', `record read in ${ms} ms`, { ms });
	}

	/** @param reason HTTP status, or the system's error code */
	pageRetried(page: number, reason: string, waitMs: number): void {
		this.retriedPages.add(this.part === '' ? `${page}` : `${page} of the part ${this.part}`);
		const wait = Math.round(waitMs);
		this.write('info', `page ${page}: failed (${reason}), requested again in ${wait} ms`, {
			page,
			reason,
			waitMs: wait,
		});
	}

	/** A page that was requested ahead, by a link that another answer has replaced. */
	pageDropped(page: number): void {
		this.write('info', `page ${page}: dropped, the list goes on with another page`, { page });
	}

	/** A list or a part of it, of which so many pages were read, is too long for one cursor. */
	cut(pages: number): void {
		this.write('info', `cut after ${pageCount(pages)}, to be read again in several parts`, {
			pages,
		});
	}

	/** A part of a list, of which so many pages were read, would wait too long for those before it. */
	putOff(pages: number): void {
		this.write('info', `put off after ${pageCount(pages)}, to be read again later`, { pages });
	}

	/** The service limits requests, so all requests of the credential wait. */
	paused(ms: number): void {
		const pauseMs = Math.round(ms);
		this.write('info', `too many requests, all requests wait ${pauseMs} ms`, { pauseMs });
	}

	tokenExchanged(ms: number): void {
		this.write('info', `new access token in ${ms} ms`, { ms });
	}

	exported({ records, pages, ms }: { records: number; pages: number; ms: number }): void {
		this.write('info', `exported ${records} records from ${pages} pages in ${ms} ms`, {
			records,
			pages,
			ms,
		});
	}

	/** @param names what Output Fields asks for and no record has */
	fieldsMissing(names: string[]): void {
		if (names.length === 0) return;
		this.write('warn', `no record has the output fields ${names.join(', ')}`, { fields: names });
	}

	polled({ records, added, updated, removed, ms, isFirst, isFull }: PollFacts): void {
		const found = `${added} added, ${updated} updated, ${removed} removed`;
		const notes = [isFirst ? ' (first poll)' : '', isFull ? ' (everything is reported)' : ''];
		this.write('info', `polled ${records} records in ${ms} ms${notes.join('')}: ${found}`, {
			...{ records, added, updated, removed, ms, isFirst, isFull },
		});
	}

	/** @param missing how many of the known records each of two readings lacks */
	readingsDiffered(known: number, [first, second]: [number, number]): void {
		this.write(
			'warn',
			`the list was read twice, and of ${known} known records ${first} and then ${second} were missing: no record counts as removed`,
			{ known, first, second },
		);
	}

	/** @param reason what is to be said of the last poll */
	pollSkipped(reason: 'was still running' | 'has only just reported changes'): void {
		this.write('warn', `poll skipped, the last one ${reason}`, {});
	}

	private write(level: 'debug' | 'info' | 'warn', what: string, facts: object): void {
		const { list, nodeName, workflowId } = this.facts;
		// n8n's text format leaves the facts out, so the line says where it comes from as well.
		const where = `node "${nodeName}", workflow ${workflowId}`;
		const { part } = this;
		const listed = part === '' ? list : `${list} ${part}`;
		this.logger[level](`[Learning Platform] ${listed}: ${what} (${where})`, {
			...this.facts,
			...(part !== '' && { part }),
			...facts,
		});
	}
}

interface PageFacts {
	records: number;
	hasNext: boolean;
	ms: number;
}

/** What a poll found, whether or not it is reported. */
export interface PollFacts {
	records: number;
	added: number;
	updated: number;
	removed: number;
	ms: number;
	/** Whether nothing was known of the list before. */
	isFirst: boolean;
	/** Whether all records are reported, changed or not. */
	isFull: boolean;
}

function pageCount(pages: number): string {
	return pages === 1 ? '1 page' : `${pages} pages`;
}
