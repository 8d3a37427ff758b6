import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import { ListingLog } from '../n8n/log';
import { failedItem, failedRun } from '../nodeErrors';
import { impossible, isProblem, type Directory, type Problem } from '../people';
import { Items } from './items';
import {
	DONE,
	type Entry,
	type JointOperation,
	type Result,
	type Row,
	type WriteOperation,
} from './operation';
import { isUnclear, MAX_UNCLEAR } from './refusals';
import { checkAllRows, checkOneRun, readRow, type FormOf } from './rows';
import { report } from './report';

/** Runs a write operation for all input items: looks everybody up, plans, and then changes what differs. */
export async function runOperation<E extends Entry, State extends object>(
	context: IExecuteFunctions,
	list: string,
	form: FormOf<E>,
	operation: WriteOperation<E, State> | JointOperation<E, State>,
): Promise<INodeExecutionData[][]> {
	const log = new ListingLog(context, list);
	const run = new WriteRun(context, log, operation);
	const itemsOrNone = run.execute(form).catch((error: unknown) => {
		// The error of an item, if On Error is set to Stop Workflow.
		if (error instanceof NodeApiError || error instanceof NodeOperationError) throw error;
		const { json } = failedItem(context, error, log, 0);
		// Without a paired item, n8n does not add the data of a row.
		return failedRun(context, { json }, 'Nothing was written.');
	});
	return [await itemsOrNone];
}

class WriteRun<E extends Entry, State extends object> {
	private readonly items: Items;

	private readonly rows: Row<E>[] = [];

	/** What is read with one account, by account. */
	private readonly directories = new Map<object, Directory>();

	private readonly results = new Map<Row<E>, Result<State>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: ListingLog,
		private readonly operation: WriteOperation<E, State> | JointOperation<E, State>,
	) {
		this.items = new Items(context, log);
	}

	/** @throws UserFacingError if the whole run must not write anything */
	async execute(form: FormOf<E>): Promise<INodeExecutionData[]> {
		checkAllRows(this.context);
		if (this.operation.needsAllRows) checkOneRun(this.context);
		await this.readForms(form);
		const states = await this.findAll();
		const plans = this.plan(states);
		const exceeded = await this.check(plans);
		const { operation } = this;
		try {
			if ('apply' in operation) await this.change(plans, states, operation.apply);
			else await this.changeAll(plans, states, operation.applyAll);
		} finally {
			report(this.context, this.log, [...this.results], this.rows, exceeded);
			const items = this.context.getInputData().length;
			this.log.write('wrote', { items, counts: this.items.counts });
		}
		return this.items.inOrder();
	}

	private async readForms(form: FormOf<E>): Promise<void> {
		for (const itemIndex of this.context.getInputData().keys()) {
			const row = readRow(this.context, form, { itemIndex, log: this.log }, this.directories);
			await row.then(
				(read) => this.rows.push(read),
				(error: unknown) => {
					this.items.fail({ itemIndex }, error);
				},
			);
		}
	}

	private async findAll(): Promise<Map<Row<E>, State>> {
		const found = await this.withEach((directory) => {
			const own = this.rows.filter((row) => row.directory === directory);
			return this.operation.find(directory, own);
		});
		const states = new Map<Row<E>, State>();
		for (const [row, state] of found) {
			if (isProblem(state)) this.items.fail(row, state);
			else states.set(row, state);
		}
		return states;
	}

	/** Reads something for each account, and returns all of it. */
	private async withEach<T>(read: (directory: Directory) => Promise<Map<Row<E>, T>> | undefined) {
		const all = await Promise.all(
			[...this.directories.values()].map(async (directory) => await read(directory)),
		);
		return new Map(all.flatMap((one) => [...(one ?? [])]));
	}

	/** Plans all rows in order, so that a second row about the same subject builds on the first. */
	private plan(states: ReadonlyMap<Row<E>, State>): Map<Row<E>, Result<State>> {
		const plans = new Map<Row<E>, Result<State>>();
		const drafts = new Map<State, State>();
		for (const [row, state] of states) {
			try {
				const plan = this.operation.differences(row, drafts.get(state) ?? state);
				drafts.set(state, plan.state);
				plans.set(row, plan);
			} catch (error) {
				this.items.fail(row, error);
			}
		}
		return plans;
	}

	/** Checks what would stop a run. @returns the error that a real run would have, for a dry run */
	private async check(plans: Map<Row<E>, Result<State>>): Promise<UserFacingError | undefined> {
		const [dry, real] = [true, false].map((isDry) =>
			[...plans].filter(
				([row]) =>
					row.entry.options.dryRun === isDry && !(row.added?.isUnnamed && this.items.hasFailed),
			),
		);
		const exceeded = this.operation.exceeded?.(real ?? []);
		if (exceeded) throw exceeded;
		const problems = await this.withEach<Problem>((directory) => {
			const own = (dry ?? []).filter(([row]) => row.directory === directory);
			return this.operation.foresee?.(directory, new Map(own));
		});
		for (const [row, error] of problems) {
			plans.delete(row);
			this.items.fail(row, error);
		}
		return this.operation.exceeded?.(dry ?? []);
	}

	private async change(
		plans: ReadonlyMap<Row<E>, Result<State>>,
		states: ReadonlyMap<Row<E>, State>,
		apply: WriteOperation<E, State>['apply'],
	): Promise<void> {
		const current = new Map<State, State>();
		let unclear = 0;
		let heldBack: Row<E> | undefined;
		for (const [row, plan] of plans) {
			const { dryRun } = row.entry.options;
			const first = states.get(row);
			if (first === undefined || this.items.isMade(row)) continue;
			if (row.added?.isUnnamed && this.items.hasFailed) {
				heldBack = { ...row, added: { ...row.added, subject: '' } };
				continue;
			}
			try {
				const result = dryRun
					? plan
					: await this.changeOne(row, current.get(first) ?? first, apply, unclear);
				current.set(first, result.state);
				this.results.set(row, result);
				this.items.add(row, result);
				if (!dryRun && DONE.has(result.outcome)) unclear = 0;
			} catch (error) {
				// A clear refusal shows that the service works.
				if (unclear < MAX_UNCLEAR) unclear = isUnclear(error) ? unclear + 1 : 0;
				this.items.fail(row, error);
			}
		}
		if (heldBack) this.items.fail(heldBack, impossible('notRemoved'));
	}

	/** Plans a row again, because earlier rows may have failed or the platform may have stored other values. */
	private async changeOne(
		row: Row<E>,
		state: State,
		apply: WriteOperation<E, State>['apply'],
		unclear: number,
	): Promise<Result<State>> {
		row.remarks.length = 0;
		const plan = this.operation.differences(row, state);
		if (!DONE.has(plan.outcome)) return plan;
		if (unclear >= MAX_UNCLEAR) throw impossible('notTried');
		return await apply(row, state, plan);
	}

	/** Makes the changes of all rows. Failures come last because the first one may end the run. */
	private async changeAll(
		plans: ReadonlyMap<Row<E>, Result<State>>,
		states: ReadonlyMap<Row<E>, State>,
		applyAll: JointOperation<E, State>['applyAll'],
	): Promise<void> {
		const open = [...plans].filter(([row]) => !this.items.isMade(row));
		const real = new Set(open.flatMap(([row]) => (row.entry.options.dryRun ? [] : row)));
		const changed = await this.withEach(async (directory) => {
			const own = [...states].filter(([row]) => row.directory === directory && real.has(row));
			return await applyAll(directory, new Map(own));
		});
		const results = open.map(([row, plan]) => [row, changed.get(row) ?? plan] as const);
		for (const [row, result] of results) {
			if (isProblem(result)) continue;
			this.results.set(row, result);
			this.items.add(row, result);
		}
		for (const [row, result] of results) if (isProblem(result)) this.items.fail(row, result);
	}
}
