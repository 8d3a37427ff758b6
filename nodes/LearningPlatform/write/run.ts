import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import type { Ref } from '../form';
import { ListingLog } from '../n8n/log';
import { checkAllRows, checkOneRun, checkSettings } from '../n8n/wholeTable';
import { errorItem, itemsOfFailedRun } from '../nodeErrors';
import { isRowError, rowError, type Directory, type RowError } from '../people';
import { readRow, usersIn } from './form';
import { Items } from './items';
import type { ByRow, Entry, Result, Row, WriteOperation } from './operation';
import { planRows, withoutErrors } from './rows';

/** The settings that apply to a whole run, with their labels. */
const RUN_SETTINGS = {
	changeLimit: 'Change Limit',
	dryRun: 'Dry Run',
	groupsUnder: 'Groups Under',
	others: 'Other Members',
	platform: 'HR System',
	removalLimit: 'Removal Limit',
};

/** Runs a write operation for all input items: looks everybody up, plans, and then changes what differs. */
export async function runOperation<E extends Entry, State extends object>(
	context: IExecuteFunctions,
	list: string,
	operation: WriteOperation<E, State>,
): Promise<INodeExecutionData[][]> {
	const log = new ListingLog(context, list);
	const run = new WriteRun(context, log, operation);
	const itemsOrNone = run.execute().catch((error: unknown) => {
		// The error of an item, if On Error is set to Stop Workflow.
		if (error instanceof NodeApiError || error instanceof NodeOperationError) throw error;
		const { json } = errorItem(context, error, log);
		// Without a paired item, n8n does not add the data of a row.
		return itemsOfFailedRun(context, { json }, 'Nothing was written.');
	});
	return [await itemsOrNone];
}

class WriteRun<E extends Entry, State extends object> {
	private readonly items: Items;

	private readonly rows: Row<E>[] = [];

	/** The users of the items whose form failed. */
	private readonly unread: Ref[] = [];

	/** What is read with one account, by account. */
	private readonly directories = new Map<object, Directory>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: ListingLog,
		private readonly operation: WriteOperation<E, State>,
	) {
		this.items = new Items(context, log);
	}

	private get isDryRun(): boolean {
		return this.rows.some(({ entry }) => entry.options.dryRun);
	}

	/** @throws UserFacingError if the whole run must not write anything */
	async execute(): Promise<INodeExecutionData[]> {
		const { context, operation } = this;
		checkAllRows(context);
		if (operation.needsAllRows) checkOneRun(context);
		await this.readForms();
		const entries = this.rows.map(({ entry }) => ({ ...entry, ...entry.options, ...entry.who }));
		checkSettings(entries, RUN_SETTINGS, 'Nothing was written.');
		const states = this.failRows(
			await this.withEach(async (directory) => {
				const rows = this.rows.filter((row) => row.directory === directory);
				return await operation.find(directory, rows, this.unread);
			}),
		);
		const planned = this.failRows(planRows(operation.differences, states));
		const exceeded = this.exceededLimit(planned);
		const plans = this.failRows(
			await this.withEach(async (directory) => {
				const own = [...planned].filter(([row]) => row.directory === directory);
				return (await operation.preflight?.(directory, new Map(own))) ?? own;
			}),
		);
		try {
			await this.change(plans, states);
		} finally {
			const remarks = operation.remarksOn?.(this.rows, plans) ?? [];
			this.items.report(remarks, exceeded);
			const items = context.getInputData().length;
			this.log.write('wrote', { items, counts: this.items.counts });
		}
		return this.items.inOrder();
	}

	private async readForms(): Promise<void> {
		const { context, operation } = this;
		for (const itemIndex of context.getInputData().keys()) {
			const row = readRow(context, operation, { itemIndex, log: this.log }, this.directories);
			await row.then(
				(read) => this.rows.push(read),
				(error: unknown) => {
					this.items.fail({ itemIndex }, error);
					this.unread.push(...usersIn(context, itemIndex, operation.form));
				},
			);
		}
	}

	private async withEach<T>(
		read: (directory: Directory) => Promise<Iterable<readonly [Row<E>, T]>>,
	) {
		const results = await Promise.all([...this.directories.values()].map(read));
		return new Map(results.flatMap((result) => [...result]));
	}

	/** Fails the rows that have an error, and returns the others. */
	private failRows<T>(results: ByRow<E, T | RowError>): Map<Row<E>, T> {
		for (const [row, result] of results) if (isRowError(result)) this.items.fail(row, result);
		return withoutErrors(results);
	}

	/** Checks the limits of a run. @returns the error that a real run would have, for a dry run */
	private exceededLimit(plans: ByRow<E, Result<State>>): UserFacingError | undefined {
		const isMeant = ([{ added }]: [Row<E>, unknown]) => !(added?.isUnnamed && this.items.hasFailed);
		const error = this.operation.exceeded?.(new Map([...plans].filter(isMeant)));
		if (error && !this.isDryRun) throw error;
		return error;
	}

	/** Makes the changes. If an input item fails, members outside the table keep their roles, and one error says so. */
	private async change(plans: ByRow<E, Result<State>>, states: ByRow<E, State>): Promise<void> {
		const open = new Map([...states].filter(([row]) => plans.has(row) && !this.items.isMade(row)));
		const unnamed = [...open.keys()].filter(({ added }) => added?.isUnnamed);
		let heldBack: Row<E> | undefined;
		const holdBack = () => {
			if (!this.items.hasFailed) return;
			for (const row of unnamed.splice(0)) if (open.delete(row)) heldBack ??= row;
		};
		holdBack();
		const results = this.isDryRun ? [...plans] : this.operation.apply(open);
		for await (const [row, result] of results) {
			if (!open.delete(row)) continue;
			if (isRowError(result)) this.items.fail(row, result);
			else this.items.add(row, result);
			holdBack();
		}
		if (!heldBack?.added) return;
		const all = { ...heldBack, added: { ...heldBack.added, subject: '' } };
		this.items.fail(all, rowError('notRemoved'));
	}
}
