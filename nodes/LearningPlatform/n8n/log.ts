import type { FunctionsBase } from 'n8n-workflow';

/**
 * What n8n's log says about one list: every line that this package writes. None has a token, a secret, a cursor
 * or the value of a filter in it. docs/log.md explains the lines.
 */
export class ListingLog {
	/** The pages that had to be requested again, e.g. `3` or `1 of the part before 2026-01-31T00:00:00Z`. */
	readonly retriedPages = new Set<string>();

	/** How many records Name Contains has looked at; without that filter, none was looked for. */
	searched?: number;

	private readonly part: string = '';

	private readonly read = { pages: 0, records: 0 };

	private readonly startedAt = performance.now();

	/** @param list what is listed, in the user's words, e.g. `courses` */
	constructor(
		private readonly context: Pick<FunctionsBase, 'logger' | 'getNode' | 'getWorkflow'>,
		readonly list: string,
	) {}

	/** The log of one part of the list, e.g. of `before 2026-01-31T00:00:00Z`. */
	ofPart(part: string): ListingLog {
		return Object.create(this, { part: { value: part } }) as ListingLog;
	}

	/** @param ms from the request to the last record, waits for retries included */
	pageRead(
		page: number,
		{ records, hasNext, ms }: { records: number; hasNext: boolean; ms: number },
	): void {
		this.read.pages += 1;
		this.read.records += records;
		const end = hasNext ? 'another page follows' : 'last page';
		const line = `page ${page}: ${records} records in ${ms} ms, ${end}`;
		this.write('debug', line, { page, records, hasNext, ms });
	}

	/** @param ms as of a page */
	recordRead(ms: number): void {
		this.write('debug', `record read in ${ms} ms`, { ms });
	}

	/** @param reason HTTP status, or the system's error code */
	pageRetried(page: number, reason: string, delayMs: number): void {
		this.retriedPages.add(this.part === '' ? `${page}` : `${page} of the part ${this.part}`);
		const waitMs = Math.round(delayMs);
		const line = `page ${page}: failed (${reason}), requested again in ${waitMs} ms`;
		this.write('info', line, { page, reason, waitMs });
	}

	/** A page that was requested ahead, by a link that another answer has replaced. */
	pageDropped(page: number): void {
		this.write('info', `page ${page}: dropped, the list goes on with another page`, { page });
	}

	/** A part is too long for one cursor, or would wait too long for those before it. @param pages how many were read */
	partDropped(why: 'cut' | 'put off', pages: number): void {
		this.write('info', `${why} after ${pageCount(pages)}, to be read again`, { pages });
	}

	/** The service limits requests, so all requests of the credential wait. */
	paused(ms: number): void {
		const pauseMs = Math.round(ms);
		this.write('info', `too many requests, all requests wait ${pauseMs} ms`, { pauseMs });
	}

	tokenExchanged(ms: number): void {
		this.write('info', `new access token in ${ms} ms`, { ms });
	}

	/** A list or a file is complete. */
	ended(what: 'listed' | 'exported', { records, pages }: { records: number; pages: number }): void {
		const ms = this.sinceStart();
		const { searched } = this;
		const of = searched === undefined ? '' : `of ${searched} `;
		const line = `${what} ${records} ${of}records from ${pageCount(pages)} in ${ms} ms`;
		this.write('info', line, { records, pages, ms, searched });
	}

	/** @param error what went wrong, as n8n shows it; without it the user, or n8n's own timeout, has stopped the execution */
	brokeOff(error?: string): void {
		const ms = this.sinceStart();
		const after = `after ${pageCount(this.read.pages)} and ${ms} ms`;
		const line = error === undefined ? `canceled ${after}` : `failed ${after}: ${error}`;
		this.write(error === undefined ? 'info' : 'error', line, { ...this.read, ms, error });
	}

	/** @param names what Output Fields asks for and no record has */
	fieldsMissing(names: string[]): void {
		if (names.length === 0) return;
		this.write('warn', `no record has the output fields ${names.join(', ')}`, { fields: names });
	}

	/**
	 * @param counts `missing` are known records that this poll lacks, `left` events for the next poll to report
	 * @param isFirst whether nothing was known of the list before
	 */
	polled(
		counts: Record<
			'records' | 'added' | 'updated' | 'removed' | 'completed' | 'refreshed' | 'missing' | 'left',
			number
		>,
		isFirst: boolean,
		since?: string,
	): void {
		const { records, added, updated, removed, completed, refreshed, missing, left } = counts;
		const ms = this.sinceStart();
		const found = [
			`${added} added, ${updated} updated, ${removed} removed, ${refreshed} refreshed`,
			...(completed > 0 ? [`${completed} completed`] : []),
			...(missing > 0 ? [`${missing} missing, to be looked for again`] : []),
			...(left > 0 ? [`${left} left for the next poll`] : []),
		].join('; ');
		const note = isFirst ? ' (first poll)' : '';
		const what = since === undefined ? 'records' : `records changed since ${since}`;
		const line = `polled ${records} ${what} in ${ms} ms${note}: ${found}`;
		this.write('info', line, { ...counts, ms, isFirst, since });
	}

	/** The service sends what was not asked for. @param field the date of change */
	changesNotFiltered(field: string): void {
		const line = `the service ignores the filter on ${field}, the whole list is read`;
		this.write('warn', line, { field });
	}

	/** Records have turned up that were there before the trigger began. */
	overlooked(records: number): void {
		const line = `${records} records were there before the first poll, which has not found them: they do not count as added`;
		this.write('warn', line, { records });
	}

	/** A record has a date of change that is yet to come. @param now by the service's clock, in s since the epoch */
	datedAhead(
		{ id, field, date }: { id: string | number; field: string; date: string },
		now: number,
	): void {
		const clock = new Date(now * 1_000).toISOString();
		const line = `record ${id} has the ${field} ${date}, later than the service's clock (${clock}): the date does not count`;
		this.write('warn', line, { id, field, date, clock });
	}

	/** More records are missing than the limit allows, so no removal is reported. @param limit in percent of `known` */
	removalsDoubted(missing: number, known: number, limit: number): void {
		const line = `${missing} of ${known} known records are missing for the second time, more than the Removal Limit of ${limit} percent: none counts as removed`;
		this.write('warn', line, { missing, known, limit });
	}

	pollSkipped(reason: 'was still running' | 'has only just reported changes'): void {
		this.write('warn', `poll skipped, the last one ${reason}`, {});
	}

	private sinceStart(): number {
		return Math.round(performance.now() - this.startedAt);
	}

	private write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts: object): void {
		const { context, list, part } = this;
		const { id: workflowId = 'new', name: workflowName } = context.getWorkflow();
		const { name: nodeName } = context.getNode();
		const listed = part === '' ? list : `${list} ${part}`;
		// n8n's text format leaves the facts out, so the line says where it comes from as well.
		const workflow = workflowName === undefined ? workflowId : `${workflowId} "${workflowName}"`;
		const line = `[Learning Platform] ${listed}: ${what} (node "${nodeName}", workflow ${workflow})`;
		// What is undefined is left out of JSON.
		const source = { nodeName, workflowId, workflowName, part: part || undefined };
		context.logger[level](line, { list, ...source, ...facts });
	}
}

function pageCount(pages: number): string {
	return pages === 1 ? '1 page' : `${pages} pages`;
}
