import { spawn } from 'node:child_process';
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
import { createOwner } from '../../e2e/harness/owner';
import { type N8nServer, startN8n } from '../../e2e/harness/server';
import { n8nVersion, type Major } from '../../e2e/install/majors';
import type { Contender, Engine, Job, Measurement, Prepared } from './engine';
import { N8nApi } from './n8nApi';
import { credentialFor, measuringWorkflow } from './workflow';

const OPENS_WITHIN_MS = 10_000;

/** A real n8n: an instance that runs all the time, and `n8n execute` for runs in a process of their own. */
export class N8nEngine implements Engine {
	readonly name: string;

	readonly contenders: readonly Contender[] = [
		'node',
		'httpRequest',
		'nodeWithNames',
		'httpRequestsMerged',
		'loop',
		'export',
		'countingLoop',
	];

	private constructor(
		private readonly major: Major,
		private readonly home: string,
		private readonly server: N8nServer,
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
		const server = await startN8n(major, home, { env: SETTINGS });
		const api = new N8nApi(server.url, await createOwner(server.url));
		return new N8nEngine(major, home, server, api);
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
		await this.server.kill();
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
			const response = await fetch(`${this.server.url}/webhook/${path}`);
			if (response.status !== 404 || Date.now() > deadline) return response;
			await response.body?.cancel();
			await pause(50);
		}
	}

	/** The node at the end of the workflow sends the measurement to this process. */
	private async execute(workflowId: string): Promise<Measurement> {
		const path = join(this.home, 'execute.log');
		const log = await open(path, 'w');
		const child = spawn(process.execPath, [n8nBinary(this.major), 'execute', '--id', workflowId], {
			cwd: this.home,
			env: n8nEnvironment(this.home, {
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				...SETTINGS,
			}),
			stdio: ['ignore', log.fd, log.fd, 'ipc'],
		});
		const ended = once(child, 'exit');
		const [measurement] = (await Promise.race([
			once(child, 'message'),
			ended.then(async () => {
				throw new Error(await readFile(path, 'utf8'));
			}),
		])) as [Measurement];
		// All that n8n would do now is print the whole result.
		child.kill('SIGKILL');
		await ended;
		await log.close();
		return measurement;
	}
}

const SETTINGS: NodeJS.ProcessEnv = {
	N8N_CUSTOM_EXTENSIONS: join(__dirname, '../extension'),
	N8N_SECURE_COOKIE: 'false',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
};
