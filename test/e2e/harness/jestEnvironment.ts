import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** Jest's Node environment, which prints what n8n has said so far when a test fails. */
export default class N8nTestEnvironment extends TestEnvironment {
	handleTestEvent(event: Circus.Event): void {
		if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
		const shared = this.global as unknown as { n8nSaid?: string[] };
		const said = shared.n8nSaid?.splice(0) ?? [];
		if (said.length > 0) process.stderr.write(`\n${said.join('\n\n')}\n`);
	}
}
