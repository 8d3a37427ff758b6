import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHome } from './harness/home';
import { homeOf } from './harness/n8n';
import { endsWithThisProcess } from './harness/tied';
import { installN8n } from './install/installN8n';
import { MAJORS, type Major } from './install/majors';
import { packTarball } from './install/packTarball';
import {
	CHROMIUM,
	ensureProgram,
	LIBRE_OFFICE,
	MARIADB,
	OPEN_SSH,
	POSTGRES,
	REDIS,
} from './install/program';

const HELP = `Tests the packed package in real n8n: with n8n's command line in both majors, in its editor, and its
files in a spreadsheet program. "npm run test:queue" tests it in queue mode, where processes die.

Usage: npm run test:e2e -- [options] [-- arguments for jest, such as -t 'wrong secret']
       npm run test:queue -- [--n8n 1|2] [--full] [-- arguments for jest]

  --n8n 1|2       only this major's command line
  --editor        only the editor of both majors, in a browser
  --spreadsheet   only exported files, in LibreOffice
  --queue         only queue mode, as npm run test:queue does
  --full          also the examples that mail a report or sync a table in n8n 1, and pictures of examples; queue mode with 200
                  executions, and in both majors
  --install       only install what the tests need, those of queue mode included
`;

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			n8n: { type: 'string' },
			editor: { type: 'boolean', default: false },
			spreadsheet: { type: 'boolean', default: false },
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
	const projects = selection(values);
	if (positionals.includes('--listTests')) {
		return await jest([...positionals, '--selectProjects', ...projects], '', values.full);
	}
	const majors = MAJORS.filter((major) => projects.some((project) => majorOf(project) === major));
	await Promise.all([
		...majors.map((major) => installN8n(major, console.log)),
		installPrograms(values.install ? [...PROJECTS, ...QUEUE_PROJECTS] : projects),
	]);
	if (values.install) return 0;

	const runFolder = await mkdtemp(join(tmpdir(), 'learning-platform-e2e-'));
	try {
		console.log('Packing, and installing the tarball into a fresh n8n home');
		const tarball = await packTarball(join(__dirname, '../..'), runFolder);
		await Promise.all(majors.map((major) => createHome(major, homeOf(runFolder, major), tarball)));
		const args = [...positionals, '--selectProjects', ...projects];
		// Five processes of n8n are enough for the machine.
		if (values.queue) args.push('--runInBand');
		return await jest(args, runFolder, values.full);
	} finally {
		await rm(runFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Debian installs one after the other. */
async function installPrograms(projects: readonly Project[]): Promise<void> {
	if (projects.some(isEditor)) await ensureProgram(CHROMIUM, console.log);
	if (projects.includes('spreadsheet')) await ensureProgram(LIBRE_OFFICE, console.log);
	if (projects.some(hasDatabase)) await ensureProgram(POSTGRES, console.log);
	if (projects.some(isCommandLine)) {
		await ensureProgram(OPEN_SSH, console.log);
		await ensureProgram(MARIADB, console.log);
	}
	if (projects.some(isQueue)) await ensureProgram(REDIS, console.log);
}

/** The projects of jest's configuration. */
const PROJECTS = ['n8n 1', 'n8n 2', 'editor 1', 'editor 2', 'spreadsheet'] as const;

/** Those of queue mode, which run only when asked for. */
const QUEUE_PROJECTS = ['queue 1', 'queue 2'] as const;

type Project = (typeof PROJECTS | typeof QUEUE_PROJECTS)[number];

const isEditor = (project: Project) => project.startsWith('editor');

const isQueue = (project: Project) => project.startsWith('queue');

interface Choice {
	n8n?: string | undefined;
	editor: boolean;
	spreadsheet: boolean;
	queue: boolean;
	full: boolean;
}

/** Everything but queue mode, unless something was chosen. */
function selection({ n8n, editor, spreadsheet, queue, full }: Choice): readonly Project[] {
	const cli = PROJECTS.find((project) => project === `n8n ${n8n}`);
	if (n8n !== undefined && cli === undefined) {
		throw new Error(`--n8n must be ${MAJORS.join(' or ')}, not ${n8n}`);
	}
	if (queue) {
		const majors = n8n === undefined && full ? MAJORS : [n8n ?? 2];
		return QUEUE_PROJECTS.filter((project) => majors.some((major) => project === `queue ${major}`));
	}
	const chosen = PROJECTS.filter(
		(project) =>
			project === cli ||
			(isEditor(project) && editor) ||
			(project === 'spreadsheet' && spreadsheet),
	);
	return chosen.length > 0 ? chosen : PROJECTS;
}

/** Whether a project is n8n with a database, rather than its editor or its files. */
function hasDatabase(project: Project): boolean {
	return !isEditor(project) && project !== 'spreadsheet';
}

/** Whether a project is n8n alone, which the tests of the examples run in. */
function isCommandLine(project: Project): boolean {
	return project.startsWith('n8n');
}

/** The n8n that a project needs. */
function majorOf(project: Project): Major {
	return project.endsWith(' 1') ? 1 : 2;
}

async function jest(args: string[], runFolder: string, isFull: boolean): Promise<number> {
	const config = join(__dirname, 'jest.config.mjs');
	const child = spawn(
		process.execPath,
		// Node 24 calls its own SQLite, which reads n8n's database here, experimental.
		[
			'--disable-warning=ExperimentalWarning',
			require.resolve('jest/bin/jest'),
			'--config',
			config,
			'--verbose',
			...args,
		],
		{
			stdio: 'inherit',
			env: {
				...process.env,
				E2E_RUN_FOLDER: runFolder,
				...(isFull && { CAMPAIGNS: 'full' }),
				NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
			},
		},
	);
	endsWithThisProcess(child);
	// Ctrl-C reaches jest by itself; this process stays to clean up after it.
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
