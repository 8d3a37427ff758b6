import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { credentialFor } from '../../test/e2e/harness/accounts';
import { exampleWorkflows } from '../../test/e2e/harness/examples';
import { createHome, installCommunityPackage } from '../../test/e2e/harness/home';
import { N8n } from '../../test/e2e/harness/n8n';
import { createOwner, OWNER } from '../../test/e2e/harness/owner';
import { isFree } from '../../test/e2e/harness/freePort';
import { startN8n } from '../../test/e2e/harness/server';
import { installN8n } from '../../test/e2e/install/installN8n';
import { type Major, MAJORS, n8nVersion } from '../../test/e2e/install/majors';
import { packTarball } from '../../test/e2e/install/npm';
import { eventHint, startSandbox, type Sandbox } from '../../test/sandbox';
import { compileChanges, RELOAD } from './compileChanges';

const ROOT = join(__dirname, '../..');
const SANDBOX_PORT = 4010;

/** The last file written to a home folder. If this file is missing, the folder is incomplete and is rebuilt. */
const PREPARED = '.prepared';

const HELP = `Starts n8n with this package, a credential, and the example workflows, plus a sandbox.

Usage: npm run editor -- [options]

  --n8n 1|2   major version of n8n (default: 2)
  --port N    port of the editor (default: 5678)

All data is in .editor/; delete that folder to start over.
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			n8n: { type: 'string', default: '2' },
			port: { type: 'string', default: '5678' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(HELP);
		return;
	}
	const major = MAJORS.find((known) => String(known) === values.n8n);
	if (major === undefined) throw new Error(`--n8n must be ${MAJORS.join(' or ')}`);
	await openEditor(major, Number(values.port));
}

async function openEditor(major: Major, port: number): Promise<void> {
	if (!(await isFree(port))) {
		throw new Error(
			`Port ${port} is in use. Choose a different one: npm run editor -- --port 5680`,
		);
	}
	await installN8n(major, console.log);
	// Later signals are ignored because stopping takes a moment.
	const stopped = new Promise<'stopped'>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'])
			process.on(signal, () => {
				resolve('stopped');
			});
	});
	const sandbox = await startSandbox({ port: (await isFree(SANDBOX_PORT)) ? SANDBOX_PORT : 0 });
	try {
		const home = join(ROOT, '.editor', `n8n-${major}`);
		const isNew = await prepare(major, home, sandbox);
		console.log(`Starting n8n ${n8nVersion(major)}`);
		const n8n = await startN8n(major, home, { port, env: RELOAD });
		const stopCompiling = compileChanges(ROOT, home);
		try {
			if (isNew) {
				await createOwner(n8n.url);
				await writeFile(join(home, PREPARED), '');
			}
			console.log(`
  n8n      ${n8n.url}/home/workflows
  login    ${OWNER.email}
  password ${OWNER.password}
  sandbox  ${sandbox.baseUrl}
  log      .editor/n8n-${major}/start.log

${eventHint(sandbox)}

n8n has the "Sandbox" credential and the example workflows. When the compiler says "Found 0 errors", n8n is
running your changes. To stop, press Ctrl-C.`);
			const reason = await Promise.race([stopped, n8n.ended]);
			if (reason !== 'stopped') throw new Error(`n8n ended unexpectedly:\n${n8n.said()}`);
			console.log('\nStopping');
		} finally {
			stopCompiling();
			await n8n.stop();
		}
	} finally {
		await sandbox.stop();
	}
}

/** Creates or refreshes the home folder and keeps its workflows. Returns true if the folder is new. */
async function prepare(major: Major, home: string, sandbox: Sandbox): Promise<boolean> {
	const isNew = !existsSync(join(home, PREPARED));
	const tarballs = join(ROOT, '.editor', 'tarball');
	await mkdir(tarballs, { recursive: true });
	const tarball = await packTarball(ROOT, tarballs);
	const account = { ...credentialFor('sandbox', sandbox), name: 'Sandbox' };
	if (isNew) {
		console.log('Preparing .editor/');
		await rm(home, { recursive: true, force: true });
		await createHome(major, home, tarball);
	} else {
		await installCommunityPackage(home, tarball);
	}
	const n8n = N8n.at(home, major);
	await n8n.import('credentials', [account]);
	if (isNew) await n8n.import('workflow', exampleWorkflows(account));
	return isNew;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
