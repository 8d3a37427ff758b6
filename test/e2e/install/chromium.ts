import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

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
	if (chromiumPath() !== undefined) return;
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		say('Installing Chromium');
		await promisify(execFile)('apt-get', ['update', '-qq']);
		await new Promise<void>((resolve, reject) => {
			spawn('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
				stdio: ['ignore', 'ignore', 'inherit'],
				env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
			})
				.on('error', reject)
				.on('close', () => {
					resolve();
				});
		});
	}
	if (chromiumPath() === undefined) {
		throw new Error(
			'The editor tests need Chromium. Install it ("apt-get install chromium") or name one with CHROMIUM=/path/to/it; "npm run test:e2e -- --n8n 2" does without.',
		);
	}
}
