import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithThisProcess } from './tied';

/** A system service that one test runs. */
export interface Daemon {
	stop(): Promise<void>;
}

/** A database server that one test runs. */
export interface Database<Row> extends Daemon {
	host: string;
	port: number;
	user: string;
	password: string;
	database: string;
	/** Runs SQL and returns the rows. */
	query(sql: string): Promise<Row[]>;
}

/** The ID of Debian's user `nobody` and its group. */
const NOBODY = 65_534;

/** The user for services that refuse to run as root: `nobody`, if this process is root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Makes a folder that an unprivileged service can write to. */
export async function daemonFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `learning-platform-${name}-`));
	if (unprivileged.uid !== undefined) await chown(folder, NOBODY, NOBODY);
	return folder;
}

/**
 * Starts a service and waits until it is ready. It ends with this process at the latest.
 *
 * @param options.folder of the service, removed at its end
 * @param options.ready a part of the line that it prints when it is ready
 * @param options.stopSignal ends it without waiting for its clients
 * @throws {Error} with its output when it ends instead
 */
export async function startDaemon(
	path: string,
	args: string[],
	options: { folder: string; ready: string; stopSignal: NodeJS.Signals },
): Promise<Daemon> {
	const { folder, ready, stopSignal } = options;
	const child = spawn(path, args, {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
		// Ctrl-C in a terminal must not end it before its clients.
		detached: true,
		...unprivileged,
	});
	endsWithThisProcess(child, stopSignal);
	const said: string[] = [];
	const ended = new Promise((resolve) => child.once('close', resolve));
	await new Promise<void>((resolve, reject) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface(stream).on('line', (line) => {
				said.push(line);
				if (line.includes(ready)) resolve();
			});
		}
		child.once('error', reject);
		void ended.then(() => {
			reject(new Error(`${path} did not start:\n${said.join('\n')}`));
		});
	});
	return {
		stop: async () => {
			child.kill(stopSignal);
			await ended;
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
