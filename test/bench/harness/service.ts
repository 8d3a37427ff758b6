import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { SandboxOptions } from '../../sandbox';
import type { Account } from '../extension/countRecords';

interface Traffic {
	/** By kind: `token`, `courses`. */
	requests: Record<string, number>;
	/** The number of responses by status, across all kinds of requests. */
	statuses: Record<string, number>;
}

/**
 * Controls a sandbox that runs in a separate process, so n8n's CPU time does not include the sandbox's.
 *
 * @param options the same as for `startSandbox`
 * @throws {Error} if the sandbox does not start; its output goes to the terminal
 */
export async function withService<T>(
	options: Partial<Record<keyof SandboxOptions, number>>,
	work: (account: Account) => Promise<T>,
): Promise<{ result: T; traffic: Traffic }> {
	const flags = Object.entries(options).map(([name, value]) => {
		const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
		return `--${flag}=${value}`;
	});
	const service = spawn(
		process.execPath,
		['--import', 'tsx', 'test/sandbox/cli.ts', '--json', '--port=0', ...flags],
		{ cwd: join(__dirname, '../../..'), stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const ended = once(service, 'exit');
	const said = createInterface(service.stdout)[Symbol.asyncIterator]();
	const next = async <Said>() => JSON.parse(String((await said.next()).value)) as Said;
	try {
		const result = await work(await next<Account>());
		service.kill('SIGTERM');
		return { result, traffic: await next<Traffic>() };
	} finally {
		service.kill('SIGTERM');
		await ended;
	}
}
