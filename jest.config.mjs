import { availableParallelism } from 'node:os';

const project = (name, options = {}) => ({
	displayName: name,
	rootDir: import.meta.dirname,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	// Strips the types; `npm test` has the compiler check them once.
	transform: { '\\.ts$': '@sucrase/jest-plugin' },
	...options,
});

export default {
	projects: [
		project('unit'),
		project('engine', {
			globalSetup: '<rootDir>/test/engine/instanceFolder.ts',
			globalTeardown: '<rootDir>/test/engine/removeInstanceFolder.ts',
		}),
	],
	// One more than two cores keep busy: many tests wait, as retries do.
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
	testTimeout: 60_000,
	coverageProvider: 'v8',
	coverageDirectory: 'coverage',
	coverageReporters: ['text', 'lcov'],
	coverageThreshold: { global: { lines: 95 } },
};
