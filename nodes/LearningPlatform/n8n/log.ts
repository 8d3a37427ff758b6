import type { FunctionsBase } from 'n8n-workflow';

import { listed } from '../values/words';

/**
 * What n8n's log says about one list. docs/log.md explains every line. None may have a token, a secret, a cursor or the
 * value of a filter in it.
 */
export class ListingLog {
	/** The pages that had to be requested again, e.g. `3` or `1 of the attempts`. */
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

	/** The log of a list that is read for this one, e.g. `attempts`. */
	ofPart(part: string): ListingLog {
		return Object.create(this, { part: { value: part } }) as ListingLog;
	}

	/** @param facts.ms from the request to the last record, waits for retries included */
	pageRead(page: number, facts: { records: number; hasNext: boolean; ms: number }): void {
		const { records, hasNext, ms } = facts;
		this.read.pages += 1;
		this.read.records += records;
		const end = hasNext ? 'another page follows' : 'last page';
		this.debug(`page ${page}: ${records} records in ${ms} ms, ${end}`, { page, ...facts });
	}

	/** @param reason HTTP status, or the system's error code */
	pageRetried(page: number, reason: string, delayMs: number): void {
		this.retriedPages.add(this.part === '' ? `${page}` : `${page} of the ${this.part}`);
		const waitMs = Math.round(delayMs);
		const line = `page ${page}: failed (${reason}), requested again in ${waitMs} ms`;
		this.info(line, { page, reason, waitMs });
	}

	/** A list or a file is complete. */
	ended(what: 'listed' | 'exported', counts = this.read): void {
		const { searched, ms } = this;
		const of = searched === undefined ? '' : `of ${searched} `;
		const line = `${what} ${counts.records} ${of}records from ${pageCount(counts.pages)} in ${ms} ms`;
		this.info(line, { ...counts, ms, searched });
	}

	/** A table was compared with the list. @param counts of its rows */
	compared(
		counts: Record<'added' | 'changed' | 'marked' | 'back' | 'deleted' | 'unchanged', number>,
	): void {
		const { read, ms } = this;
		const { added, changed, marked, back, deleted, unchanged } = counts;
		const found = `${added} new, ${changed} changed, ${marked} marked, ${back} back, ${deleted} to delete, ${unchanged} unchanged`;
		const line = `compared with ${read.records} records from ${pageCount(read.pages)} in ${ms} ms: ${found}`;
		this.info(line, { ...read, ...counts, ms });
	}

	/** @param error what went wrong, as n8n shows it; without it the user, or n8n's own timeout, has stopped the execution */
	brokeOff(error?: string): void {
		const { read, ms } = this;
		const after = `after ${pageCount(read.pages)} and ${ms} ms`;
		const line = error === undefined ? `canceled ${after}` : `failed ${after}: ${error}`;
		this.write(error === undefined ? 'info' : 'error', line, { ...read, ms, error });
	}

	/** @param fields what Output Fields asks for and no record has */
	fieldsMissing(fields: string[]): void {
		if (fields.length === 0) return;
		this.warn(`no record has the output fields ${fields.join(', ')}`, { fields });
	}

	/** Whose names are empty, if anybody's are. */
	namesEmpty(): void {
		const names = [...this.emptyNames];
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
		const { ms } = this;
		const { records, events, missing } = counts;
		const found = Object.entries(events).map(([event, count]) => `${count} ${event}`);
		const sought = missing > 0 ? `; ${missing} missing, to be looked for again` : '';
		const note = isFirst ? ' (first poll)' : '';
		const what = since === undefined ? 'records' : `records changed since ${since}`;
		const line = `polled ${records} ${what} in ${ms} ms${note}: ${found.join(', ')}${sought}`;
		this.info(line, { records, ...events, missing, ms, isFirst, since });
	}

	/** @param facts of the line, which are fields of their own in n8n's JSON format */
	debug(line: string, facts: object): void {
		this.write('debug', line, facts);
	}

	/** The same of what is unusual, or the end of something. */
	info(line: string, facts: object = {}): void {
		this.write('info', line, facts);
	}

	/** The same of what somebody should know of. */
	warn(line: string, facts: object = {}): void {
		this.write('warn', line, facts);
	}

	/** Since the list began. */
	private get ms(): number {
		return Math.round(performance.now() - this.startedAt);
	}

	private write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts: object): void {
		const { context, list, part } = this;
		const { id: workflowId = 'new', name: workflowName } = context.getWorkflow();
		const { name: nodeName } = context.getNode();
		const subject = part === '' ? list : `${list} ${part}`;
		// n8n's text format leaves the facts out, so the line says where it comes from as well.
		const workflow = workflowName === undefined ? workflowId : `${workflowId} "${workflowName}"`;
		const line = `[Learning Platform] ${subject}: ${what} (node "${nodeName}", workflow ${workflow})`;
		// What is undefined is left out of JSON.
		const source = { nodeName, workflowId, workflowName, part: part || undefined };
		context.logger[level](line, { list, ...source, ...facts });
	}
}

/** E.g. `2 pages`. */
export function pageCount(pages: number): string {
	return pages === 1 ? '1 page' : `${pages} pages`;
}
