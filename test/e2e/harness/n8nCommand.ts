import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Major, n8nFolder } from '../install/majors';
import { n8nEnvironment } from './environment';
import { freePort } from './freePort';
import { endsWithThisProcess } from './tied';

export interface CommandResult {
	exitCode: number | null;
	/** Everything n8n printed, stdout and stderr in order. */
	said: string;
}

export function n8nBinary(major: Major): string {
	return join(n8nFolder(major), 'node_modules', 'n8n', 'bin', 'n8n');
}

/**
 * Runs one n8n command to its end. Its output goes to a file in `home`: n8n exits before a pipe has drained.
 *
 * @param args such as `['execute', '--id', 'x']`
 * @param environment settings of n8n beside the usual ones
 */
export async function n8nCommand(
	major: Major,
	home: string,
	args: string[],
	environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
	const log = join(home, `${args[0]?.replace(/\W/g, '-') ?? 'n8n'}.log`);
	const output = await open(log, 'w');
	const child = spawn(process.execPath, [n8nBinary(major), ...args], {
		cwd: home,
		env: n8nEnvironment(home, {
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...environment,
		}),
		stdio: ['ignore', output.fd, output.fd],
		detached: true,
	});
	endsWithThisProcess(child);
	const exitCode = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	}).finally(() => output.close());
	return { exitCode, said: await readFile(log, 'utf8') };
}
