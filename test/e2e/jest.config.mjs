import { fileURLToPath } from 'node:url';
import { types } from '../../jest.config.mjs';

const rootDir = fileURLToPath(new URL('.', import.meta.url));

const project = (displayName, folder, n8nMajor, options = {}) => ({
	displayName,
	rootDir,
	testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
	testEnvironment: '<rootDir>/harness/jestEnvironment.ts',
	transform: types,
	modulePathIgnorePatterns: ['<rootDir>/n8n-[12]'],
	globals: { n8nMajor },
	...options,
});

export default {
	projects: [
		// What reload is about serves those who change this package, in the newer n8n.
		project('n8n 1', 'cli', 1, { testPathIgnorePatterns: ['reload'] }),
		project('n8n 2', 'cli', 2),
		project('editor 1', 'editor/majors', 1),
		project('editor 2', 'editor', 2),
		project('spreadsheet', 'spreadsheet', 2),
		// n8n 1 has no scheduler.
		project('queue 1', 'queue', 1, { testPathIgnorePatterns: ['scheduler'] }),
		project('queue 2', 'queue', 2),
	],
	testSequencer: '<rootDir>/longestFirst.mjs',
	reporters: ['default', '<rootDir>/../runningFiles.mjs'],
	// More than two cores keep busy: most of the time tests wait, for polls above all. A fourth one starves n8n's database.
	maxWorkers: 3,
	// A start of n8n takes a minute or two on a busy machine, and some tests need several.
	testTimeout: 900_000,
};
