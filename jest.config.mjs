import { availableParallelism } from 'node:os';

// Strips the types; `npm run lint` has the compiler check them.
export const types = {
	'\\.ts$': [
		'ts-jest',
		{
			transpilation: true,
			diagnostics: false,
			tsconfig: {
				target: 'ES2022',
				module: 'CommonJS',
				esModuleInterop: true,
				resolveJsonModule: true,
			},
		},
	],
};

// What Node itself loads, once a process (test/engine/jest/).
const OUTSIDE = '(n8n-core|n8n-workflow|@n8n/di|typescript|@e965/xlsx)/';

const folders = ['unit', 'engine', 'outsiders'];
// What `npm run test:all` adds: what is beside the package, and a judge that needs packages of its own.
if (process.env.CAMPAIGNS === 'full') folders.push('repository', 'judge');

export default {
	testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
	// A test file that fakes the timers of n8n's `sleep`, or its errors, has jest's own environment.
	testEnvironment: '<rootDir>/test/engine/jest/n8nOutsideOfJest.mjs',
	transform: { ...types, [`/node_modules/${OUTSIDE}`]: '<rootDir>/test/engine/jest/outside.mjs' },
	transformIgnorePatterns: [`/node_modules/(?!${OUTSIDE})`],
	// In jest each use of a global is a slow look-up; the sandbox makes every record with dozens of `Math`.
	sandboxInjectedGlobals: ['Math'],
	globalSetup: '<rootDir>/test/engine/jest/instanceFolder.ts',
	globalTeardown: '<rootDir>/test/engine/jest/removeInstanceFolder.ts',
	reporters: ['default', '<rootDir>/test/runningFiles.mjs'],
	// One more than two cores keep busy, as retries wait; each loads n8n, for seconds of work.
	maxWorkers: Math.max(3, availableParallelism() - 1),
	// A worker holds hundreds of megabytes; to free them takes busy cores longer than jest's half second.
	workerGracefulExitTimeout: 30_000,
	// Engine tests load dist/; V8 coverage follows its source maps back to the TypeScript files.
	collectCoverageFrom: [
		'nodes/**/*.ts',
		'credentials/**/*.ts',
		'dist/nodes/**/*.js',
		'dist/credentials/**/*.js',
	],
	// A busy machine must not fail a test; whatever hangs is still found.
	testTimeout: 300_000,
	coverageProvider: 'v8',
	coverageDirectory: 'coverage',
	coverageReporters: ['text', 'lcov'],
	coverageThreshold: { global: { lines: 95 } },
};
