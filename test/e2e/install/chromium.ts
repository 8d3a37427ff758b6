import { existsSync } from 'node:fs';
import { installDebianPackage } from './debianPackage';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to drive: CHROMIUM, or the system's. */
export function chromiumPath(): string | undefined {
	return [process.env.CHROMIUM, ...CANDIDATES].find(
		(path) => path !== undefined && existsSync(path),
	);
}

/**
 * Sees to it that there is a Chromium; on Debian, root gets it installed.
 *
 * @throws {Error} that says how to get one
 */
export async function ensureChromium(say: (line: string) => void): Promise<void> {
	if (chromiumPath() === undefined) await installDebianPackage('chromium', say);
	if (chromiumPath() !== undefined) return;
	throw new Error(
		'The editor tests need Chromium. Install it ("apt-get install chromium") or name one with CHROMIUM=/path/to/it; "npm run test:e2e -- --n8n 2" does without.',
	);
}
