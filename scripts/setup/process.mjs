import { spawn } from 'node:child_process';

/**
 * Runs a program in this terminal and answers its exit code. Signals that reach this process are
 * handed on, so that stopping a task stops what it started.
 * @throws the error of the system when the program cannot be started, such as `ENOENT`.
 */
export function run(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { stdio: 'inherit', ...options });
		const handOn = (signal) => child.kill(signal);
		const signals = ['SIGINT', 'SIGTERM'];
		for (const signal of signals) process.on(signal, handOn);
		const settle = (finish) => {
			for (const signal of signals) process.off(signal, handOn);
			finish();
		};
		child.on('error', (error) => settle(() => reject(error)));
		child.on('close', (code) => settle(() => resolve(code ?? 1)));
	});
}
