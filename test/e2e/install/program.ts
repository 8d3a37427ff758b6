import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackage } from './debianPackage';

/** A program of the system that tests drive. */
export interface Program {
	name: string;
	/** Environment variable that names another one. */
	variable: string;
	places: string[];
	debianPackage: string;
	/** What needs it, as the beginning of a sentence. */
	user: string;
	/** A command that does without. */
	alternative: string;
}

const COMMAND_LINE = 'npm run test:e2e -- --n8n 2';

export const CHROMIUM: Program = {
	name: 'Chromium',
	variable: 'CHROMIUM',
	places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
	debianPackage: 'chromium',
	user: 'The editor tests',
	alternative: COMMAND_LINE,
};

export const LIBRE_OFFICE: Program = {
	name: 'LibreOffice',
	variable: 'SOFFICE',
	places: ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
	debianPackage: 'libreoffice-calc',
	user: 'The spreadsheet tests',
	alternative: COMMAND_LINE,
};

/** Debian keeps PostgreSQL's programs in a folder for each version. */
const POSTGRESQL_FOLDER = '/usr/lib/postgresql';

export const POSTGRESQL: Program = {
	name: 'PostgreSQL',
	variable: 'POSTGRES',
	get places() {
		const versions = existsSync(POSTGRESQL_FOLDER) ? readdirSync(POSTGRESQL_FOLDER) : [];
		const latestFirst = versions.sort((a, b) => Number(b) - Number(a));
		return latestFirst.map((version) => join(POSTGRESQL_FOLDER, version, 'bin', 'postgres'));
	},
	debianPackage: 'postgresql',
	user: 'The tests of queue mode',
	alternative: COMMAND_LINE,
};

export const REDIS: Program = {
	name: 'Redis',
	variable: 'REDIS_SERVER',
	places: ['/usr/bin/redis-server', '/usr/local/bin/redis-server'],
	debianPackage: 'redis-server',
	user: 'The tests of queue mode',
	alternative: COMMAND_LINE,
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
	const { name, variable, debianPackage, user, alternative } = program;
	if (pathOf(program) === undefined) await installDebianPackage(debianPackage, say);
	if (pathOf(program) !== undefined) return;
	throw new Error(
		`${user} need ${name}. Install it ("apt-get install ${debianPackage}") or name it with ${variable}=/path/to/it; "${alternative}" does without.`,
	);
}
