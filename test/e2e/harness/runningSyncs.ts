import { startSandbox } from '../../sandbox';
import { credentialFor } from './accounts';
import { exampleWorkflow } from './examples';
import { N8n } from './n8n';
import { createOwner, type OwnersCall, ownersCall } from './owner';
import {
	type NodeChange,
	RunningSync,
	type SyncTarget,
	telling,
	TRIGGER_TYPE,
} from './runningSync';
import { startN8n, type N8nServer } from './server';
import { type ImportedWorkflow, pollEvery } from './workflow';

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
		const pollTimes = node.type === TRIGGER_TYPE ? { pollTimes: pollEvery(5) } : {};
		return {
			...node,
			...change,
			parameters: { ...node.parameters, ...parameters, ...pollTimes },
		};
	});
	return { ...example, nodes };
}

/** Examples that one n8n runs side by side, each over a catalogue of its own that a test edits. */
export class RunningSyncs {
	private server: N8nServer | undefined;

	private cookie = '';

	private syncs: RunningSync[] = [];

	private constructor(
		readonly n8n: N8n,
		private readonly targets: SyncTarget[],
	) {}

	/** Sets the examples up in an n8n of their own and starts that; none of them is published yet. */
	static async of(targets: SyncTarget[]): Promise<RunningSyncs> {
		const parts = await Promise.all(
			targets.map(async (target) => {
				const sandbox = await startSandbox({ courses: target.courses });
				const account = credentialFor(target.example, sandbox);
				const example = setUp(exampleWorkflow(target.example, account), target.choices);
				const nodes = example.nodes.map(telling({ maxPerPoll: target.recordsPerPoll }));
				return { target, sandbox, account, workflow: { ...example, nodes } };
			}),
		);
		const n8n = await N8n.with({
			credentials: parts.flatMap(({ account, target }) => [account, ...target.credentials]),
			workflows: parts.map(({ workflow }) => workflow),
		});
		const syncs = new RunningSyncs(n8n, targets);
		await syncs.start();
		for (const { target, sandbox, workflow } of parts) {
			const prepared = (await target.prepare?.(workflow, n8n, syncs.call)) ?? workflow;
			syncs.syncs.push(new RunningSync(syncs, sandbox, prepared, target, target.table(n8n)));
		}
		return syncs;
	}

	/** Does something with all of them at once. */
	async each(action: (sync: RunningSync) => Promise<void>): Promise<void> {
		await Promise.all(
			this.syncs.map(async (sync) => {
				try {
					await action(sync);
				} catch (error) {
					if (error instanceof Error) error.message = `${sync.example}: ${error.message}`;
					throw error;
				}
			}),
		);
	}

	/** The one of this example. */
	sync(example: string): RunningSync {
		const found = this.syncs.find((sync) => sync.example === example);
		if (found === undefined) throw new Error(`${example} does not run`);
		return found;
	}

	/** Asks n8n for something as its owner. */
	readonly call: OwnersCall = (...request) =>
		ownersCall(this.server?.url ?? '', this.cookie)(...request);

	/**
	 * Starts n8n, which polls until it is stopped.
	 *
	 * @param limit of the runs that n8n has at once. One after the other, they are in the order of their polls on any
	 *   machine, as runs with 15 minutes between them are; `-1` for no limit
	 */
	async start(limit = 1): Promise<void> {
		const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: `${limit}` };
		Object.assign(env, ...this.targets.map((target) => target.env));
		this.server = await startN8n(this.n8n.major, this.n8n.home, { env });
		if (this.cookie === '') this.cookie = await createOwner(this.server.url);
	}

	async stop(): Promise<void> {
		await this.server?.stop();
		this.server = undefined;
	}

	/** Stops n8n and everything else for good. */
	async end(): Promise<void> {
		await this.stop();
		await Promise.all(
			[...this.syncs.map(({ sandbox }) => sandbox), ...this.targets].map((one) => one.stop()),
		);
		await this.n8n.remove();
	}
}
