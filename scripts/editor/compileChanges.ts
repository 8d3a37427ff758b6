import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installedPackage } from '../../test/e2e/harness/home';
import { endsWithThisProcess } from '../../test/e2e/harness/tied';

/** The setting that makes n8n reload a package when one of its files changes. */
export const RELOAD = { N8N_DEV_RELOAD: 'true' };

/**
 * Compiles the sources in `root` into the package in n8n's `home` folder after every change. The compiler prints to the
 * terminal; after an error, n8n keeps the last good code.
 *
 * @returns a function that stops the compiler
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
