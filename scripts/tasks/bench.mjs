import { buildIfNeeded } from './build.mjs';
import { inOrder, typescript } from './tool.mjs';

/** Measures the package beside its peers in real n8n and writes what came out. */
export async function bench(args) {
	return await inOrder(buildIfNeeded, () => typescript('test/bench/main.ts', args));
}
