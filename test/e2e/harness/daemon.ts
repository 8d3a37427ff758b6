import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endsWithThisProcess } from './tied';

/** A service of the system that a test has for itself. */
export interface Daemon {
	stop(): Promise<void>;
}

/** Debian's number of the user `nobody` and its group. */
const NOBODY = 65_534;

/** Services that refuse to run as root run as nobody instead; everybody else is who they are. */
export const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A folder of its own that an unprivileged service can write to. */
export async function daemonFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `learning-platform-${name}-`));
	if (unprivileged.uid !== undefined) await chown(folder, NOBODY, NOBODY);
	return folder;
}

/**
 * Starts a service and waits until it says that it is ready. It ends with this process at the latest.
 *
 * @param options.folder where it runs; removed when it is stopped
 * @param options.ready what it prints when it can be used
 * @param options.stopSignal the one that ends it without asking its clients
 * @throws {Error} with what it printed when it ends instead
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
		// Ctrl-C in a terminal must not end it before those that use it.
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
