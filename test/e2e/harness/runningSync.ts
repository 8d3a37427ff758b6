import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialFor } from './accounts';
import { catalogueRows, editCatalogue, shownRows } from './catalogueRows';
import { exampleWorkflow } from './examples';
import { N8n } from './n8n';
import { startN8n, type N8nServer } from './server';
import { endedExecutions, type StoredExecution, storedExecutions } from './storedExecution';
import { EVERY_5_SECONDS, type ImportedCredential, type ImportedWorkflow } from './workflow';

const TRIGGER = 'n8n-nodes-learning-platform.learningPlatformTrigger';

/** The ID of a row that somebody has added. */
export const BY_HAND = 'by hand';

/** A table that an example keeps in step, and what can happen to it. */
export interface SyncedTable {
	/** All rows; none as long as there is no table. */
	rows(): Record<string, unknown>[] | Promise<Record<string, unknown>[]>;
	/** Adds a row that the workflow has not written, without a stamp or with an old one. */
	insert(courseId: string, syncRun: string | null): void | Promise<void>;
	/** Has runs that write fail, or no longer. */
	refuse(isRefusing: boolean): void | Promise<void>;
}

type NodeChange = Partial<ImportedWorkflow['nodes'][number]>;

/**
 * The example as somebody sets it up; its trigger polls every five seconds.
 *
 * @param changes what is chosen in nodes, by their names or types
 */
export function setUp(
	example: ImportedWorkflow,
	changes: Record<string, NodeChange> = {},
): ImportedWorkflow {
	const nodes = example.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? changes[node.type] ?? {};
		const pollTimes = node.type === TRIGGER ? { pollTimes: EVERY_5_SECONDS } : {};
		return {
			...node,
			...change,
			parameters: { ...node.parameters, ...parameters, ...pollTimes },
		};
	});
	return { ...example, nodes };
}

/** An example that n8n runs by its trigger, over a catalogue that a test edits. */
export class RunningSync {
	private server: N8nServer | undefined;

	private edits = 0;

	private constructor(
		readonly sandbox: Sandbox,
		private readonly n8n: N8n,
		private readonly workflow: ImportedWorkflow,
		private readonly table: SyncedTable,
		private readonly env: NodeJS.ProcessEnv,
	) {}

	/**
	 * Sets an example up in an n8n of its own, and starts that.
	 *
	 * @param example the name of its file without `.json`
	 * @param parts.prepare what is to be done in n8n before it runs
	 * @param parts.env settings of n8n beside the usual ones
	 */
	static async of(
		example: string,
		parts: {
			courses: number;
			credentials?: ImportedCredential[];
			prepare: (
				example: ImportedWorkflow,
				n8n: N8n,
			) => ImportedWorkflow | Promise<ImportedWorkflow>;
			table: (n8n: N8n) => SyncedTable;
			env?: NodeJS.ProcessEnv;
		},
	): Promise<RunningSync> {
		const { courses, credentials = [], prepare, table, env = {} } = parts;
		const sandbox = await startSandbox({ courses });
		const account = credentialFor('account', sandbox);
		const n8n = await N8n.with({ credentials: [account, ...credentials], workflows: [] });
		const workflow = await prepare(exampleWorkflow(example, account), n8n);
		const sync = new RunningSync(sandbox, n8n, workflow, table(n8n), env);
		await sync.install();
		await sync.start();
		return sync;
	}

	/** Starts n8n, which polls until it is stopped. */
	async start(): Promise<void> {
		this.server = await startN8n(this.n8n.major, this.n8n.home, { env: this.env });
	}

	async stop(): Promise<void> {
		await this.server?.stop();
		this.server = undefined;
	}

	/** Stops n8n and everything else for good. */
	async end(): Promise<void> {
		await this.stop();
		await this.sandbox.stop();
		await this.n8n.remove();
	}

	/** Changes the catalogue in every way, elsewhere each time. */
	edit(): void {
		this.edits += 1;
		editCatalogue(this.sandbox, this.edits);
	}

	/** Whether the table shows the catalogue, apart from rows that somebody has added. */
	async isInStep(): Promise<boolean> {
		const rows = (await this.table.rows()).filter(({ courseId }) => courseId !== BY_HAND);
		return JSON.stringify(shownRows(rows)) === JSON.stringify(catalogueRows(this.sandbox));
	}

	/** Resolves when the table shows the catalogue. */
	async inStep(): Promise<void> {
		await this.until(async () => await this.isInStep());
	}

	/** Has runs fail until the table is behind for good, with rows in it that the workflow has not written. */
	async fallBehind(): Promise<void> {
		await this.settled();
		await this.table.refuse(true);
		this.edit();
		await this.until(() => this.executions().some(({ status }) => status === 'error'));
		await this.settled();
		await this.table.refuse(false);
		await this.table.insert(BY_HAND, null);
		await this.table.insert('left behind', '2000-01-01T00:00:00.000Z');
	}

	/** How many rows there are that somebody has added. */
	async rowsByHand(): Promise<number> {
		return (await this.table.rows()).filter(({ courseId }) => courseId === BY_HAND).length;
	}

	/** Starts n8n again, in which somebody has asked for everything. */
	async askForEverything(): Promise<void> {
		await this.stop();
		for (const { type, parameters } of this.workflow.nodes) {
			if (type !== TRIGGER) continue;
			parameters.options = {
				...(parameters.options as object),
				reportEverythingOnce: 'the table is repaired',
			};
		}
		await this.install();
		await this.start();
	}

	/** Waits until a poll is over that has seen the catalogue as it is, and what it started, too. */
	async settled(): Promise<void> {
		for (let polls = 0; polls < 3; polls += 1) await this.nextReading();
		await endedExecutions(this.n8n.home, this.workflow.id);
	}

	executions(): StoredExecution[] {
		return storedExecutions(this.n8n.home, this.workflow.id);
	}

	private async install(): Promise<void> {
		await this.n8n.import('workflow', [this.workflow]);
		await this.n8n.activate(this.workflow);
	}

	/** Looks whenever the trigger reads the catalogue. */
	private async until(holds: () => boolean | Promise<boolean>): Promise<void> {
		while (!(await holds())) await this.nextReading();
	}

	private async nextReading(): Promise<void> {
		const { journal } = this.sandbox;
		journal.clear();
		await journal.waitFor(({ kind, page }) => kind === 'courses' && page === 1);
	}
}
