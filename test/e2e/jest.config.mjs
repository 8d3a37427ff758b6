import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('.', import.meta.url));

const project = (displayName, folder, n8nMajor, options = {}) => ({
	displayName,
	rootDir,
	testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
	testEnvironment: '<rootDir>/harness/jestEnvironment.ts',
	transform: { '\\.ts$': '@sucrase/jest-plugin' },
	modulePathIgnorePatterns: ['<rootDir>/n8n-[12]'],
	globals: { n8nMajor },
	...options,
});

export default {
	projects: [
		project('n8n 1', 'cli', 1),
		project('n8n 2', 'cli', 2),
		project('editor 1', 'editor/majors', 1),
		project('editor 2', 'editor', 2),
		project('spreadsheet', 'spreadsheet', 2),
		// n8n 1 has no scheduler.
		project('queue 1', 'queue', 1, { testPathIgnorePatterns: ['scheduler'] }),
		project('queue 2', 'queue', 2),
	],
	maxWorkers: 2,
	// A start of n8n takes a minute or two on a busy machine, and some tests need several.
	testTimeout: 900_000,
};
