import { join } from 'node:path';
import { npm } from './npm';

/**
 * Packs the built package exactly as it would be published.
 *
 * @returns the path of the tarball, in `folder`
 */
export async function packTarball(root: string, folder: string): Promise<string> {
	const answer = await npm(['pack', '--json', '--pack-destination', folder], { cwd: root });
	const [packed] = JSON.parse(answer) as [{ filename: string }];
	return join(folder, packed.filename);
}
