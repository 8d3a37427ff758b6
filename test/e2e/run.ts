import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHome } from './harness/home';
import { homeOf } from './harness/n8n';
import { endsWithThisProcess } from './harness/tied';
import { installN8n } from './install/installN8n';
import { MAJORS } from './install/majors';
import { packTarball } from './install/npm';
import { ensureProgram, type Program } from './install/program';

const HELP = `Tests the packed package in n8n itself, on the command line and in the editor of both major versions, and
opens exported files in a spreadsheet program. "npm run test:queue" tests the package in queue mode and kills processes
during the test.

Usage: npm run test:e2e -- [options] [-- arguments for jest, such as -t 'wrong secret']
       npm run test:queue -- [--n8n 1|2] [--full] [-- arguments for jest]

  --n8n 1|2       only the command line of this major version
  --editor        only the editor of both major versions, in a browser
  --spreadsheet   only exported files, in LibreOffice
  --release       only the first release: publishing to a local registry, and installing in both major versions
  --queue         only queue mode, as npm run test:queue does
  --full          also examples that email a report or sync a table in n8n 1, and pictures of examples; queue mode
                  with 200 executions, in both major versions
  --install       only install what all tests need
`;

/** The projects in jest's configuration and the programs that each project needs. */
const PROJECTS: Record<string, readonly Program[]> = {
	'n8n 1': ['PostgreSQL', 'OpenSSH', 'MariaDB'],
	'n8n 2': ['PostgreSQL', 'OpenSSH', 'MariaDB'],
	'editor 1': ['Chromium'],
	'editor 2': ['Chromium'],
	spreadsheet: ['LibreOffice'],
	release: ['Chromium'],
	'queue 1': ['PostgreSQL', 'Redis'],
	'queue 2': ['PostgreSQL', 'Redis'],
};

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			n8n: { type: 'string' },
			editor: { type: 'boolean', default: false },
			spreadsheet: { type: 'boolean', default: false },
			release: { type: 'boolean', default: false },
			queue: { type: 'boolean', default: false },
			full: { type: 'boolean', default: false },
			install: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.help) {
		console.log(HELP);
		return 0;
	}
	const projects = values.install ? Object.keys(PROJECTS) : selection(values);
	const args = [...positionals, '--selectProjects', ...projects];
	if (positionals.includes('--listTests')) return await jest(args, '', values.full);
	const majors = MAJORS.filter((major) =>
		projects.some((project) => project === 'release' || (project.endsWith(' 1') ? 1 : 2) === major),
	);
	await Promise.all([
		...majors.map((major) => installN8n(major, console.log)),
		installPrograms(projects),
	]);
	if (values.install) return 0;

	const runFolder = await mkdtemp(join(tmpdir(), 'learning-platform-e2e-'));
	try {
		console.log('Packing the package and installing the tarball into a fresh n8n home');
		const tarball = await packTarball(join(__dirname, '../..'), runFolder);
		await Promise.all(majors.map((major) => createHome(major, homeOf(runFolder, major), tarball)));
		// Queue mode runs five n8n processes, so its test files run one at a time.
		if (values.queue) args.push('--runInBand');
		return await jest(args, runFolder, values.full);
	} finally {
		await rm(runFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Debian can install only one program at a time. */
async function installPrograms(projects: readonly string[]): Promise<void> {
	const needed = new Set(projects.flatMap((project) => PROJECTS[project] ?? []));
	for (const program of needed) await ensureProgram(program, console.log);
}

interface Choice {
	n8n?: string | undefined;
	editor: boolean;
	spreadsheet: boolean;
	release: boolean;
	queue: boolean;
	full: boolean;
}

/** The chosen projects; by default, all except queue mode. */
function selection({ n8n, editor, spreadsheet, release, queue, full }: Choice): string[] {
	if (n8n !== undefined && !MAJORS.some((major) => String(major) === n8n)) {
		throw new Error(`--n8n must be ${MAJORS.join(' or ')}, not ${n8n}`);
	}
	if (queue) return n8n === undefined && full ? ['queue 1', 'queue 2'] : [`queue ${n8n ?? 2}`];
	const chosen = [
		...(n8n === undefined ? [] : [`n8n ${n8n}`]),
		...(editor ? ['editor 1', 'editor 2'] : []),
		...(spreadsheet ? ['spreadsheet'] : []),
		...(release ? ['release'] : []),
	];
	if (chosen.length > 0) return chosen;
	return Object.keys(PROJECTS).filter((project) => !project.startsWith('queue'));
}

async function jest(args: string[], runFolder: string, isFull: boolean): Promise<number> {
	const config = join(__dirname, 'jest.config.mjs');
	// Node 24 warns that its SQLite module, which reads n8n's database here, is experimental.
	const quiet = '--disable-warning=ExperimentalWarning';
	const child = spawn(
		process.execPath,
		[quiet, require.resolve('jest/bin/jest'), '--config', config, '--verbose', ...args],
		{
			stdio: 'inherit',
			env: {
				...process.env,
				E2E_RUN_FOLDER: runFolder,
				...(isFull && { TESTS: 'all' }),
				NODE_OPTIONS: quiet,
			},
		},
	);
	endsWithThisProcess(child);
	// The terminal also sends Ctrl-C to jest; this process keeps running to clean up.
	process.on('SIGINT', () => undefined);
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	return await new Promise((resolve, reject) => {
		child.on('error', reject).on('close', (code) => {
			resolve(code ?? 1);
		});
	});
}

main().then(
	(exitCode) => {
		process.exitCode = exitCode;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	},
);
