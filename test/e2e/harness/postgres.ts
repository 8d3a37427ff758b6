import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf, POSTGRES } from '../install/program';
import { freePort } from './freePort';

/** A PostgreSQL of a test's own, with its data in a folder that goes with it. */
export interface Postgres {
	host: string;
	port: number;
	user: string;
	password: string;
	database: string;
	/** Runs SQL; answers the rows as texts, `null` for NULL. */
	query(sql: string): Promise<(string | null)[][]>;
	stop(): Promise<void>;
}

const USER = 'postgres';
const run = promisify(execFile);

/**
 * Starts PostgreSQL on a free port of 127.0.0.1, where everybody may log in, with or without a password. As root it
 * runs as the user `postgres`, whom Debian's package brings along: PostgreSQL refuses to run as root.
 *
 * @throws {Error} with what PostgreSQL said when it does not start
 */
export async function startPostgres(): Promise<Postgres> {
	const programs = dirname(pathOf(POSTGRES) ?? 'postgres');
	const owner = await ownerOfData();
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-postgres-'));
	if (owner) await chown(folder, owner.uid, owner.gid);
	const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
	const data = join(folder, 'data');
	const port = await freePort();
	await run(
		join(programs, 'initdb'),
		['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'],
		options,
	);
	const server = spawn(
		join(programs, 'postgres'),
		['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'],
		{ ...options, stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const leaveNothing = () => server.kill('SIGKILL');
	process.on('exit', leaveNothing);
	const ended = once(server, 'close');
	const stop = async () => {
		server.kill('SIGINT');
		await ended;
		process.off('exit', leaveNothing);
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	await new Promise<void>((resolve, reject) => {
		let said = '';
		server.stderr.on('data', (chunk: Buffer) => {
			said += chunk.toString();
			if (said.includes('ready to accept connections')) resolve();
		});
		void ended.then(() => {
			reject(new Error(`PostgreSQL did not start:\n${said}`));
		});
	});
	const query = async (sql: string) => {
		// psql has no form for NULL that no text could be; JSON has.
		const asJson = `SELECT coalesce(json_agg(r), '[]') FROM (${sql}) r`;
		const isSelect = /^\s*select/i.test(sql);
		const { stdout } = await run(
			join(programs, 'psql'),
			[
				...['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', USER],
				...['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', isSelect ? asJson : sql],
			],
			{ ...options, maxBuffer: 64 * 1024 * 1024 },
		);
		if (!isSelect) return [];
		const rows = JSON.parse(stdout) as Record<string, unknown>[];
		return rows.map((row) =>
			Object.values(row).map((value) => (value === null ? null : String(value))),
		);
	};
	return { host: '127.0.0.1', port, user: USER, password: 'any', database: USER, query, stop };
}

/** Who has to own the data: nobody in particular, unless this is root. */
async function ownerOfData(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}
