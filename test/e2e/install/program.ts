import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** A program of the system that tests drive. */
export interface Program {
	name: string;
	/** Environment variable that names another one. */
	variable: string;
	places: string[];
	debianPackage: string;
	/** What needs it, as the beginning of a sentence. */
	user: string;
	/** Which tests do without it, as an option. */
	without: string;
}

export const CHROMIUM: Program = {
	name: 'Chromium',
	variable: 'CHROMIUM',
	places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
	debianPackage: 'chromium',
	user: 'The editor tests',
	without: '--n8n 2',
};

export const LIBRE_OFFICE: Program = {
	name: 'LibreOffice',
	variable: 'SOFFICE',
	places: ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
	debianPackage: 'libreoffice-calc',
	user: 'The spreadsheet tests',
	without: '--n8n 2',
};

/** Debian's client programs and the server are in one folder, one for each major version. */
export const POSTGRES: Program = {
	name: 'PostgreSQL',
	variable: 'POSTGRES',
	places: ['18', '17', '16', '15', '14', '13'].map(
		(version) => `/usr/lib/postgresql/${version}/bin/postgres`,
	),
	debianPackage: 'postgresql',
	user: 'Tests with a database',
	without: '--editor',
};

/** Its client and `mariadb-install-db` are in the PATH. */
export const MARIADB: Program = {
	name: 'MariaDB',
	variable: 'MARIADBD',
	places: ['/usr/sbin/mariadbd', '/usr/local/bin/mariadbd'],
	debianPackage: 'mariadb-server',
	user: 'Tests of a table in sync',
	without: '--editor',
};

export const REDIS: Program = {
	name: 'Redis',
	variable: 'REDIS_SERVER',
	places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server'],
	debianPackage: 'redis-server',
	user: 'The tests of queue mode',
	without: '--n8n 2',
};

export const OPEN_SSH: Program = {
	name: 'the OpenSSH server',
	variable: 'SSHD',
	places: ['/usr/sbin/sshd'],
	debianPackage: 'openssh-server',
	user: 'Tests with an SFTP server',
	without: '--editor',
};

/** Where a program is. */
export function pathOf({ variable, places }: Program): string | undefined {
	return [process.env[variable], ...places].find((path) => path !== undefined && existsSync(path));
}

/**
 * Sees to it that a program is there; on Debian, root gets it installed.
 *
 * @throws {Error} that says how to get it
 */
export async function ensureProgram(program: Program, say: (line: string) => void): Promise<void> {
	const { name, variable, debianPackage, user, without } = program;
	if (pathOf(program) === undefined) await installDebianPackage(debianPackage, say);
	if (pathOf(program) !== undefined) return;
	throw new Error(
		`${user} need ${name}. Install it ("apt-get install ${debianPackage}") or name it with ${variable}=/path/to/it; "npm run test:e2e -- ${without}" does without.`,
	);
}

/** Installs a package of Debian where that can be done without a question: as root. */
async function installDebianPackage(name: string, say: (line: string) => void): Promise<void> {
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
