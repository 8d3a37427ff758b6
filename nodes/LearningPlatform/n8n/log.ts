import type { FunctionsBase } from 'n8n-workflow';

import { listed } from '../values/words';

/** The lines about one list in n8n's log (docs/log.md), without tokens, secrets, cursors and values of filters. */
export class ListingLog {
	private readonly sublist: string = '';

	private readonly read = { pages: 0, records: 0 };

	private readonly startedAt = performance.now();

	/**
	 * @param list what is listed, in the user's words, e.g. `courses`
	 * @param usual the level of lines about what went well: `debug` where the run writes one line for all its input items
	 */
	constructor(
		private readonly context: Pick<FunctionsBase, 'logger' | 'getNode' | 'getWorkflow'>,
		readonly list: string,
		private readonly usual: 'debug' | 'info' = 'info',
	) {}

	/** Returns the log of a list that is read for this one, e.g. `attempts`. */
	ofSublist(sublist: string): ListingLog {
		return Object.create(this, { sublist: { value: sublist } }) as ListingLog;
	}

	/** @param facts.ms from the request to the last record, with retries */
	pageRead(page: number, facts: { records: number; hasNext: boolean; ms: number }): void {
		const { records, hasNext, ms } = facts;
		this.read.pages += 1;
		this.read.records += records;
		const end = hasNext ? 'another page follows' : 'last page';
		this.debug(`page ${page}: ${records} records in ${ms} ms, ${end}`, { page, ...facts });
	}

	/** Ends a list or a file. @param counts.searched how many records were searched, if not all count */
	ended(
		what: 'listed' | 'exported',
		counts: { records: number; pages: number; searched?: number | undefined } = this.read,
	): void {
		const { records, pages, searched } = counts;
		const of = searched === undefined ? '' : `of ${searched} `;
		const line = `${what} ${records} ${of}records from ${pageCount(pages)} in ${this.ms} ms`;
		this.info(line, { records, pages, ms: this.ms, searched });
	}

	/** Ends a write or its dry run. @param outcomes how many items had each */
	wrote(items: number, outcomes: Readonly<Record<string, number>>): void {
		const found = Object.entries(outcomes).map(([outcome, count]) => `, ${count} ${outcome}`);
		this.info(`${items} items in ${this.ms} ms${found.join('')}`, {
			items,
			...outcomes,
			ms: this.ms,
		});
	}

	/** Ends a comparison of a table with the list. @param counts of its rows */
	compared(
		counts: Record<'added' | 'changed' | 'marked' | 'back' | 'deleted' | 'unchanged', number>,
	): void {
		const { read, ms } = this;
		const { added, changed, marked, back, deleted, unchanged } = counts;
		const found = `${added} new, ${changed} changed, ${marked} marked, ${back} back, ${deleted} to delete, ${unchanged} unchanged`;
		const line = `compared with ${read.records} records from ${pageCount(read.pages)} in ${ms} ms: ${found}`;
		this.info(line, { ...read, ...counts, ms });
	}

	/** @param error in n8n's words; none if the user, or n8n's timeout, stopped the execution */
	brokeOff(error?: string): void {
		const { read, ms } = this;
		const after = `after ${pageCount(read.pages)} and ${ms} ms`;
		const line = error === undefined ? `canceled ${after}` : `failed ${after}: ${error}`;
		this.write(error === undefined ? 'info' : 'error', line, { ...read, ms, error });
	}

	/** @param fields of Output Fields, which no record has */
	fieldsMissing(fields: string[]): void {
		if (fields.length === 0) return;
		this.warn(`no record has the output fields ${fields.join(', ')}`, { fields });
	}

	/** @param fields of filters, which no record shows */
	filtersUnchecked(fields: string[]): void {
		if (fields.length === 0) return;
		const names = fields.join(', ');
		this.info(`the filters on ${names} cannot be checked: no record shows them`, { fields });
	}

	/** @param names with the reason, e.g. `users 65a1c0 (403)` */
	namesEmpty(names: readonly string[]): void {
		if (names.length === 0) return;
		const line = `names left empty, because these could not be read: ${listed(names)}`;
		// A deleted record is no trouble.
		this.write(names.every((name) => name.endsWith('(404)')) ? 'info' : 'warn', line, { names });
	}

	/** @param counts `missing`: remembered but absent @param since when the changes begin; none for the whole list */
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

	/** @param facts fields of their own in n8n's JSON format */
	debug(line: string, facts: object): void {
		this.write('debug', line, facts);
	}

	info(line: string, facts: object = {}): void {
		this.write(this.usual, line, facts);
	}

	warn(line: string, facts: object = {}): void {
		this.write('warn', line, facts);
	}

	/** Since the list began. */
	private get ms(): number {
		return Math.round(performance.now() - this.startedAt);
	}

	private write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts: object): void {
		const { context, list, sublist } = this;
		const { id: workflowId = 'new', name: workflowName } = context.getWorkflow();
		const { name: nodeName } = context.getNode();
		const subject = sublist === '' ? list : `${list} ${sublist}`;
		// n8n's text format leaves the facts out, so the line says where it comes from as well.
		const workflow = workflowName === undefined ? workflowId : `${workflowId} "${workflowName}"`;
		const line = `[Learning Platform] ${subject}: ${what} (node "${nodeName}", workflow ${workflow})`;
		const source = { nodeName, workflowId, workflowName, sublist: sublist || undefined };
		context.logger[level](line, { list, ...source, ...facts });
	}
}

function pageCount(pages: number): string {
	return pages === 1 ? '1 page' : `${pages} pages`;
}
