import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Major = 1 | 2;

export const MAJORS: readonly Major[] = [1, 2];

/** The folder whose package.json pins one n8n, and into whose node_modules it is installed. */
export function n8nFolder(major: Major): string {
	return join(__dirname, '..', `n8n-${major}`);
}

/** The pinned version, for people to read. */
export function n8nVersion(major: Major): string {
	const manifest = JSON.parse(readFileSync(join(n8nFolder(major), 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return manifest.dependencies.n8n;
}
