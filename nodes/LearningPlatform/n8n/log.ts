import type { FunctionsBase } from 'n8n-workflow';

import { listed } from '../values/words';

/** Logs operations on one list (docs/log.md). Never logs tokens, secrets, cursors, or filter values. */
export class ListingLog {
	private readonly sublist: string = '';

	private readonly read = { pages: 0, records: 0 };

	private readonly startedAt = performance.now();

	/** @param usual the log level for successful operations: `debug` if the run logs one line for all input items */
	constructor(
		private readonly context: Pick<FunctionsBase, 'logger' | 'getNode' | 'getWorkflow'>,
		readonly list: string,
		private readonly usual: 'debug' | 'info' = 'info',
	) {}

	/** Returns a log for a second list that is read along with this one, e.g. `attempts`. */
	ofSublist(sublist: string): ListingLog {
		return Object.create(this, { sublist: { value: sublist } }) as ListingLog;
	}

	pageRead(page: number, facts: { records: number; hasNext: boolean; ms: number }): void {
		const { records, hasNext, ms } = facts;
		this.read.pages += 1;
		this.read.records += records;
		const end = hasNext ? 'another page follows' : 'last page';
		this.debug(`page ${page}: ${records} records in ${ms} ms, ${end}`, { page, ...facts });
	}

	/** Logs a completed list or export. @param counts.searched the number of records searched; `undefined` without a search */
	ended(
		what: 'listed' | 'exported',
		counts: { records: number; pages: number; searched?: number | undefined } = this.read,
	): void {
		const { ms } = this;
		const { records, pages, searched } = counts;
		const of = searched === undefined ? '' : `of ${searched} `;
		const line = `${what} ${records} ${of}records from ${pageCount(pages)} in ${ms} ms`;
		this.info(line, { records, pages, ms, searched });
	}

	/** Logs a completed write or dry run. @param outcomes the number of items by outcome */
	wrote(items: number, outcomes: Counts): void {
		const { ms } = this;
		const line = [`${items} items in ${ms} ms`, ...counted(outcomes)].join(', ');
		this.info(line, { items, ...outcomes, ms });
	}

	/** Logs a completed comparison of a table with the list. @param counts the number of rows by outcome */
	compared(counts: Counts): void {
		const { read, ms } = this;
		const list = `${read.records} records from ${pageCount(read.pages)}`;
		const line = `compared with ${list} in ${ms} ms: ${counted(counts).join(', ')}`;
		this.info(line, { ...read, ...counts, ms });
	}

	/** @param error the message shown in n8n; omitted if the user or n8n's timeout stopped the execution */
	brokeOff(error?: string): void {
		const { read, ms } = this;
		const after = `after ${pageCount(read.pages)} and ${ms} ms`;
		const line = error === undefined ? `canceled ${after}` : `failed ${after}: ${error}`;
		this.write(error === undefined ? 'info' : 'error', line, { ...read, ms, error });
	}

	/** @param fields the Output Fields that no record has */
	fieldsMissing(fields: string[]): void {
		if (fields.length === 0) return;
		this.warn(`no record has the output fields ${fields.join(', ')}`, { fields });
	}

	/** @param fields the fields whose filters no record has confirmed */
	filtersUnchecked(fields: string[]): void {
		if (fields.length === 0) return;
		const names = fields.join(', ');
		this.info(`the filters on ${names} cannot be checked: no record confirms them`, {
			fields,
		});
	}

	/** @param names the records whose names could not be read, each with the reason, e.g. `users 65a1c0 (403)` */
	namesEmpty(names: readonly string[]): void {
		if (names.length === 0) return;
		const line = `names left empty because these records could not be read: ${listed(names)}`;
		const areDeleted = names.every((name) => name.endsWith('(404)'));
		this.write(areDeleted ? 'info' : 'warn', line, { names });
	}

	/** Logs a poll. `missing` counts remembered records that were not found; `since` is omitted if all were read. */
	polled(
		{ records, events, missing }: { records: number; events: Counts; missing: number },
		isFirst: boolean,
		since?: string,
	): void {
		const { ms } = this;
		const what = since === undefined ? 'records' : `records changed since ${since}`;
		const note = isFirst ? ' (first poll)' : '';
		const sought = missing > 0 ? `; ${missing} missing, to be checked again` : '';
		const line = `polled ${records} ${what} in ${ms} ms${note}: ${counted(events).join(', ')}${sought}`;
		this.info(line, { records, ...events, missing, ms, isFirst, since });
	}

	/** @param facts logged as separate fields in n8n's JSON format */
	debug(line: string, facts: object): void {
		this.write('debug', line, facts);
	}

	info(line: string, facts: object = {}): void {
		this.write(this.usual, line, facts);
	}

	warn(line: string, facts: object = {}): void {
		this.write('warn', line, facts);
	}

	private get ms(): number {
		return Math.round(performance.now() - this.startedAt);
	}

	private write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts: object): void {
		const { context, list } = this;
		const sublist = this.sublist || undefined;
		const { id: workflowId = 'new', name: workflowName } = context.getWorkflow();
		const { name: nodeName } = context.getNode();
		const subject = sublist === undefined ? list : `${list} ${sublist}`;
		// n8n's text format omits the facts, so the line itself also names the node and workflow.
		const workflow = workflowName === undefined ? workflowId : `${workflowId} "${workflowName}"`;
		const line = `[Learning Platform] ${subject}: ${what} (node "${nodeName}", workflow ${workflow})`;
		context.logger[level](line, { list, nodeName, workflowId, workflowName, sublist, ...facts });
	}
}

type Counts = Readonly<Record<string, number>>;

function counted(counts: Counts): string[] {
	return Object.entries(counts).map(([what, count]) => `${count} ${what}`);
}

function pageCount(pages: number): string {
	return pages === 1 ? '1 page' : `${pages} pages`;
}
