import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf, POSTGRESQL } from '../install/program';
import { daemonFolder, startDaemon, unprivileged } from './daemon';
import { freePort } from './freePort';

/** A PostgreSQL of a test's own, empty at first. */
export interface Postgres {
	host: string;
	port: number;
	database: string;
	user: string;
	/** Any other would do as well. */
	password: string;
	/** Runs SQL; answers the rows as lines, their columns separated by `|`. */
	query(sql: string): Promise<string>;
	stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const USER = 'tester';
const DATABASE = 'postgres';

/** What would keep data through a crash of the machine, which a throwaway database need not survive. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, with its data in a temporary folder.
 *
 * @throws {Error} when it is not installed, or with what it said when it does not start
 */
export async function startPostgres(): Promise<Postgres> {
	const path = pathOf(POSTGRESQL);
	if (path === undefined) throw new Error('PostgreSQL is not installed');
	const run = promisify(execFile);
	const programs = dirname(path);
	const folder = await daemonFolder('postgres');
	const data = join(folder, 'data');
	const port = await freePort();
	await run(
		join(programs, 'initdb'),
		['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		{ cwd: folder, ...unprivileged },
	);
	const settings = [
		`port=${port}`,
		`listen_addresses=${HOST}`,
		`unix_socket_directories=${folder}`,
		...FAST,
	];
	const daemon = await startDaemon(
		path,
		['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
		{ folder, ready: 'ready to accept connections', stopSignal: 'SIGQUIT' },
	);
	const connection = ['-h', HOST, '-p', String(port), '-U', USER, '-d', DATABASE];
	return {
		host: HOST,
		port,
		database: DATABASE,
		user: USER,
		password: USER,
		query: async (sql) => {
			const args = [...connection, '-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql];
			const { stdout } = await run(join(programs, 'psql'), args, { maxBuffer: 2 ** 28 });
			return stdout.trim();
		},
		stop: () => daemon.stop(),
	};
}
