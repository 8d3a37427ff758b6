import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Major } from '../install/majors';
import { freePort } from './freePort';
import { n8nBinary, n8nEnvironment, remember } from './n8nCommand';
import { endsWithThisProcess } from './tied';

/** n8n waits 30 s for executions to end. */
const STOP_WITHIN_MS = 45_000;

/** The line that n8n prints for each activated workflow. */
const ACTIVATED: Record<Major, string> = {
	1: 'Activated workflow',
	2: 'Finished processing workflow publication outbox record',
};

/** A process's role: everything, executions from a queue, or webhooks. */
type Role = 'start' | 'worker' | 'webhook';

/** The line that n8n prints when it is ready. */
const READY: Record<Role, string> = {
	start: 'Editor is now accessible',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests',
};

/** The variables for n8n 2's scheduler. The times are short, but long enough for a busy machine. */
export const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// n8n reserves a fifth of this time.
	N8N_SCHEDULER_POLL_TIMEOUT: '30',
	N8N_SCHEDULER_LEASE_DURATION: '35',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
};

/** A running n8n. */
export interface N8nServer {
	url: string;
	/** Returns the output so far. */
	said(): string;
	/**
	 * Resolves when n8n has activated that many workflows or has ended. n8n 2 activates workflows after it has started
	 * and reports this only if `N8N_LOG_LEVEL` is "debug".
	 */
	hasActivated(workflows: number): Promise<void>;
	/** Resolves with the exit code. */
	ended: Promise<number | null>;
	stop(): Promise<void>;
	/** Kills n8n and its task runner, as if the machine had crashed. */
	kill(): Promise<void>;
}

/**
 * Starts n8n with a home directory and waits until it is ready.
 *
 * @param options.port a free port by default
 * @param options.role `start` by default
 * @throws {Error} with n8n's output, if n8n ends before it is ready
 */
export async function startN8n(
	major: Major,
	home: string,
	options: { port?: number | undefined; role?: Role; env?: NodeJS.ProcessEnv } = {},
): Promise<N8nServer> {
	const { port = await freePort(), role = 'start' } = options;
	const child = spawn(process.execPath, [n8nBinary(major), role], {
		cwd: home,
		env: n8nEnvironment(home, {
			N8N_PORT: String(port),
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...options.env,
		}),
		stdio: ['ignore', 'pipe', 'pipe'],
		// Only stop() forwards Ctrl-C: a second signal would cut n8n's shutdown short.
		detached: true,
	});
	endsWithThisProcess(child);
	const log = createWriteStream(join(home, `${role}.log`));
	const lines: string[] = [];
	const said = () => lines.join('\n');
	remember(`n8n ${role}`, said);
	const printed = new EventEmitter();
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	void ended.then(() => printed.emit('line'));
	const url = `http://127.0.0.1:${port}`;
	const kill = async () => {
		// The task runner is in the same process group.
		if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
		await ended;
	};
	const stop = async () => {
		child.kill('SIGTERM');
		const deadline = setTimeout(() => void kill(), STOP_WITHIN_MS);
		await ended;
		clearTimeout(deadline);
	};
	await new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface(stream).on('line', (line) => {
				lines.push(line);
				log.write(`${line}\n`);
				printed.emit('line', line);
				if (line.includes(READY[role])) resolve();
			});
		}
		child.once('error', reject);
		void ended.then(() => {
			reject(new Error(`n8n ${major} did not start:\n${said()}`));
		});
	});
	const hasActivated = async (workflows: number) => {
		const count = () => lines.filter((line) => line.includes(ACTIVATED[major])).length;
		while (count() < workflows && child.exitCode === null) await once(printed, 'line');
	};
	return { url, said, hasActivated, ended, stop, kill };
}
