import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

const LOOK_EVERY_MS = 1_000;

// Ends this worker if jest is killed. A listener for 'disconnect' would keep the worker from ending.
const parent = process.ppid;
setInterval(() => {
	if (process.ppid !== parent) process.exit(1);
}, LOOK_EVERY_MS).unref();

/** The number of outputs to print: enough for a main process, its workers, and the commands before them. */
const LATEST = 6;

/** Jest's Node environment, which prints n8n's output after a failure. */
export default class N8nTestEnvironment extends TestEnvironment {
	handleTestEvent(event: Circus.Event): void {
		if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
		const { n8nSaid = [] } = this.global as unknown as { n8nSaid?: (() => string)[] };
		for (const said of n8nSaid.slice(-LATEST)) process.stderr.write(`\n${said()}\n`);
	}
}
