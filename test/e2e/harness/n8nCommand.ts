import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type Major, n8nFolder } from '../install/majors';
import { freePort } from './freePort';
import { endsWithThisProcess } from './tied';

/** What a process needs from the machine; everything else, n8n's own settings above all, comes from us. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/**
 * The environment of every n8n process: nothing of the user's n8n, no calls home, its data below `home`.
 *
 * @param home becomes N8N_USER_FOLDER and HOME
 */
export function n8nEnvironment(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const { E2E_RUN_FOLDER: runFolder } = process.env;
	const inherited = INHERITED.filter((name) => process.env[name] !== undefined);
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		HOME: home,
		// n8n has thousands of files; what one process has compiled serves those that start after it.
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
		// As in n8n 2. Without a pool n8n 1 has one connection for everything: what one execution rolls back takes
		// the end of another one with it, and whoever reads the database, as tests do, keeps n8n from writing.
		DB_SQLITE_POOL_SIZE: '3',
		// n8n 2 connects again when its database has not answered for 5 s, as on a busy machine.
		DB_PING_TIMEOUT_MS: '60000',
		...extra,
	};
}

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
	const said = await readFile(log, 'utf8');
	// A copy, since a slice would keep all of it in memory.
	const end = Buffer.from(said.slice(-KEPT_CHARACTERS)).toString();
	remember(`n8n ${args.join(' ')}`, () => end);
	return { exitCode, said };
}

/** What n8n has printed for the current test file, for the reader of a failure. */
interface Said {
	n8nSaid?: (() => string)[];
}

/** An execution that went well is printed whole; its end, or the error, is what a reader needs. */
const KEPT_CHARACTERS = 3000;

const shared = globalThis as Said;

/**
 * Shows what a process of n8n prints to the reader of a failure.
 *
 * @param output what it has printed when it is asked for
 */
export function remember(what: string, output: () => string): void {
	(shared.n8nSaid ??= []).push(() => `$ ${what}\n${output().trim().slice(-KEPT_CHARACTERS)}`);
}
