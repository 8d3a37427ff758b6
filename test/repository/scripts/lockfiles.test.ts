import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Lockfile {
	packages: Record<string, { resolved?: string }>;
}

const root = resolve(__dirname, '../../..');

// Without addresses, npm asks the registry about every package, which takes most of the installation time.
const folders = [
	'.',
	'scripts/node24',
	'test/e2e',
	'test/e2e/n8n-1',
	'test/e2e/n8n-2',
	'.ci/n8n-node',
];

it.each(folders)('the lockfile in %s contains the address of every package', (folder) => {
	const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(text) as Lockfile;
	const without = Object.entries(packages).filter(
		([path, { resolved }]) => path !== '' && !resolved?.startsWith('https://registry.npmjs.org/'),
	);
	expect(without.map(([path]) => path)).toEqual([]);
});
