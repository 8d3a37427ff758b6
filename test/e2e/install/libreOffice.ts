import { existsSync } from 'node:fs';
import { installDebianPackage } from './debianPackage';

const CANDIDATES = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'];

/** The program that opens spreadsheets: SOFFICE, or the system's. */
export function libreOfficePath(): string | undefined {
	return [process.env.SOFFICE, ...CANDIDATES].find(
		(path) => path !== undefined && existsSync(path),
	);
}

/**
 * Sees to it that there is a LibreOffice Calc; on Debian, root gets it installed.
 *
 * @throws {Error} that says how to get one
 */
export async function ensureLibreOffice(say: (line: string) => void): Promise<void> {
	if (libreOfficePath() === undefined) await installDebianPackage('libreoffice-calc', say);
	if (libreOfficePath() !== undefined) return;
	throw new Error(
		'The spreadsheet tests need LibreOffice. Install it ("apt-get install libreoffice-calc") or name it with SOFFICE=/path/to/soffice; "npm run test:e2e -- --n8n 2" does without.',
	);
}
