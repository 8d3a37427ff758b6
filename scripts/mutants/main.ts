// We do not use Stryker: it reports false kills for tests that run the build in n8n, and it cannot test a sample.
import { spawn } from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

import { mutated, mutationsOf, sampled, type Mutation } from './mutations';

const HELP = `Makes small changes to source files, one at a time, and lists the changes that no test notices.

Usage: npm run mutants -- PATH [--sample N]

  PATH        a file or a folder in nodes/ or credentials/
  --sample N  test at most N changes, spread evenly over the lines (default: 20; 0 means all)

Testing a change takes a few seconds if a unit test for the same folder notices it; otherwise, it takes up to
a minute and a half.
`;

const root = resolve(__dirname, '../..');

/** If no test file passes for this long, a test must be stuck, which counts as noticing the change. */
const QUIET_MS = 180_000;

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { sample: { type: 'string', default: '20' }, help: { type: 'boolean' } },
		allowPositionals: true,
	});
	const [path] = positionals;
	if (values.help === true || path === undefined) {
		process.stdout.write(HELP);
		return;
	}
	const files = sourcesBelow(resolve(path)).map((file) => relative(root, file));
	const all = files.flatMap((file) =>
		mutationsOf(file, source(file)).map((mutation) => ({ file, mutation })),
	);
	const copy = copyOfCheckout();
	try {
		const compiles = compiler(files);
		const most = Number(values.sample) || all.length;
		// Skips changes that do not compile: about half of all changes.
		const chosen = sampled(all, most, ({ file, mutation }) => compiles(file, mutation));
		await report(chosen, copy);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

async function report(chosen: { file: string; mutation: Mutation }[], copy: string): Promise<void> {
	let noticed = 0;
	for (const { file, mutation } of chosen) {
		const by = await noticedBy(copy, file, mutation);
		if (by !== undefined) noticed += 1;
		const outcome = by === undefined ? 'SURVIVES' : `noticed by ${by}`;
		process.stdout.write(`${file}:${mutation.line} ${mutation.what}: ${outcome}\n`);
	}
	const share = Math.round((noticed / chosen.length) * 100);
	process.stdout.write(`\n${noticed} of ${chosen.length} noticed (${share}%)\n`);
}

/** Applies a change to the copy's source and build, and runs the tests. */
async function noticedBy(copy: string, file: string, mutation: Mutation) {
	const text = mutated(source(file), mutation);
	const built = join('dist', file.replace(/\.ts$/, '.js'));
	const before = readFileSync(join(copy, built));
	try {
		writeFileSync(join(copy, file), text);
		const { outputText } = ts.transpileModule(text, { compilerOptions: compilerOptions() });
		writeFileSync(join(copy, built), outputText);
		return await firstFailure(copy, file);
	} finally {
		writeFileSync(join(copy, file), source(file));
		writeFileSync(join(copy, built), before);
	}
}

/** Returns the first failing test file. The tests closest to the change run first. */
async function firstFailure(cwd: string, mutant: string): Promise<string | undefined> {
	const jest = join(root, 'node_modules/jest/bin/jest.js');
	const sequencer = join(__dirname, 'nearestFirst.mjs');
	const args = ['--bail', '--silent', '--testSequencer', sequencer];
	const child = spawn(process.execPath, [jest, ...args], {
		cwd,
		// Starts a new process group because a worker in an endless loop outlives jest.
		detached: true,
		env: { ...process.env, MUTATED: mutant },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const alarm = setTimeout(() => {
		if (child.pid) process.kill(-child.pid, 'SIGKILL');
	}, QUIET_MS);
	let said = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said += text;
		if (text.includes('PASS')) alarm.refresh();
	});
	return await new Promise((resolve, reject) => {
		child.on('close', (code, signal) => {
			clearTimeout(alarm);
			const failed = /^FAIL (\S+)/m.exec(said)?.[1];
			if (code === 0) resolve(undefined);
			else if (signal) resolve('an endless test');
			else if (failed) resolve(failed);
			else reject(new Error(said));
		});
	});
}

/** Returns a function that checks whether a file compiles with a change. */
function compiler(files: string[]): (file: string, mutation: Mutation) => boolean {
	const texts = new Map<string, string>();
	let version = 0;
	const service = ts.createLanguageService({
		...ts.sys,
		getCompilationSettings: compilerOptions,
		getScriptFileNames: () => files.map((file) => join(root, file)),
		getScriptVersion: (file) => (texts.has(file) ? String(version) : '0'),
		getScriptSnapshot: (file) => {
			const text = texts.get(file) ?? ts.sys.readFile(file);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
		getCurrentDirectory: () => root,
		getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
	});
	return (file, mutation) => {
		const path = join(root, file);
		texts.clear();
		texts.set(path, mutated(source(file), mutation));
		version += 1;
		return [
			...service.getSyntacticDiagnostics(path),
			...service.getSemanticDiagnostics(path),
		].every(({ category }) => category !== ts.DiagnosticCategory.Error);
	};
}

let options: ts.CompilerOptions | undefined;

function compilerOptions(): ts.CompilerOptions {
	const file = join(root, 'tsconfig.json');
	options ??= ts.parseJsonConfigFileContent(
		ts.readConfigFile(file, (path) => ts.sys.readFile(path)).config,
		ts.sys,
		root,
	).options;
	return options;
}

/** Copies the checkout, so an interrupted run leaves the original unchanged. */
function copyOfCheckout(): string {
	const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
	const left = new Set(['.git', 'node_modules', 'coverage', 'out', '.editor']);
	cpSync(root, copy, {
		recursive: true,
		filter: (from) =>
			!relative(root, from)
				.split('/')
				.some((part) => left.has(part)),
	});
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}

function sourcesBelow(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
	return names.filter((name) => name.endsWith('.ts')).map((name) => join(path, name));
}

const source = (file: string) => readFileSync(join(root, file), 'utf8');

main().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exitCode = 1;
});
