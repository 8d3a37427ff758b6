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

const inEngine = {
	testEnvironment: '<rootDir>/test/engine/jest/n8nOutsideOfJest.mjs',
	transform: {
		...types,
		'/node_modules/(n8n-core|n8n-workflow|@n8n/di|@e965/xlsx)/':
			'<rootDir>/test/engine/jest/outside.mjs',
	},
	transformIgnorePatterns: [],
	globalSetup: '<rootDir>/test/engine/jest/instanceFolder.ts',
	globalTeardown: '<rootDir>/test/engine/jest/removeInstanceFolder.ts',
};

// A test file that fakes the timers of n8n's `sleep`, or its errors, has jest's own environment.
const inUnit = {
	testEnvironment: '<rootDir>/test/engine/jest/n8nOutsideOfJest.mjs',
	transform: {
		...types,
		'/node_modules/(n8n-workflow|typescript|@e965/xlsx)/': '<rootDir>/test/engine/jest/outside.mjs',
	},
	transformIgnorePatterns: [],
};

const project = (name, options = {}) => ({
	displayName: name,
	rootDir: import.meta.dirname,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: types,
	// In jest each use of a global is a slow look-up; the sandbox makes every record with dozens of `Math`.
	sandboxInjectedGlobals: ['Math'],
	...options,
});

export default {
	projects: [
		project('unit', inUnit),
		project('engine', inEngine),
		project('outsiders', inEngine),
		// What `npm run test:all` adds: what is beside the package, and a judge that needs packages of its own.
		...(process.env.CAMPAIGNS === 'full'
			? [project('repository', inUnit), project('judge', inEngine)]
			: []),
	],
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
