import { pathOf, REDIS } from '../install/program';
import { type Daemon, daemonFolder, startDaemon } from './daemon';
import { freePort } from './freePort';

/** A Redis of a test's own, in memory only. */
export interface Redis extends Daemon {
	host: string;
	port: number;
}

/**
 * Starts a Redis on a free port of 127.0.0.1.
 *
 * @throws {Error} when it is not installed, or with what it said when it does not start
 */
export async function startRedis(): Promise<Redis> {
	const path = pathOf(REDIS);
	if (path === undefined) throw new Error('Redis is not installed');
	const folder = await daemonFolder('redis');
	const host = '127.0.0.1';
	const port = await freePort();
	const daemon = await startDaemon(
		path,
		['--port', String(port), '--bind', host, '--save', '', '--dir', folder],
		{ folder, ready: 'Ready to accept connections', stopSignal: 'SIGKILL' },
	);
	return { host, port, ...daemon };
}
