import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Major } from '../install/majors';
import { n8nCommand } from './n8nCommand';
import { remember } from './said';
import { storedExecutions, type StoredExecution } from './storedExecution';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

/** An n8n of a test's own: a copy of the prepared home, with what the test imports. */
export class N8n {
	private constructor(
		readonly major: Major,
		readonly home: string,
		/** Settings of n8n beside the usual ones, such as another database. */
		private readonly environment: NodeJS.ProcessEnv = {},
	) {}

	/**
	 * @param environment settings of n8n beside the usual ones, such as another database
	 * @param runFolder holds the prepared homes, see {@link homeOf}
	 * @throws {Error} with what n8n said when it refuses an import
	 */
	static async with(
		content: { credentials: ImportedCredential[]; workflows: ImportedWorkflow[] },
		environment: NodeJS.ProcessEnv = {},
		{ major, runFolder } = testRun(),
	): Promise<N8n> {
		const home = await mkdtemp(join(runFolder, `n8n-${major}-`));
		await cp(homeOf(runFolder, major), home, { recursive: true });
		const n8n = new N8n(major, home, environment);
		await n8n.import('credentials', content.credentials);
		await n8n.import('workflow', content.workflows);
		return n8n;
	}

	/** The n8n whose data are in `home`. */
	static at(home: string, major: Major): N8n {
		return new N8n(major, home);
	}

	/** Adds or replaces credentials or workflows by their id. */
	async import(
		what: 'credentials' | 'workflow',
		content: ImportedCredential[] | ImportedWorkflow[],
	): Promise<void> {
		if (content.length === 0) return;
		const file = join(this.home, `${what}.json`);
		await writeFile(file, JSON.stringify(content));
		const said = await this.command(`import:${what}`, `--input=${file}`);
		if (!said.includes(`Successfully imported ${content.length}`)) {
			throw new Error(`n8n ${this.major} did not import the ${what}:\n${said}`);
		}
	}

	/**
	 * Runs a workflow with `n8n execute`, in a process of its own, and answers what n8n stored about it.
	 *
	 * @param environment of that process, beside that of all
	 */
	async execute(
		workflow: ImportedWorkflow,
		environment: NodeJS.ProcessEnv = {},
	): Promise<StoredExecution> {
		const said = await this.run(['execute', '--id', workflow.id, '--rawOutput'], environment);
		const last = storedExecutions(this.home, workflow.id).at(-1);
		if (last === undefined || last.status === 'running') {
			throw new Error(`n8n ${this.major} did not end the execution of ${workflow.id}:\n${said}`);
		}
		return last;
	}

	/** Has a workflow run by its trigger from the next start of n8n on. */
	async activate({ id }: ImportedWorkflow): Promise<void> {
		if (this.major === 1) await this.command('update:workflow', `--id=${id}`, '--active=true');
		else await this.command('publish:workflow', `--id=${id}`);
	}

	/** Has its trigger rest from the next start of n8n on. */
	async deactivate({ id }: ImportedWorkflow): Promise<void> {
		if (this.major === 1) await this.command('update:workflow', `--id=${id}`, '--active=false');
		else await this.command('unpublish:workflow', `--id=${id}`);
	}

	/** Runs any n8n command; answers what it said. */
	async command(...args: string[]): Promise<string> {
		return await this.run(args);
	}

	private async run(args: string[], environment?: NodeJS.ProcessEnv): Promise<string> {
		const all = { ...this.environment, ...environment };
		const { said } = await n8nCommand(this.major, this.home, args, all);
		remember(`n8n ${args.join(' ')}`, () => said);
		return said;
	}

	async remove(): Promise<void> {
		await rm(this.home, { recursive: true, force: true });
	}
}

/** Where the prepared home of a major is, within the folder of one test run. */
export function homeOf(runFolder: string, major: Major): string {
	return join(runFolder, `prepared-${major}`);
}

function testRun(): { major: Major; runFolder: string } {
	const { n8nMajor } = globalThis as { n8nMajor?: Major };
	const runFolder = process.env.E2E_RUN_FOLDER;
	if (n8nMajor === undefined || runFolder === undefined) {
		throw new Error('These tests need what "npm run test:e2e" prepares');
	}
	return { major: n8nMajor, runFolder };
}
