import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Waits for the end of what it reads, which comes with the end of whoever could write to it. */
const WATCH = 'read -r _; kill -s "$2" -- "-$1" || kill -s "$2" "$1"';

/**
 * Ends a process when this one ends, even if this one is killed and can do nothing about it. A process that was
 * started `detached` takes along what it has started itself.
 *
 * @param signal the one that ends it without asking its clients
 */
export function endsWithThisProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
	const args = ['-c', WATCH, 'watch', String(child.pid), signal.slice('SIG'.length)];
	const watch = spawn('/bin/sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
	watch.unref();
	if (watch.stdin instanceof Socket) watch.stdin.unref();
	child.once('close', () => watch.kill('SIGKILL'));
}
