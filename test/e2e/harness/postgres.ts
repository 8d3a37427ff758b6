import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from '../install/program';
import { type Database, daemonFolder, startDaemon, unprivileged } from './daemon';
import { freePort } from './freePort';

/** A PostgreSQL server that returns cells as strings, and NULL as `null`. */
export type Postgres = Database<(string | null)[]>;

const HOST = '127.0.0.1';
const USER = 'postgres';
const run = promisify(execFile);

/**
 * Starts PostgreSQL on a free port of 127.0.0.1; it accepts any password.
 *
 * @throws {Error} with PostgreSQL's output, if it does not start
 */
export async function startPostgres(): Promise<Postgres> {
	const programs = dirname(pathOf('PostgreSQL'));
	const folder = await daemonFolder('postgres');
	const options = { ...unprivileged, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
	const data = join(folder, 'data');
	const port = await freePort();
	await run(
		join(programs, 'initdb'),
		['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'],
		options,
	);
	const daemon = await startDaemon(
		join(programs, 'postgres'),
		['-D', data, '-p', String(port), '-h', HOST, '-k', folder, '-F'],
		{ folder, ready: 'ready to accept connections', stopSignal: 'SIGQUIT' },
	);
	const query = async (sql: string) => {
		// In psql's output, NULL looks like an empty string; in JSON it does not.
		const asJson = `SELECT coalesce(json_agg(r), '[]') FROM (${sql}) r`;
		const isSelect = /^\s*select/i.test(sql);
		const { stdout } = await run(
			join(programs, 'psql'),
			[
				'-h',
				HOST,
				'-p',
				String(port),
				'-U',
				USER,
				'-d',
				USER,
				'-X',
				'-q',
				'-A',
				'-t',
				'-v',
				'ON_ERROR_STOP=1',
				'-c',
				isSelect ? asJson : sql,
			],
			{ ...options, maxBuffer: 64 * 1024 * 1024 },
		);
		if (!isSelect) return [];
		const rows = JSON.parse(stdout) as Record<string, unknown>[];
		return rows.map((row) =>
			Object.values(row).map((value) =>
				typeof value === 'string' || value === null ? value : JSON.stringify(value),
			),
		);
	};
	return { host: HOST, port, user: USER, password: 'any', database: USER, query, ...daemon };
}
