import { buildIfNeeded } from './build.mjs';
import { inOrder, typescript } from './tool.mjs';

/** The main job: exports the published courses through n8n's engine to a CSV file. */
export async function start(args) {
	return await inOrder(buildIfNeeded, () => typescript('scripts/start/main.ts', args));
}

/** The service of the tests, to be used by hand. */
export async function sandbox(args) {
	return await typescript('test/sandbox/cli.ts', args);
}
