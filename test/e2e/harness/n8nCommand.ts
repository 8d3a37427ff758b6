import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type Major, n8nFolder } from '../install/majors';
import { freePort } from './freePort';
import { endsWithThisProcess } from './tied';

/** The variables that n8n inherits; the tests set all others. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/**
 * Returns the environment for an n8n process that keeps its data in `home` and does not call n8n's services.
 */
export function n8nEnvironment(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const { E2E_RUN_FOLDER: runFolder } = process.env;
	const inherited = INHERITED.filter((name) => process.env[name] !== undefined);
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		HOME: home,
		// Shares the compiled code of n8n's thousands of files between processes.
		...(runFolder !== undefined && { NODE_COMPILE_CACHE: join(runFolder, 'compiled') }),
		N8N_USER_FOLDER: home,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		GENERIC_TIMEZONE: 'UTC',
		// The default in n8n 2. Without a pool, n8n 1 has a single connection. Rolling back one execution then also
		// undoes the end of another, and the tests' reads block n8n's writes.
		DB_SQLITE_POOL_SIZE: '3',
		// n8n 2 reconnects if its database does not respond for 5 s, which happens on a busy machine.
		DB_PING_TIMEOUT_MS: '60000',
		...extra,
	};
}

export function n8nBinary(major: Major): string {
	return join(n8nFolder(major), 'node_modules', 'n8n', 'bin', 'n8n');
}

/**
 * Runs an n8n command and waits until it ends. Its output goes to a file in `home` because n8n exits before a pipe is
 * empty.
 *
 * @param environment additional settings for n8n
 */
export async function n8nCommand(
	major: Major,
	home: string,
	args: string[],
	environment: NodeJS.ProcessEnv = {},
): Promise<{ exitCode: number | null; said: string }> {
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
	const said = await readFile(log, 'utf8');
	// A copy: a slice would keep the whole output in memory.
	const end = Buffer.from(said.slice(-KEPT_CHARACTERS)).toString();
	remember(`n8n ${args.join(' ')}`, () => end);
	return { exitCode, said };
}

/** n8n prints whole executions, but a failure report needs only the end of the output. */
const KEPT_CHARACTERS = 3000;

/** The output of n8n for the current test file. */
const shared = globalThis as { n8nSaid?: (() => string)[] };

/** Keeps the output of a process so that it can be printed after a failure. */
export function remember(what: string, output: () => string): void {
	(shared.n8nSaid ??= []).push(() => `$ ${what}\n${output().trim().slice(-KEPT_CHARACTERS)}`);
}
