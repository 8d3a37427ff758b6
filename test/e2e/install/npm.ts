import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs npm with this process's Node so that native packages are built for it.
 *
 * @returns npm's standard output
 * @throws {Error} with the end of npm's output, if it fails
 */
export async function npm(
	args: string[],
	options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
	const child = spawn('npm', args, {
		cwd: options.cwd,
		env: {
			...process.env,
			PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
			...options.env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let stdout = '';
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
		output += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	const exitCode = await new Promise<number | null>((resolve, reject) => {
		child.on('error', reject).on('close', resolve);
	});
	if (exitCode !== 0) {
		throw new Error(`npm ${args.join(' ')} failed in ${options.cwd}:\n${output.slice(-4000)}`);
	}
	return stdout;
}

/**
 * Packs the built package as it would be published.
 *
 * @returns the path of the tarball in `folder`
 */
export async function packTarball(root: string, folder: string): Promise<string> {
	const answer = await npm(['pack', '--json', '--pack-destination', folder], { cwd: root });
	const [packed] = JSON.parse(answer) as [{ filename: string }];
	return join(folder, packed.filename);
}
