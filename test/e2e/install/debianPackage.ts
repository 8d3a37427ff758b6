import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Installs a package of Debian where that can be done without a question: as root. */
export async function installDebianPackage(
	name: string,
	say: (line: string) => void,
): Promise<void> {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
	say(`Installing ${name}`);
	await promisify(execFile)('apt-get', ['update', '-qq']);
	await new Promise<void>((resolve, reject) => {
		spawn('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		})
			.on('error', reject)
			.on('close', () => {
				resolve();
			});
	});
}
