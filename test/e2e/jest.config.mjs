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

/** A project without some of its files. */
const without = (...files) => ({ testPathIgnorePatterns: files });

const isFull = process.env.CAMPAIGNS === 'full';

export default {
	projects: [
		// n8n 1 has no scheduler. Developers of this package reload it in the newer n8n. The examples that mail a
		// report, or keep a table in sync, have the same nodes in both.
		project(
			'n8n 1',
			'cli',
			1,
			without('reload', 'scheduler', ...(isFull ? [] : ['reports', 'nightlyWorkbook', 'syncs'])),
		),
		project('n8n 2', 'cli', 2),
		project('editor 1', 'editor/majors', 1),
		// Pictures of examples take minutes, and say nothing that their other tests do not.
		project(
			'editor 2',
			'editor',
			2,
			without(...(isFull ? [] : ['editor/examples', 'editor/syncedTable'])),
		),
		project('spreadsheet', 'spreadsheet', 2),
		project('queue 1', 'queue', 1),
		project('queue 2', 'queue', 2),
	],
	testSequencer: '<rootDir>/longestFirst.mjs',
	reporters: ['default', '<rootDir>/../runningFiles.mjs'],
	// More than two cores keep busy: most of the time tests wait, for polls above all. A fourth one starves n8n's database.
	maxWorkers: 3,
	// A start of n8n takes a minute or two on a busy machine, and some tests need several.
	testTimeout: 900_000,
};
