import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Major } from '../install/majors';
import { freePort } from './freePort';
import { n8nBinary, n8nEnvironment, remember } from './n8nCommand';
import { endsWithThisProcess } from './tied';

/** n8n itself lets executions end for 30 s. */
const STOP_WITHIN_MS = 45_000;

/** What n8n says of each workflow that it has activated. */
const ACTIVATED: Record<Major, string> = {
	1: 'Activated workflow',
	2: 'Finished processing workflow publication outbox record',
};

/** What n8n runs as: with editor, API and active workflows, for the executions of a queue, or for webhooks. */
type Role = 'start' | 'worker' | 'webhook';

/** What it says when it can be used. */
const READY: Record<Role, string> = {
	start: 'Editor is now accessible',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests',
};

/** The four variables of n8n 2's scheduler, and times shorter than n8n's own, but not too short for a busy machine. */
export const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// A fifth of it n8n keeps for itself.
	N8N_SCHEDULER_POLL_TIMEOUT: '30',
	N8N_SCHEDULER_LEASE_DURATION: '35',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
};

/** A running n8n. */
export interface N8nServer {
	url: string;
	/** What it has printed so far. */
	said(): string;
	/**
	 * Resolves when it has activated so many workflows since its start, or has ended. n8n 2 does it after its start
	 * and says so with `N8N_LOG_LEVEL` "debug" only.
	 */
	hasActivated(workflows: number): Promise<void>;
	/** Resolves with its exit code when it ends, by itself or not. */
	ended: Promise<number | null>;
	stop(): Promise<void>;
	/** Ends it and its task runner at once, as a crash of the machine does. */
	kill(): Promise<void>;
}

/**
 * Starts n8n on a home and waits until its editor can be opened, or it takes executions or webhooks.
 *
 * @param options.port a free one unless told otherwise
 * @param options.role `start` unless told otherwise
 * @throws {Error} with what n8n said when it ends instead
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
		// Ctrl-C in a terminal must reach n8n through stop() alone: twice would cut its shutdown short.
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
