// Counts passed and failed tests in jest's JSON reports.
//   jest-counts.mjs any-failed FILE         exits with 0 if a test failed and with 1 otherwise
//   jest-counts.mjs total FAILURES FILE...  prints "N passed, N failed", counting FAILURES as failed, and
//                                           exits with 1 if anything failed or a run has no results
import { existsSync, readFileSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);

function counts(file) {
	const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = results;
	return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

if (command === 'any-failed') {
	process.exitCode = counts(args[0]).failed > 0 ? 0 : 1;
} else {
	const [failures, ...files] = args;
	const runs = files.map(counts);
	const passed = runs.reduce((sum, run) => sum + run.passed, 0);
	const failed = runs.reduce((sum, run) => sum + run.failed, Number(failures));
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed === 0 && runs.every((run) => run.passed > 0) ? 0 : 1;
}
