import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import type { Registry } from '../harness/registry';

const ROOT = join(__dirname, '../../..');

const NOT_CLONED = /^(\.git|dist|coverage|out|\.editor)$|node_modules$/;

/** The steps of the job that other tests run. */
const TESTED_ELSEWHERE = ['npm ci', 'npm run lint', 'npm test'];

/** The owner's clone of this working tree, and its remote. */
export class OwnersClone {
	private constructor(
		private readonly folder: string,
		private readonly registry: Registry,
	) {}

	static async of(registry: Registry): Promise<OwnersClone> {
		const owner = new OwnersClone(
			await mkdtemp(join(tmpdir(), 'learning-platform-owner-')),
			registry,
		);
		const filter = (from: string) => !NOT_CLONED.test(relative(ROOT, from));
		await cp(ROOT, owner.clone, { recursive: true, filter });
		await writeFile(join(owner.folder, '.npmrc'), registry.login);
		await owner.run('git config --global user.name Owner');
		await owner.run('git config --global user.email owner@example.com');
		await owner.run('git config --global init.defaultBranch main');
		await owner.run('git init --quiet && git add . && git commit --quiet --message Begin');
		await owner.run('git init --quiet --bare ../remote && git remote add origin ../remote');
		await owner.run('git push --quiet --set-upstream origin main');
		await symlink(join(ROOT, 'node_modules'), join(owner.clone, 'node_modules'));
		// .gitignore ignores only a folder of this name.
		await owner.run('echo node_modules >> .git/info/exclude');
		return owner;
	}

	private get clone(): string {
		return join(this.folder, 'clone');
	}

	/**
	 * Runs a command in the clone.
	 *
	 * @throws {Error} with the command's output, if the command fails
	 */
	async run(command: string, { cwd = this.clone, env = {} } = {}): Promise<string> {
		const child = spawn('sh', ['-e', '-c', `exec 2>&1; ${command}`], {
			cwd,
			env: {
				...this.registry.environment,
				...env,
				PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
				// Neither npm nor Git finds the settings of whoever runs the tests.
				HOME: this.folder,
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
		if (child.exitCode !== 0) throw new Error(`${command} failed:\n${output}`);
		return output;
	}

	/** Adds an entry below Unreleased and commits the changelog. */
	async announce(entry: string): Promise<void> {
		const path = join(this.clone, 'CHANGELOG.md');
		const changelog = await readFile(path, 'utf8');
		await writeFile(path, changelog.replace('## [Unreleased]\n', `$&\n- ${entry}\n`));
		await this.run('git commit --quiet --all --message "Announce a change"');
	}

	/** Runs the job that a pushed tag starts, without the proof of origin, which only GitHub can provide. */
	async publish(tag: string): Promise<void> {
		const checkout = join(this.folder, tag);
		await mkdir(checkout);
		await this.run(`git clone --quiet --branch ${tag} ../remote .`, { cwd: checkout });
		await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
		const workflow = await readFile(join(checkout, '.github/workflows/publish.yml'), 'utf8');
		const { jobs } = parse(workflow) as { jobs: { publish: { steps: { run?: string }[] } } };
		for (const { run = '' } of jobs.publish.steps) {
			if (TESTED_ELSEWHERE.includes(run)) continue;
			const env = { GITHUB_REF_NAME: tag };
			await this.run(run.replace(' --provenance', ''), { cwd: checkout, env });
		}
	}

	async remove(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}
}
