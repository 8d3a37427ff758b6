import { fileURLToPath } from 'node:url';
import { types } from '../../jest.config.mjs';

const rootDir = fileURLToPath(new URL('.', import.meta.url));

const project = (displayName, folder, n8nMajor, options = {}) => ({
	displayName,
	rootDir,
	// In patterns, jest would read brackets in `<rootDir>`.
	testMatch: [`**/test/e2e/${folder}/**/*.test.ts`],
	testEnvironment: '<rootDir>/harness/jestEnvironment.ts',
	transform: types,
	modulePathIgnorePatterns: ['/test/e2e/n8n-[12]'],
	globals: { n8nMajor },
	...options,
});

/** Excludes some test files from a project. */
const without = (...files) => ({ testPathIgnorePatterns: files });

const isFull = process.env.TESTS === 'all';

export default {
	projects: [
		// n8n 1 has no scheduler, and developers reload the package in n8n 2. The examples that email a report or sync a
		// table have the same nodes in both major versions.
		project(
			'n8n 1',
			'cli',
			1,
			without('reload', 'scheduler', ...(isFull ? [] : ['reports', 'nightlyWorkbook', 'syncs'])),
		),
		project('n8n 2', 'cli', 2),
		project('editor 1', 'editor/majors', 1),
		// Pictures of examples take minutes and test nothing new.
		project('editor 2', 'editor', 2, without(...(isFull ? [] : ['editor/examples']))),
		project('spreadsheet', 'spreadsheet', 2),
		// One release serves both major versions.
		project('release', 'release', 2),
		project('queue 1', 'queue', 1),
		project('queue 2', 'queue', 2),
	],
	testSequencer: '<rootDir>/longestFirst.mjs',
	reporters: ['default', '<rootDir>/../runningFiles.mjs'],
	// Tests mostly wait for polls, so two cores can serve three workers; a fourth would starve n8n's database.
	maxWorkers: 3,
	// Starting n8n takes up to two minutes on a busy machine, and some tests start it several times.
	testTimeout: 900_000,
};
