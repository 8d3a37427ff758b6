import type { Fault, Sandbox } from '../../sandbox';
import { catalogueRows, editCatalogue, type Row, shownRows } from './catalogueRows';
import type { N8n } from './n8n';
import { type OwnersCall, publish } from './owner';
import { readings } from './readings';
import {
	endedExecutions,
	executionsOver,
	rewriteExecution,
	type StoredExecution,
	storedExecutions,
	until,
} from './storedExecution';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

export const TRIGGER_TYPE = 'n8n-nodes-learning-platform.learningPlatformTrigger';

/** The trigger of the examples, and the nodes that say until when a run may change the table. */
const TRIGGER = 'When the catalog changes';
const UNTIL = ['Until when to write', 'Until when to write the batch', 'Until when to delete'];

const LOOK_EVERY_MS = 1_000;

/** The ID of a row that somebody has added. */
export const BY_HAND = 'by hand';

/** The ID of a row that was left behind before everything was last reported. */
export const LEFT_BEHIND = 'left behind';

/** The ID that several rows have, in a table that keeps none from it. */
export const TWICE = 'twice';

/** A time that no run comes after. */
export const FAR_AHEAD = '9999-01-01T00:00:00.000Z';

/** A table that an example keeps in step, and what can happen to it. */
export interface SyncedTable {
	/** All rows; none as long as there is no table. */
	rows(): Record<string, unknown>[] | Promise<Record<string, unknown>[]>;
	/** Adds a row that the workflow has not written, without a stamp or with an old one. */
	insert(courseId: string, syncRun: string | null): void | Promise<void>;
	/** Makes rows look as if a run that began {@link FAR_AHEAD} had written them. */
	writtenLater(courseIds: string[]): void | Promise<void>;
	/** Whether two rows can have the same ID, and stay when it is written. */
	keepsDuplicates: boolean;
	/** Has runs that write fail, or no longer. */
	refuse(isRefusing: boolean): void | Promise<void>;
}

export type NodeChange = Partial<ImportedWorkflow['nodes'][number]>;

/** An example, and the table that it keeps in step. */
export interface SyncTarget {
	/** The name of its file without `.json`. */
	example: string;
	courses: number;
	/** Fewer than in the example, so that a load takes several polls here, too. */
	recordsPerPoll: number;
	credentials: ImportedCredential[];
	/** Settings of n8n beside the usual ones. */
	env: NodeJS.ProcessEnv;
	/** What is chosen in nodes, by their names or types. */
	choices: Record<string, NodeChange>;
	/** Does in n8n what the example asks for before it runs. */
	prepare?(example: ImportedWorkflow, n8n: N8n, call: OwnersCall): Promise<ImportedWorkflow>;
	table(n8n: N8n): SyncedTable;
	stop(): Promise<void>;
}

/** An example that n8n runs by its trigger. */
export class RunningSync {
	private edits = 0;

	private requests = 0;

	constructor(
		private readonly n8n: { n8n: N8n; call: OwnersCall },
		readonly sandbox: Sandbox,
		private readonly workflow: ImportedWorkflow,
		private readonly target: SyncTarget,
		readonly table: SyncedTable,
	) {}

	get example(): string {
		return this.target.example;
	}

	get recordsPerPoll(): number {
		return this.target.recordsPerPoll;
	}

	/** Changes the catalogue in every way, elsewhere each time. */
	edit(): void {
		this.edits += 1;
		editCatalogue(this.sandbox, this.edits);
	}

	/** Whether the table shows the catalogue, apart from rows that somebody has added. */
	async isInStep(): Promise<boolean> {
		return JSON.stringify(await this.shown()) === JSON.stringify(catalogueRows(this.sandbox));
	}

	/** Resolves when the table shows the catalogue. */
	async inStep(): Promise<void> {
		await this.until(async () => await this.isInStep());
	}

	/** What the table shows, apart from rows that somebody has added. */
	async shown(): Promise<Row[]> {
		const rows = await this.table.rows();
		return shownRows(rows.filter(({ courseId }) => courseId !== BY_HAND && courseId !== TWICE));
	}

	/** How many rows have this ID. */
	async rowsOf(courseId: string): Promise<number> {
		return (await this.table.rows()).filter((row) => row.courseId === courseId).length;
	}

	/** Has the trigger report everything. */
	async askForEverything(): Promise<void> {
		this.requests += 1;
		await this.publish({ options: { reportEverythingOnce: `request ${this.requests}` } });
	}

	/** Has the trigger report everything, and waits until that is over. */
	async refreshed(): Promise<void> {
		const last = this.runs().at(-1)?.id;
		await this.askForEverything();
		await this.swept(last);
	}

	/** Waits until everything was reported, which ends with a sweep, and until what that has started is over. */
	async swept(last?: number): Promise<void> {
		const told = () => this.told(last).flat();
		await this.until(() => told().some(({ syncAction }) => syncAction === 'sweep'));
		await this.settled();
	}

	/**
	 * Publishes the workflow, or activates it in n8n 1.
	 *
	 * @param changes parameters of the trigger; its options beside those that it has
	 */
	async publish(changes: { options?: object; filters?: object } = {}): Promise<void> {
		const { workflow } = this;
		workflow.nodes = workflow.nodes.map(telling(changes.options ?? {}, changes));
		await publish(this.n8n.call, this.n8n.n8n.major, workflow);
	}

	/**
	 * Has polls wait for the runs of those before them, as 15 minutes between two polls do on any machine, and meet
	 * with faults.
	 *
	 * @param faults each of which one poll meets with, in this order
	 */
	pace(...faults: Fault[]): void {
		const on = { kind: 'courses', page: 1 } as const;
		const before = () => executionsOver(this.n8n.n8n.home, this.workflow.id);
		this.sandbox.faults.clear();
		for (const fault of faults) this.sandbox.faults.add({ ...fault, on, before });
		this.sandbox.faults.add({ on, before, times: Infinity });
	}

	/** Has all polls but the first one wait for a promise. */
	holdAfterFirst(until: Promise<void>): void {
		const on = { kind: 'courses', page: 1, occurrence: 2 } as const;
		this.sandbox.faults.add({ on, times: Infinity, before: () => until });
	}

	/**
	 * Waits until a poll is over that has seen the catalogue as it is, and what it started, too.
	 *
	 * @param count of the readings that have to begin for it
	 */
	async settled(count = 3): Promise<void> {
		if (count > 0) await readings(this.sandbox, 'courses', count);
		await endedExecutions(this.n8n.n8n.home, this.workflow.id);
	}

	/** All executions that the trigger has started, or those after one; a poll that fails leaves another one. */
	runs(after = 0): StoredExecution[] {
		return storedExecutions(this.n8n.n8n.home, this.workflow.id).filter(
			(execution) => execution.id > after && execution.json(TRIGGER).length > 0,
		);
	}

	/** What the trigger told in each run. */
	told(after?: number): Record<string, unknown>[][] {
		return this.runs(after).map((run) => run.json(TRIGGER));
	}

	/**
	 * Has n8n retry an execution, and answers what became of it.
	 *
	 * @param minutes by which it then seems to be older than it did; with 0 its time to write has only begun
	 */
	async retry(
		failed: StoredExecution,
		minutes: number,
		loadWorkflow = false,
	): Promise<StoredExecution> {
		const earlier = (time: number) => time - minutes * 60_000;
		// Another retry may have changed it.
		const stored = this.runs().find(({ id }) => id === failed.id) ?? failed;
		const { triggerTime } = stored.json(TRIGGER)[0] as { triggerTime: string };
		const limits = UNTIL.flatMap((node) => stored.json(node)).map(({ until }) => Number(until));
		rewriteExecution(this.n8n.n8n.home, failed.id, [
			[triggerTime, new Date(earlier(Date.parse(triggerTime))).toISOString()],
			...[...new Set(limits)].map((until): [string, string] => [
				`${until}`,
				`${minutes === 0 ? Date.now() + 60_000 : earlier(until)}`,
			]),
		]);
		await this.n8n.call(`executions/${failed.id}/retry`, { loadWorkflow });
		const executions = await endedExecutions(this.n8n.n8n.home, this.workflow.id);
		const retried = executions.filter(({ mode }) => mode === 'retry').at(-1);
		if (retried === undefined) throw new Error(`n8n did not retry the execution ${failed.id}`);
		return retried;
	}

	/** Looks every second, see {@link until}. */
	async until<T>(look: () => T | Promise<T>) {
		const seen = () => this.runs().map((run) => `${run.id} ${run.error?.message ?? run.status}`);
		return await until(look, LOOK_EVERY_MS, () => seen().join('\n'));
	}

	/** The first run after `last` that has failed, as soon as there is one. */
	async failedRun(last: number | undefined): Promise<StoredExecution> {
		const failed = () => this.runs(last).find(({ status }) => status === 'error');
		const run = await this.until(failed);
		await this.settled();
		return run;
	}
}

/** Gives the trigger among nodes other options and parameters. */
export function telling(options: object, parameters: object = {}) {
	return (node: ImportedWorkflow['nodes'][number]) =>
		node.type === TRIGGER_TYPE
			? {
					...node,
					parameters: {
						...node.parameters,
						...parameters,
						options: { ...(node.parameters.options as object), ...options },
					},
				}
			: node;
}
