import { spawn, type SpawnOptions } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithThisProcess } from './tied';

/** A system service run by one test. */
export interface Daemon {
	stop(): Promise<void>;
}

/** A database server run by one test. */
export interface Database<Row> extends Daemon {
	host: string;
	port: number;
	user: string;
	password: string;
	database: string;
	/** Runs SQL and returns the rows. */
	query(sql: string): Promise<Row[]>;
}

/** The ID of Debian's `nobody` user and its group. */
const NOBODY = 65_534;

/** The user for services that refuse to run as root: `nobody`, if this process is root. */
export const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Creates a folder that an unprivileged service can write to. */
export async function daemonFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `learning-platform-${name}-`));
	if (unprivileged.uid !== undefined) await chown(folder, NOBODY, NOBODY);
	return folder;
}

/**
 * Starts a service and waits until it is ready. It does not outlive this process.
 *
 * @param options.folder the service's folder, removed when the service ends
 * @param options.ready part of the line that the service prints when it is ready
 * @param options.stopSignal the signal that ends the service without waiting for its clients
 * @param options.user an unprivileged user by default
 * @throws {Error} with the service's output, if the service ends before it is ready
 */
export async function startDaemon(
	path: string,
	args: string[],
	options: {
		folder: string;
		ready: string;
		stopSignal: NodeJS.Signals;
		user?: Pick<SpawnOptions, 'uid' | 'gid'>;
	},
): Promise<Daemon> {
	const { folder, ready, stopSignal, user = unprivileged } = options;
	const child = spawn(path, args, {
		cwd: folder,
		stdio: ['ignore', 'pipe', 'pipe'],
		// Ctrl-C in a terminal must not end the service before its clients.
		detached: true,
		...user,
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
