import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { n8nEnvironment } from '../../e2e/harness/environment';
import { freePort } from '../../e2e/harness/freePort';
import { installCommunityPackage } from '../../e2e/harness/home';
import { n8nBinary } from '../../e2e/harness/n8nCommand';
import { n8nVersion, type Major } from '../../e2e/install/majors';
import type { Contender, Engine, Job, Measurement, Prepared } from './engine';
import { N8nApi } from './n8nApi';
import { credentialFor, measuringWorkflow } from './workflow';

const STARTS_WITHIN_MS = 120_000;

const OPENS_WITHIN_MS = 10_000;

/** A real n8n: an instance that runs all the time, and `n8n execute` for runs in a process of their own. */
export class N8nEngine implements Engine {
	readonly name: string;

	readonly contenders: readonly Contender[] = [
		'node',
		'httpRequest',
		'httpRequestRetrying',
		'httpRequestWithOurCredential',
		'loop',
		'export',
		'exportGzip',
		'exportXlsx',
		'convertToXlsx',
		'countingLoop',
	];

	private constructor(
		private readonly major: Major,
		private readonly home: string,
		private readonly instance: ChildProcess,
		private readonly origin: string,
		private readonly api: N8nApi,
	) {
		this.name = `n8n ${n8nVersion(major)}`;
	}

	/**
	 * Makes a home with the packed package in it and starts n8n there.
	 *
	 * @throws Error with what n8n said when it does not start
	 */
	static async start(major: Major, tarball: string): Promise<N8nEngine> {
		const home = await mkdtemp(join(tmpdir(), `n8n-bench-${major}-`));
		await installCommunityPackage(home, tarball);
		const port = await freePort();
		const instance = await startN8n(major, home, ['start'], { N8N_PORT: String(port) });
		const origin = `http://127.0.0.1:${port}`;
		await isOpen(instance, join(home, 'start.log'));
		const api = new N8nApi(origin);
		await api.takeOwnership();
		return new N8nEngine(major, home, instance, origin, api);
	}

	async prepare(job: Job): Promise<Prepared> {
		const path = randomUUID();
		const credential = credentialFor(job);
		const stored = credential && {
			...(await this.api.createCredential(credential)),
			type: credential.type,
		};
		const reference = stored && { id: stored.id, name: stored.name, type: stored.type };
		const { id } = await this.api.createWorkflow(measuringWorkflow(job, path, reference));
		return {
			run: async () => await this.runThere(path),
			runInOwnProcess: async () => await this.execute(id),
		};
	}

	async stop(): Promise<void> {
		this.instance.kill('SIGKILL');
		if (this.instance.exitCode === null) await once(this.instance, 'exit');
		await rm(this.home, { recursive: true, force: true, maxRetries: 3 });
	}

	private async runThere(path: string): Promise<Measurement> {
		const response = await this.fetchWebhook(path);
		const answer = await response.text();
		if (!response.ok) throw new Error(`${this.name} answered ${response.status}: ${answer}`);
		return JSON.parse(answer) as Measurement;
	}

	/** n8n 2.x opens a webhook a moment after it said so. */
	private async fetchWebhook(path: string): Promise<Response> {
		const deadline = Date.now() + OPENS_WITHIN_MS;
		for (;;) {
			const response = await fetch(`${this.origin}/webhook/${path}`);
			if (response.status !== 404 || Date.now() > deadline) return response;
			await response.body?.cancel();
			await pause(50);
		}
	}

	private async execute(workflowId: string): Promise<Measurement> {
		const child = await startN8n(this.major, this.home, ['execute', '--id', workflowId]);
		const ended = once(child, 'exit');
		const [measurement] = (await Promise.race([
			once(child, 'message'),
			ended.then(async () => {
				throw new Error(await readFile(join(this.home, 'execute.log'), 'utf8'));
			}),
		])) as [Measurement];
		// All that n8n would do now is print the whole result.
		child.kill('SIGKILL');
		await ended;
		return measurement;
	}
}

async function startN8n(
	major: Major,
	home: string,
	args: string[],
	settings: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
	const log = await open(join(home, `${args[0] ?? 'n8n'}.log`), 'w');
	const child = spawn(process.execPath, [n8nBinary(major), ...args], {
		cwd: home,
		env: n8nEnvironment(home, {
			N8N_CUSTOM_EXTENSIONS: join(__dirname, '../extension'),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			N8N_SECURE_COOKIE: 'false',
			N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
			NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
			...settings,
		}),
		stdio: ['ignore', log.fd, log.fd, 'ipc'],
	});
	child.once('exit', () => void log.close());
	return child;
}

/** Waits until n8n says that everything is open; some of its routes answer before others. */
async function isOpen(instance: ChildProcess, log: string): Promise<void> {
	const deadline = Date.now() + STARTS_WITHIN_MS;
	for (;;) {
		const said = await readFile(log, 'utf8');
		if (said.includes('Editor is now accessible')) return;
		if (Date.now() > deadline || instance.exitCode !== null) {
			throw new Error(`n8n did not start:\n${said}`);
		}
		await pause(200);
	}
}
