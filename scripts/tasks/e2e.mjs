import { buildIfNeeded } from './build.mjs';
import { inOrder, typescript } from './tool.mjs';

/** The packed package in real n8n: its command line in both majors, and its editor in a browser. */
export async function e2e(args) {
	return await inOrder(buildIfNeeded, () => typescript('test/e2e/run.ts', args));
}

/** A real n8n with the node in it, for people. */
export async function editor(args) {
	return await inOrder(buildIfNeeded, () => typescript('scripts/editor/main.ts', args));
}
