import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installedPackage } from '../../test/e2e/harness/home';
import { endsWithThisProcess } from '../../test/e2e/harness/tied';

/** Settings of n8n: it loads a package anew when one of its files changes. */
export const RELOAD = { N8N_DEV_RELOAD: 'true' };

/**
 * Compiles the source, and again whenever it changes, into the package that n8n has installed. What the compiler says
 * goes to the terminal; while it finds an error, n8n keeps the last code without one.
 *
 * @param root the folder with `nodes/`, `credentials/` and `tsconfig.json`
 * @param home of the n8n
 * @returns what ends it
 */
export function compileChanges(root: string, home: string): () => void {
	const dist = join(installedPackage(home), 'dist');
	const compiler = spawn(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--watch', '--preserveWatchOutput', '--outDir', dist],
		{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
	);
	endsWithThisProcess(compiler);
	return () => compiler.kill();
}
