import Module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);
const loadJavaScript = Module._extensions['.js'];
const built = fileURLToPath(new URL('../../../dist/', import.meta.url));

/**
 * Lets test files have n8n's modules from Node itself, which loads them once a process; jest would
 * do it again for each file, for a second of work. The package under test is forgotten with each
 * file, and so is what it keeps of a credential or a list.
 */
export default class EngineEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		for (const file of Object.keys(require.cache)) {
			if (file.startsWith(built)) delete require.cache[file];
		}
		const outside = { require, globalThis };
		this.global.outside = outside;
		if (!config.globalConfig.collectCoverage) return;
		// jest counts those modules only that it loads itself.
		Module._extensions['.js'] = (module, file) => {
			if (file.startsWith(built)) module.exports = outside.load(file);
			else loadJavaScript(module, file);
		};
	}
}
