import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeCoverage } from 'node:v8';

const WANTED_PERCENT = 95;

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const folder = process.env.NODE_V8_COVERAGE;

/**
 * Prints the lines of dist/ that no test has run, and fails if they are too many. Node itself measures them: jest's
 * `--coverage` would load the package in its own way and make the tests take three times as long.
 */
export default class Coverage {
	#error;

	onRunStart() {
		rmSync(folder, { recursive: true, force: true });
	}

	onRunComplete() {
		// jest's workers have ended; only this process has not written what it measured.
		takeCoverage();
		const scripts = scriptsByFile();
		let lines = 0;
		let missed = 0;
		for (const name of readdirSync(dist, { recursive: true })) {
			if (!name.endsWith('.js')) continue;
			const file = join(dist, name);
			const code = readFileSync(file, 'utf8');
			const found = missedLines(code, scripts.get(file) ?? []);
			lines += code.split('\n').length;
			missed += found.length;
			if (found.length > 0) console.log(`No test runs ${relative('', file)}:${found.join(', ')}`);
		}
		const percent = (100 * (lines - missed)) / lines;
		console.log(`Tests run ${percent.toFixed(2)} % of the lines in dist/, of ${WANTED_PERCENT} %`);
		if (percent < WANTED_PERCENT) this.#error = new Error('Tests run too few lines');
	}

	getLastError() {
		return this.#error;
	}
}

/** Returns what each process has measured about each file. */
function scriptsByFile() {
	const scripts = readdirSync(folder).flatMap(
		(name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result,
	);
	return Map.groupBy(scripts, ({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url));
}

/** Returns the numbers of the lines of which no process has run a character. */
function missedLines(code, scripts) {
	const ran = new Uint8Array(code.length);
	for (const { functions } of scripts) {
		const here = new Uint8Array(code.length);
		// V8 lists a range before the ranges within it.
		for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
			here.fill(Math.min(count, 1), startOffset, endOffset);
		}
		here.forEach((isRun, at) => {
			ran[at] ||= isRun;
		});
	}
	let next = 0;
	return code.split('\n').flatMap((line, index) => {
		const at = next;
		next += line.length + 1;
		const start = at + line.search(/\S|$/);
		return start === next - 1 || ran.subarray(start, next - 1).includes(1) ? [] : [index + 1];
	});
}
