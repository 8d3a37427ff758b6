import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHome } from './harness/home';
import { homeOf } from './harness/n8n';
import { ensureChromium } from './install/chromium';
import { installN8n } from './install/installN8n';
import { MAJORS, type Major } from './install/majors';
import { packTarball } from './install/packTarball';

const HELP = `Tests the packed package in real n8n: with n8n's command line in both majors, and in its editor.

Usage: npm run test:e2e -- [options] [-- arguments for jest, such as -t 'wrong secret']

  --n8n 1|2   only this major, without the editor
  --editor    only the editor, in a browser
`;

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: {
			n8n: { type: 'string' },
			editor: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.help) {
		console.log(HELP);
		return 0;
	}
	const { majors, projects } = selection(values.n8n, values.editor);
	if (projects.includes('editor')) await ensureChromium(console.log);
	await Promise.all(majors.map((major) => installN8n(major, console.log)));

	const runFolder = await mkdtemp(join(tmpdir(), 'learning-platform-e2e-'));
	try {
		console.log('Packing, and installing the tarball into a fresh n8n home');
		const tarball = await packTarball(join(__dirname, '../..'), runFolder);
		await Promise.all(majors.map((major) => createHome(major, homeOf(runFolder, major), tarball)));
		return await jest([...positionals, '--selectProjects', ...projects], runFolder);
	} finally {
		await rm(runFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}

function selection(
	n8n: string | undefined,
	editor: boolean,
): { majors: Major[]; projects: string[] } {
	if (editor) return { majors: [2], projects: ['editor'] };
	if (n8n === undefined) {
		return { majors: [...MAJORS], projects: [...MAJORS.map((major) => `n8n ${major}`), 'editor'] };
	}
	const major = MAJORS.find((known) => String(known) === n8n);
	if (major === undefined) throw new Error(`--n8n must be ${MAJORS.join(' or ')}, not ${n8n}`);
	return { majors: [major], projects: [`n8n ${major}`] };
}

async function jest(args: string[], runFolder: string): Promise<number> {
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
				NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
			},
		},
	);
	// Ctrl-C reaches jest by itself; this process stays to clean up after it.
	process.on('SIGINT', () => undefined);
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
