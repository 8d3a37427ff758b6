import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from './npm';

/**
 * Finds the C++ headers of the running Node, which building sqlite3 needs: next to its binary, or else in the npm
 * package that carries Node for this platform, which is then installed into `folder`.
 *
 * @returns the folder that holds `include/node`, for npm's `nodedir`
 */
export async function nodeHeaders(folder: string): Promise<string> {
	const carrier = `node-${process.platform}-${process.arch}`;
	const beside = dirname(dirname(process.execPath));
	const installed = join(folder, 'node_modules', carrier);
	const found = [beside, join(beside, 'node_modules', carrier), installed].find((candidate) =>
		existsSync(join(candidate, 'include', 'node', 'node.h')),
	);
	if (found !== undefined) return found;
	await mkdir(folder, { recursive: true });
	await npm(
		[
			'install',
			'--no-save',
			'--no-package-lock',
			'--prefix',
			folder,
			`${carrier}@${process.versions.node}`,
		],
		{ cwd: folder },
	);
	return installed;
}
