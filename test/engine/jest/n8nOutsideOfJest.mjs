import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);
const loadJavaScript = Module._extensions['.js'];
const built = fileURLToPath(new URL('../../../dist/', import.meta.url));

const PARAMETERS = ['module', 'exports', 'require'];

// Node measures this process already; what a test starts must not count.
delete process.env.NODE_V8_COVERAGE;

/** The compiled files of the package. */
const compiled = new Map();

Module._extensions['.js'] = (module, file) => {
	if (file.startsWith(built)) runAgain(module, file);
	else loadJavaScript(module, file);
};

/** Runs a file of the package again, without compiling it again. */
function runAgain(module, file) {
	const code =
		compiled.get(file) ??
		compileFunction(readFileSync(file, 'utf8'), PARAMETERS, { filename: file });
	compiled.set(file, code);
	code(module, module.exports, (id) => module.require(id));
}

const QUARTER_MS = 900_000;
const offsets = new Map();
const { IANAZone } = require('luxon');
const { offset: findOffset } = IANAZone.prototype;

// n8n looks up the time zone's offset several times for each expression, which takes longer than the expression.
IANAZone.prototype.offset = function offset(time) {
	const key = `${Math.floor(time / QUARTER_MS)} ${this.name}`;
	if (!offsets.has(key)) offsets.set(key, findOffset.call(this, time));
	return offsets.get(key);
};

/** The exports of the sandbox's files. */
const sandbox = new Map();

/** Runs the compiled code of a file of the sandbox unless it has run for an earlier test file. */
function runOnce(file, code, requireInJest) {
	if (sandbox.has(file)) return sandbox.get(file);
	const module = { exports: {} };
	const own = createRequire(file);
	// jest loads the files of the sandbox, but nothing after the test file has ended.
	const requireAny = (id) => (id.startsWith('.') ? requireInJest : own)(id);
	compileFunction(code, PARAMETERS, { filename: file })(module, module.exports, requireAny);
	sandbox.set(file, module.exports);
	return module.exports;
}

/**
 * Runs n8n and the sandbox in Node itself, once per process: jest would take a second for each test file. The package
 * under test runs again for each file, with an empty memory.
 */
export default class EngineEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		for (const file of Object.keys(require.cache)) {
			if (file.startsWith(built)) delete require.cache[file];
		}
		this.global.outside = { require, runOnce, globalThis };
	}
}
