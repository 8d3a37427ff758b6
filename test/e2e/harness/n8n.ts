import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Major } from '../install/majors';
import { n8nCommand } from './n8nCommand';
import { inDatabase, storedExecutions, type StoredExecution } from './storedExecution';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

/** The content of a test's n8n instance; triggers run the `active` workflows. */
export interface Content {
	credentials: ImportedCredential[];
	workflows: ImportedWorkflow[];
}

/** A test's own n8n instance: a copy of the prepared home, plus the test's content. */
export class N8n {
	private constructor(
		readonly major: Major,
		readonly home: string,
		private readonly environment: NodeJS.ProcessEnv = {},
	) {}

	/**
	 * @param environment additional settings for n8n, such as another database
	 * @param major the version of the test's project by default
	 * @throws {Error} with n8n's output, if n8n refuses an import
	 */
	static async with(
		content: Content,
		environment: NodeJS.ProcessEnv = {},
		major: Major = testRun().major,
	): Promise<N8n> {
		const { runFolder } = testRun();
		const home = await mkdtemp(join(runFolder, `n8n-${major}-`));
		await cp(homeOf(runFolder, major), home, { recursive: true });
		const n8n = new N8n(major, home, environment);
		if (environment.DB_TYPE === undefined) {
			store(home, content);
		} else {
			await n8n.import('credentials', content.credentials);
			await n8n.import('workflow', content.workflows);
		}
		return n8n;
	}

	/** Returns the n8n instance for a home directory. */
	static at(home: string, major: Major): N8n {
		return new N8n(major, home);
	}

	/** Adds or replaces credentials or workflows by ID. */
	async import(
		what: 'credentials' | 'workflow',
		content: ImportedCredential[] | ImportedWorkflow[],
	): Promise<void> {
		if (content.length === 0) return;
		const file = join(this.home, `${what}.json`);
		await writeFile(file, JSON.stringify(content));
		const said = await this.command([`import:${what}`, `--input=${file}`]);
		if (!said.includes(`Successfully imported ${content.length}`)) {
			throw new Error(`n8n ${this.major} did not import the ${what}:\n${said}`);
		}
	}

	/**
	 * Runs a workflow with `n8n execute` and returns the stored execution.
	 *
	 * @param environment additional settings for this process
	 */
	async execute(
		workflow: ImportedWorkflow,
		environment: NodeJS.ProcessEnv = {},
	): Promise<StoredExecution> {
		const said = await this.command(['execute', '--id', workflow.id, '--rawOutput'], environment);
		const last = storedExecutions(this.home, workflow.id).at(-1);
		if (last === undefined || last.status === 'running') {
			throw new Error(`n8n ${this.major} did not end the execution of ${workflow.id}:\n${said}`);
		}
		return last;
	}

	/** Marks a workflow as active, which takes effect when n8n next starts. */
	async activate({ id }: ImportedWorkflow): Promise<void> {
		if (this.major === 1) await this.command(['update:workflow', `--id=${id}`, '--active=true']);
		else await this.command(['publish:workflow', `--id=${id}`]);
	}

	/** Runs an n8n command and returns its output. */
	async command(args: string[], environment?: NodeJS.ProcessEnv): Promise<string> {
		const all = { ...this.environment, ...environment };
		return (await n8nCommand(this.major, this.home, args, all)).said;
	}

	async remove(): Promise<void> {
		await rm(this.home, { recursive: true, force: true });
	}
}

/** Writes directly to n8n's database because the two import commands take half a minute on a busy machine. */
function store(home: string, { credentials, workflows }: Content): void {
	const config = readFileSync(join(home, '.n8n', 'config'), 'utf8');
	const { encryptionKey } = JSON.parse(config) as { encryptionKey: string };
	inDatabase(home, {}, (database) => {
		const insert = (table: string, row: Record<string, string | number>) => {
			const columns = Object.keys(row);
			const values = columns.map(() => '?');
			database
				.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`)
				.run(...Object.values(row));
		};
		// The owner has a project even before the account is set up.
		const projectId = String(database.prepare('SELECT id FROM project').get()?.id);
		for (const { id, name, type, data } of credentials) {
			const encrypted = encrypt(JSON.stringify(data), encryptionKey);
			insert('credentials_entity', { id, name, type, data: encrypted });
			insert('shared_credentials', { credentialsId: id, projectId, role: 'credential:owner' });
		}
		for (const { id, name, active, settings, ...parts } of workflows) {
			const nodes = JSON.stringify(parts.nodes);
			const connections = JSON.stringify(parts.connections);
			const version = { versionId: randomUUID(), nodes, connections };
			const rest = { settings: JSON.stringify(settings), active: 0 };
			insert('workflow_entity', { id, name, ...version, ...rest });
			insert('workflow_history', { workflowId: id, authors: 'import', ...version });
			insert('shared_workflow', { workflowId: id, projectId, role: 'workflow:owner' });
			if (active) {
				database
					.prepare(
						'UPDATE workflow_entity SET active = 1, activeVersionId = versionId WHERE id = ?',
					)
					.run(id);
			}
		}
	});
}

/** Encrypts as n8n does, in the format of `openssl enc -aes-256-cbc -md md5 -base64`. */
function encrypt(text: string, password: string): string {
	const salt = randomBytes(8);
	const hash = (before: Buffer) =>
		createHash('md5')
			.update(Buffer.concat([before, Buffer.from(password, 'latin1'), salt]))
			.digest();
	const first = hash(Buffer.alloc(0));
	const second = hash(first);
	const cipher = createCipheriv('aes-256-cbc', Buffer.concat([first, second]), hash(second));
	const parts = [Buffer.from('Salted__'), salt, cipher.update(text), cipher.final()];
	return Buffer.concat(parts).toString('base64');
}

/** Returns the folder of a prepared home. */
export function homeOf(runFolder: string, major: Major): string {
	return join(runFolder, `prepared-${major}`);
}

function testRun(): { major: Major; runFolder: string } {
	const { n8nMajor } = globalThis as { n8nMajor?: Major };
	const runFolder = process.env.E2E_RUN_FOLDER;
	if (n8nMajor === undefined || runFolder === undefined) {
		throw new Error('Nothing is prepared for these tests: start them with "npm run test:e2e"');
	}
	return { major: n8nMajor, runFolder };
}
