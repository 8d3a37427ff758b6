import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { SandboxOptions } from '../../sandbox';
import type { Account } from './engine';

/** What a service was asked while it ran. */
export interface Traffic {
	/** By kind: `token`, `courses`. */
	requests: Record<string, number>;
	/** By status, all kinds together. */
	statuses: Record<string, number>;
}

/** The sandbox as a process of its own, so that its work is not counted as n8n's. */
interface Service {
	account: Account;
	/** Ends it and tells what it was asked. */
	stop(): Promise<Traffic>;
}

/** What a command line can say. */
type Flags = Partial<Record<keyof SandboxOptions, number | string>>;

const projectDirectory = join(__dirname, '../../..');

/** Starts a service, works with it and ends it; answers what the work came to, and what was asked. */
export async function withService<T>(
	options: Flags,
	work: (account: Account) => Promise<T>,
): Promise<{ result: T; traffic: Traffic }> {
	const service = await startService(options);
	const [outcome] = await Promise.allSettled([work(service.account)]);
	const traffic = await service.stop();
	if (outcome.status === 'rejected') throw outcome.reason;
	return { result: outcome.value, traffic };
}

/**
 * Starts a sandbox on a free port.
 *
 * @param options as for `startSandbox`
 * @throws Error with what the sandbox said when it does not start
 */
async function startService(options: Flags): Promise<Service> {
	const flags = Object.entries(options).map(
		([name, value]) => `--${kebabCase(name)}=${String(value)}`,
	);
	const child = spawn(
		process.execPath,
		['--import', 'tsx', 'test/sandbox/cli.ts', '--json', '--port=0', ...flags],
		{ cwd: projectDirectory, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	const lines = linesOf(child);
	const first = await lines.next();
	if (first.done === true) throw new Error(`The sandbox did not start with ${flags.join(' ')}`);
	const { baseUrl, clientId, clientSecret } = JSON.parse(first.value) as Account;
	return {
		account: { baseUrl, clientId, clientSecret },
		stop: async () => {
			child.kill('SIGTERM');
			const last = await lines.next();
			if (child.exitCode === null) await once(child, 'exit');
			return JSON.parse(String(last.value)) as Traffic;
		},
	};
}

function linesOf(child: ChildProcess): AsyncIterator<string, undefined> {
	if (!child.stdout) throw new Error('The sandbox has no output');
	child.stderr?.pipe(process.stderr);
	return createInterface(child.stdout)[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
}

function kebabCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
