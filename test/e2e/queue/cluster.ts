import { cp, mkdtemp } from 'node:fs/promises';
import { type Daemon, daemonFolder, startDaemon } from '../harness/daemon';
import { freePort } from '../harness/freePort';
import { N8n } from '../harness/n8n';
import { type Postgres, startPostgres } from '../harness/postgres';
import { type N8nServer, startN8n } from '../harness/server';
import { until } from '../harness/storedExecution';
import type { ImportedCredential, ImportedWorkflow } from '../harness/workflow';
import { pathOf } from '../install/program';

/**
 * How soon n8n notices a dead worker, in ms. By default, it checks every 30 s for executions whose 60 s lock was not
 * renewed. These times are shorter, but long enough for a busy worker.
 */
const MISSED_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '30000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/**
 * By default, n8n has two connections to its database. On a busy machine, it rejects webhooks that wait for a
 * connection, and it rejects all requests if a database ping takes five seconds.
 */
const PATIENT_WITH_DATABASE = {
	DB_POSTGRESDB_POOL_SIZE: '10',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
	DB_PING_INTERVAL_SECONDS: '3600',
};

/** Enough to occupy both workers and fill a queue. */
const POSTS_AT_ONCE = 25;

const LOOK_EVERY_MS = 300;

/** Executions that a webhook started together; no other webhook may start executions at the same time. */
export class Run {
	constructor(
		private readonly postgres: Postgres,
		private readonly after: number,
		private readonly executions: number,
	) {}

	/** Resolves with each execution's state, by ID, once all have one of these states. */
	async reaches(...states: string[]): Promise<Map<string, string>> {
		const due = async () => {
			const found = await this.states();
			const reached = [...found.values()].filter((state) => states.includes(state));
			return reached.length === this.executions && found;
		};
		return await until(due, LOOK_EVERY_MS, async () => [...(await this.states())].join('; '));
	}

	/** Resolves with each execution's state, by ID, once all have ended. */
	async ended(): Promise<Map<string, string>> {
		return await this.reaches('success', 'error', 'crashed', 'canceled');
	}

	/** @throws {Error} with execution data, if any execution fails */
	async succeeded(): Promise<void> {
		const states = new Set((await this.ended()).values());
		if (states.size === 1 && states.has('success')) return;
		const data = await this.postgres.query(
			`SELECT data FROM execution_data WHERE "executionId" > ${this.after} LIMIT 1`,
		);
		throw new Error(`Executions ended as ${[...states].join(', ')}: ${String(data)}`);
	}

	private async states(): Promise<Map<string, string>> {
		const rows = await this.postgres.query(
			`SELECT id, status FROM execution_entity WHERE id > ${this.after} AND mode = 'webhook' ORDER BY id`,
		);
		return new Map(rows as [id: string, state: string][]);
	}
}

/** The executions that a worker has started but not finished, according to its log. */
export function underWay(worker: N8nServer): Set<string> {
	const ids = (what: string) =>
		[...worker.said().matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'))].map(
			([, id = '']) => id,
		);
	const finished = ids('finished');
	return new Set(ids('started').filter((id) => !finished.includes(id)));
}

/**
 * n8n in queue mode: a main process, workers, a webhook process, PostgreSQL, and Redis. Each n8n process has its own
 * folder.
 */
export class Cluster {
	/** The running workers. */
	readonly workers = new Set<N8nServer>();

	main: N8nServer | undefined;

	listener: N8nServer | undefined;

	private n8n: N8n | undefined;

	private constructor(
		private readonly environment: NodeJS.ProcessEnv,
		private readonly postgres: Postgres,
		private readonly redis: Daemon,
		private readonly listenerPort: number,
		private readonly workflows: number,
	) {}

	/** Starts a main process, a webhook process, and two workers. Activating each workflow takes one n8n command. */
	static async with(
		credentials: ImportedCredential[],
		workflows: ImportedWorkflow[],
	): Promise<Cluster> {
		const [redisPort, listenerPort] = await Promise.all([freePort(), freePort()]);
		const [postgres, redis] = await Promise.all([startPostgres(), startRedis(redisPort)]);
		const environment = {
			EXECUTIONS_MODE: 'queue',
			// The test's services send webhooks there.
			WEBHOOK_URL: `http://127.0.0.1:${listenerPort}/`,
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: postgres.host,
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: postgres.database,
			DB_POSTGRESDB_USER: postgres.user,
			DB_POSTGRESDB_PASSWORD: postgres.password,
			...PATIENT_WITH_DATABASE,
			...MISSED_SOON,
		};
		const cluster = new Cluster(environment, postgres, redis, listenerPort, workflows.length);
		try {
			cluster.n8n = await N8n.with({ credentials, workflows }, environment);
			for (const workflow of workflows) await cluster.n8n.activate(workflow);
			// A service tests an address before sending events to it.
			await cluster.startListener();
			await cluster.startMain();
			await Promise.all([cluster.startWorker(), cluster.startWorker()]);
			return cluster;
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	}

	private get installed(): N8n {
		if (this.n8n === undefined) throw new Error('n8n is not installed');
		return this.n8n;
	}

	/** Starts the main process and waits until the workflows are active. */
	async startMain(): Promise<void> {
		const { major, home } = this.installed;
		const env = { ...this.environment, N8N_LOG_LEVEL: 'debug' };
		this.main = await startN8n(major, home, { env });
		await this.main.hasActivated(this.workflows);
	}

	/** Starts the webhook process, always at the same address. */
	async startListener(): Promise<void> {
		this.listener = await this.startBeside({ role: 'webhook', port: this.listenerPort });
	}

	async startWorker(): Promise<void> {
		this.workers.add(await this.startBeside({ role: 'worker' }));
	}

	private async startBeside(what: Parameters<typeof startN8n>[2]): Promise<N8nServer> {
		const { major, home } = this.installed;
		const ownHome = await mkdtemp(`${home}-beside-`);
		await cp(home, ownHome, { recursive: true });
		return await startN8n(major, ownHome, { ...what, env: this.environment });
	}

	/** Stops a worker after its executions end, or kills it while they run. */
	async end(worker: N8nServer, how: 'stop' | 'kill'): Promise<void> {
		this.workers.delete(worker);
		await worker[how]();
	}

	/** Resolves when that many executions are running on the workers; no execution may end before then. */
	async hasBegun(executions: number): Promise<void> {
		const begun = () => [...this.workers].flatMap((worker) => [...underWay(worker)]);
		await until(() => begun().length >= executions, LOOK_EVERY_MS, begun);
	}

	/** Posts to a path on the main process. */
	async post(address: string): Promise<Response> {
		const { pathname, search } = new URL(address, 'http://main');
		return await fetch(`${this.main?.url}${pathname}${search}`, { method: 'POST' });
	}

	/** Posts to a chain's webhook faster than the workers can finish executions. */
	async run(path: string, times: number): Promise<Run> {
		const [[last] = []] = await this.postgres.query('SELECT max(id) FROM execution_entity');
		let left = times;
		const post = async () => {
			while (left > 0) {
				left -= 1;
				const answer = await this.post(`/webhook/${path}`);
				const said = await answer.text();
				if (!answer.ok) throw new Error(`n8n did not run ${path}: ${said}`);
			}
		};
		await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post));
		return new Run(this.postgres, Number(last ?? 0), times);
	}

	async stop(): Promise<void> {
		const servers = [this.main, this.listener, ...this.workers].filter((one) => one !== undefined);
		await Promise.all(servers.map((server) => server.stop()));
		await Promise.all([this.postgres.stop(), this.redis.stop()]);
		await this.n8n?.remove();
	}
}

/** Starts Redis on 127.0.0.1. It keeps its data only in memory. */
async function startRedis(port: number): Promise<Daemon> {
	const folder = await daemonFolder('redis');
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const options = { folder, ready: 'Ready to accept connections', stopSignal: 'SIGKILL' } as const;
	return await startDaemon(pathOf('Redis'), args, options);
}
