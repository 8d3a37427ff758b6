import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);
const built = fileURLToPath(new URL('../../../dist/', import.meta.url));

/**
 * Lets test files have n8n's modules from Node itself, which loads them once a process; jest would
 * do it again for each file, for a second of work. The package under test is forgotten with each
 * file, and so is what it keeps of a credential or a list.
 */
export default class EngineEnvironment extends TestEnvironment {
	constructor(...context) {
		super(...context);
		for (const file of Object.keys(require.cache)) {
			if (file.startsWith(built)) delete require.cache[file];
		}
		this.global.outside = { require, globalThis };
	}
}
