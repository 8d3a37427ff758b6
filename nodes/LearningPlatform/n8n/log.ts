import type { FunctionsBase } from 'n8n-workflow';

import { listed } from '../values/words';

/**
 * What n8n's log says about one list: every line that this package writes. None has a token, a secret, a cursor
 * or the value of a filter in it. docs/log.md explains the lines.
 */
export class ListingLog {
	/** The pages that had to be requested again, e.g. `3` or `1 of the part before 2026-01-31T00:00:00Z`. */
	readonly retriedPages = new Set<string>();

	/** Whose names are empty, and why: HTTP status, or the system's error code. E.g. `users 65a1c0 (403)`. */
	readonly emptyNames = new Set<string>();

	/** Among how many records the node has looked for some, e.g. by Name Contains; `undefined` where it did not. */
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

	/** A table was compared with the list. @param counts of its rows */
	compared(
		counts: Record<'added' | 'changed' | 'marked' | 'back' | 'deleted' | 'unchanged', number>,
	): void {
		const ms = this.sinceStart();
		const { added, changed, marked, back, deleted, unchanged } = counts;
		const found = `${added} new, ${changed} changed, ${marked} marked, ${back} back, ${deleted} to delete, ${unchanged} unchanged`;
		const line = `compared with ${this.read.records} records from ${pageCount(this.read.pages)} in ${ms} ms: ${found}`;
		this.write('info', line, { ...this.read, ...counts, ms });
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

	/** @param names whose names are empty, and why */
	namesEmpty(names: string[]): void {
		if (names.length === 0) return;
		const line = `names left empty, because these could not be read: ${listed(names)}`;
		// What was deleted is no trouble.
		this.write(names.every((name) => name.endsWith('(404)')) ? 'info' : 'warn', line, { names });
	}

	/**
	 * @param counts `events` by what Trigger On asks for, `missing` remembered records that this poll lacks
	 * @param isFirst whether nothing was remembered of the list before
	 * @param since when the changes begin that were asked for, if not the whole list was
	 */
	polled(
		counts: { records: number; events: Readonly<Record<string, number>>; missing: number },
		isFirst: boolean,
		since?: string,
	): void {
		const { records, events, missing } = counts;
		const ms = this.sinceStart();
		const found = Object.entries(events)
			.map(([event, count]) => `${count} ${event}`)
			.join(', ');
		const sought = missing > 0 ? `; ${missing} missing, to be looked for again` : '';
		const note = isFirst ? ' (first poll)' : '';
		const what = since === undefined ? 'records' : `records changed since ${since}`;
		const line = `polled ${records} ${what} in ${ms} ms${note}: ${found}${sought}`;
		this.write('info', line, { records, ...events, missing, ms, isFirst, since });
	}

	/** The service sends what was not asked for. @param field the date of change */
	changesNotFiltered(field: string): void {
		const line = `the service ignores the filter on ${field}, the whole list is read`;
		this.write('warn', line, { field });
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

	/** @param what has become of the subscription to an event */
	subscribed(what: 'made' | 'woken' | 'removed'): void {
		this.write('info', `subscription ${what}`, {});
	}

	/** @param origin where n8n was when the node made another subscription */
	remains(origin: string): void {
		this.write('warn', `another subscription of this node remains, at ${origin}`, { origin });
	}

	/** @param events that n8n has missed, and the platform is to send again */
	askedAgain(events: number): void {
		this.write('info', `${events} missed, asked for again`, { events });
	}

	notAskedAgain(events: number, why: string): void {
		this.write('warn', `${events} missed, and they cannot be asked for: ${why}`, { events });
	}

	/** A request to the webhook that starts nothing. @param why never has anything of the request in it */
	refused(status: number, why: string): void {
		this.write('warn', `refused a request with ${status}: ${why}`, { status });
	}

	secretUnknown(error: string): void {
		this.write('warn', `the secret cannot be read: ${error}`, {});
	}

	/** An event goes on without names. */
	unnamed(why: string): void {
		this.write('warn', `names left empty: ${why}`, {});
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
