import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Waits for its input to end, which happens when the writing process ends. */
const WATCH = 'read -r _; kill -s "$2" -- "-$1" || kill -s "$2" "$1"';

/**
 * Ends a process when this one ends, even if this one is killed. A `detached` process takes its child processes with
 * it.
 *
 * @param signal the signal that ends the process without waiting for its clients
 */
export function endsWithThisProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
	const args = ['-c', WATCH, 'watch', String(child.pid), signal.slice('SIG'.length)];
	const watch = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
	watch.unref();
	if (watch.stdin instanceof Socket) watch.stdin.unref();
	child.once('close', () => watch.kill('SIGKILL'));
}
