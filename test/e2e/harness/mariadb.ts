import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from '../install/program';
import { type Database, daemonFolder, startDaemon, unprivileged } from './daemon';
import { freePort } from './freePort';

const HOST = '127.0.0.1';
const USER = 'root';
const DATABASE = 'learning';
const run = promisify(execFile);

/**
 * Starts MariaDB on a free port of 127.0.0.1, with an empty database and no root password. A query returns
 * the first cell of each row.
 *
 * @throws {Error} with MariaDB's output, if it does not start
 */
export async function startMariaDb(): Promise<Database<string>> {
	const folder = await daemonFolder('mariadb');
	const data = `--datadir=${join(folder, 'data')}`;
	const port = await freePort();
	await run(
		'mariadb-install-db',
		['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db'],
		{ ...unprivileged, cwd: folder },
	);
	const daemon = await startDaemon(
		pathOf('MariaDB'),
		[
			'--no-defaults',
			data,
			`--bind-address=${HOST}`,
			`--port=${port}`,
			`--socket=${join(folder, 'socket')}`,
			'--character-set-server=utf8mb4',
		],
		{ folder, ready: 'ready for connections', stopSignal: 'SIGTERM' },
	);
	const client = async (...args: string[]) => {
		const login = ['--no-defaults', '-h', HOST, '-P', String(port), '-u', USER];
		const options = { maxBuffer: 64 * 1024 * 1024 };
		const { stdout } = await run(
			'mariadb',
			[...login, '--default-character-set=utf8mb4', '--skip-column-names', '--raw', ...args],
			options,
		);
		return stdout.split('\n').filter((line) => line !== '');
	};
	await client('-e', `CREATE DATABASE ${DATABASE}`);
	return {
		host: HOST,
		port,
		user: USER,
		password: '',
		database: DATABASE,
		query: (sql) => client('-B', '-D', DATABASE, '-e', sql),
		...daemon,
	};
}
