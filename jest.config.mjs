import { availableParallelism } from 'node:os';

// Strips the types; `npm run lint` checks them.
const options = {
	transpilation: true,
	diagnostics: false,
	tsconfig: {
		target: 'ES2022',
		module: 'CommonJS',
		esModuleInterop: true,
		resolveJsonModule: true,
	},
};
export const types = { '\\.ts$': ['ts-jest', options] };

// Modules loaded by Node once per process (test/engine/jest/).
const OUTSIDE = '(n8n-core|n8n-workflow|@n8n/di|luxon|typescript|@e965/xlsx)/';

const folders = ['unit', 'engine', 'outsiders'];
// `npm run test:all` adds tests of the repository.
if (process.env.TESTS === 'all') folders.push('repository');

export default {
	// In patterns, jest would read brackets in `<rootDir>`.
	testMatch: folders.map((folder) => `**/test/${folder}/**/*.test.ts`),
	// Test files that fake n8n's timers or errors use jest's own environment.
	testEnvironment: '<rootDir>/test/engine/jest/n8nOutsideOfJest.mjs',
	transform: {
		'/test/(contract|sandbox)/.*\\.ts$': [
			'<rootDir>/test/engine/jest/typeScriptOutside.mjs',
			options,
		],
		...types,
		[`/node_modules/${OUTSIDE}`]: '<rootDir>/test/engine/jest/outside.mjs',
	},
	transformIgnorePatterns: [`/node_modules/(?!${OUTSIDE})`],
	globalSetup: '<rootDir>/test/engine/jest/instanceFolder.ts',
	globalTeardown: '<rootDir>/test/engine/jest/removeInstanceFolder.ts',
	reporters: [
		'default',
		'<rootDir>/test/runningFiles.mjs',
		...(process.env.NODE_V8_COVERAGE ? ['<rootDir>/test/coverage.mjs'] : []),
	],
	// Tests wait for retries, so two cores can serve three workers; each worker takes seconds to load n8n.
	maxWorkers: Math.max(3, availableParallelism() - 1),
	// Freeing a worker's hundreds of megabytes can take longer than jest's limit of half a second.
	workerGracefulExitTimeout: 30_000,
	// Long enough for a busy machine; a test that hangs still fails.
	testTimeout: 300_000,
};
