import type { ListRecord, Sandbox } from '../../sandbox';
import type { N8n } from './n8n';
import { remember } from './said';
import { startN8n, type N8nServer } from './server';
import { type StoredExecution, storedExecutions } from './storedExecution';
import { EVERY_5_SECONDS, type ImportedWorkflow } from './workflow';

const TRIGGER = 'n8n-nodes-learning-platform.learningPlatformTrigger';

/** A start of n8n takes a minute on a busy machine, and each of these tests needs several. */
export const LONG_MS = 600_000;

/** A row, with all cells as text: what people see. */
export type Row = Record<string, string>;

/** The columns of the examples, and the field of a course that each shows. */
const COLUMNS: Record<string, string> = {
	courseId: '_id',
	name: 'name',
	status: 'status',
	type: 'type',
	groupId: 'groupId',
	authorId: 'authorId',
	sourceLang: 'sourceLang',
	duration: 'duration',
	courseCreatedAt: 'createdAt',
	modifiedAt: 'modifiedAt',
};

/** What a table has to show of the catalogue, by ID. */
export function catalogueRows(sandbox: Sandbox): Row[] {
	return inOrder(sandbox.catalogue.list('courses').map(rowOf));
}

/** What a table shows, without the columns that the trigger adds. */
export function shownRows(rows: Record<string, unknown>[]): Row[] {
	const columns = Object.keys(COLUMNS);
	return inOrder(
		rows.map((row) => Object.fromEntries(columns.map((column) => [column, textOf(row[column])]))),
	);
}

function rowOf(course: ListRecord): Row {
	return Object.fromEntries(
		Object.entries(COLUMNS).map(([column, field]) => [column, textOf(course[field])]),
	);
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}

function inOrder(rows: Row[]): Row[] {
	return rows.sort((a, b) => ((a.courseId ?? '') < (b.courseId ?? '') ? -1 : 1));
}

/** The example with other parameters for some nodes, by their names; its trigger polls every five seconds. */
export function setUp(
	example: ImportedWorkflow,
	changes: Record<string, Partial<ImportedWorkflow['nodes'][number]>> = {},
): ImportedWorkflow {
	const nodes = example.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? {};
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

	constructor(
		private readonly sandbox: Sandbox,
		private readonly n8n: N8n,
		private readonly workflow: ImportedWorkflow,
		/** Settings of n8n beside the usual ones. */
		private readonly env: NodeJS.ProcessEnv = {},
	) {}

	/** Imports the workflow and activates it from the next start on. */
	async install(): Promise<void> {
		await this.n8n.import('workflow', [this.workflow]);
		await this.n8n.activate(this.workflow);
	}

	async start(): Promise<void> {
		this.server = await startN8n(this.n8n.major, this.n8n.home, { env: this.env });
	}

	async stop(): Promise<void> {
		if (this.server) remember('n8n start', this.server.said());
		await this.server?.stop();
		this.server = undefined;
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

	/** Waits until something is the case, and looks whenever the trigger reads the catalogue. */
	async until(holds: () => boolean | Promise<boolean>): Promise<void> {
		while (!(await holds())) await this.nextReading();
	}

	/** Waits until a poll is over that has seen the catalogue as it is, and what it started, too. */
	async settled(): Promise<void> {
		for (let polls = 0; polls < 3; polls += 1) await this.nextReading();
		await this.until(() => this.executions().every(({ status }) => !/running|new/.test(status)));
	}

	executions(): StoredExecution[] {
		return storedExecutions(this.n8n.home, this.workflow.id);
	}

	private async nextReading(): Promise<void> {
		const { journal } = this.sandbox;
		journal.clear();
		await journal.waitFor(({ kind, page }) => kind === 'courses' && page === 1);
	}
}

/** Changes a catalogue in every way: adds, updates and removes courses, and empties fields. */
export function editCatalogue({ catalogue }: Sandbox, round: number): void {
	const idAt = (position: number) => catalogue.list('courses')[position]?._id ?? '';
	for (let step = 0; step < 3; step += 1) {
		catalogue.add('courses', { name: `New in round ${round}, number ${step}` }, step * 7);
		catalogue.update('courses', idAt(step * 11 + round), { name: `Changed in round ${round}` });
		catalogue.remove('courses', idAt(step * 17 + 40 + round));
	}
	catalogue.update('courses', idAt(10 + round), { name: '=1+1' });
	catalogue.update('courses', idAt(20 + round), { sourceLang: null });
	catalogue.update('courses', idAt(30 + round), { duration: undefined });
}
