import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type as system } from 'node:os';
import { join } from 'node:path';

import { MAJORS, n8nVersion } from '../../e2e/install/majors';

const projectDirectory = join(__dirname, '../../..');

/** What the figures were measured with. */
export interface Versions {
	package: string;
	n8n: string[];
	'n8n-core': string;
	node: string;
}

/** What they were measured on. */
export interface Machine {
	system: string;
	processor: string;
	cores: number;
	memoryGb: number;
}

export function versions(): Versions {
	return {
		package: versionIn(projectDirectory),
		n8n: MAJORS.map(n8nVersion),
		'n8n-core': installedVersion('n8n-core'),
		node: process.versions.node,
	};
}

export function machine(): Machine {
	const [first] = cpus();
	return {
		system: `${system()} ${arch()}`,
		processor: first?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
	};
}

/** The version of a development dependency. */
export function installedVersion(name: string): string {
	return versionIn(join(projectDirectory, 'node_modules', name));
}

function versionIn(folder: string): string {
	const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}
