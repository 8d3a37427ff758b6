import Module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);
const loadJavaScript = Module._extensions['.js'];
const built = fileURLToPath(new URL('../../../dist/', import.meta.url));

/**
 * Loads n8n's modules with Node itself, once per process: jest would take a second for each test file. The package
 * under test is loaded again for each file, with an empty memory.
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
		// jest measures coverage only of modules that it loads itself.
		Module._extensions['.js'] = (module, file) => {
			if (file.startsWith(built)) module.exports = outside.load(file);
			else loadJavaScript(module, file);
		};
	}
}
