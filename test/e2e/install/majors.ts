import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Major = 1 | 2;

export const MAJORS: readonly Major[] = [1, 2];

/** Returns the folder whose package.json pins an n8n version and in which that version is installed. */
export function n8nFolder(major: Major): string {
	return join(__dirname, '..', `n8n-${major}`);
}

/** Returns the pinned version. */
export function n8nVersion(major: Major): string {
	const manifest = JSON.parse(readFileSync(join(n8nFolder(major), 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return manifest.dependencies.n8n;
}
