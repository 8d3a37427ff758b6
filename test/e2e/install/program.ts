import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** The system programs that the tests run, and the environment variables that override their paths. */
const PROGRAMS = {
	Chromium: {
		variable: 'CHROMIUM',
		places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
		// Pictures show Japanese and Korean names.
		debianPackage: 'chromium fonts-wqy-microhei',
	},
	LibreOffice: {
		variable: 'SOFFICE',
		places: ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
		debianPackage: 'libreoffice-calc',
	},
	MariaDB: {
		variable: 'MARIADBD',
		places: ['/usr/sbin/mariadbd', '/usr/local/bin/mariadbd'],
		debianPackage: 'mariadb-server',
	},
	OpenSSH: {
		variable: 'SSHD',
		places: ['/usr/sbin/sshd'],
		debianPackage: 'openssh-server',
	},
	PostgreSQL: {
		variable: 'POSTGRES',
		places: [18, 17, 16, 15, 14, 13].map((major) => `/usr/lib/postgresql/${major}/bin/postgres`),
		debianPackage: 'postgresql',
	},
	Redis: {
		variable: 'REDIS_SERVER',
		places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server'],
		debianPackage: 'redis-server',
	},
};

export type Program = keyof typeof PROGRAMS;

/**
 * Returns the path of a program.
 *
 * @throws {Error} that explains how to install the program, if it is missing
 */
export function pathOf(name: Program): string {
	const { variable, places, debianPackage } = PROGRAMS[name];
	const paths = [process.env[variable], ...places].filter((path) => path !== undefined);
	const found = paths.find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error(
		`These tests need ${name}. Install it with "apt-get install ${debianPackage}", or set ${variable} to its path.`,
	);
}

/** Installs a missing program if no confirmation is needed, which is the case for root on Debian. */
export async function ensureProgram(name: Program, say: (line: string) => void): Promise<void> {
	const { variable, places, debianPackage } = PROGRAMS[name];
	const isThere = process.env[variable] !== undefined || places.some((path) => existsSync(path));
	if (!isThere && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		say(`Installing ${name}`);
		await promisify(execFile)('apt-get', ['update', '-qq']);
		const args = ['install', '-y', '-qq', '--no-install-recommends', ...debianPackage.split(' ')];
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		await once(spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }), 'close');
	}
	pathOf(name);
}
