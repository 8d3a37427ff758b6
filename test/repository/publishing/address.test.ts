import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';

interface Manifest {
	repository: { url: string };
	homepage: string;
	bugs: { url: string };
	author: { url: string };
	keywords: string[];
	n8n: { nodes: string[] };
}

const root = resolve(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const address = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const codexFiles = manifest.n8n.nodes.map((node) => node.replace(/^dist\/|js$/g, '') + 'json');

it('every file uses the repository URL from package.json', () => {
	const addresses = [
		manifest.homepage,
		manifest.bugs.url,
		manifest.author.url,
		new LearningPlatformApi().documentationUrl,
		...codexFiles.flatMap((file) => read(file).match(/https:[^"]*/g) ?? []),
		...(read('README.md').match(/https:[^"\s]*\/raw\/[^"]*/g) ?? []),
	];
	expect(addresses).toHaveLength(12);
	expect(addresses.map((text) => text.split(/[#]|\/(?:issues|blob|raw)\b/)[0])).toEqual(
		addresses.map(() => address),
	);
});

it.each(codexFiles)('%s links to existing headings and files', (file) => {
	const readme = read('README.md').toLowerCase();
	for (const [, anchor = ''] of read(file).matchAll(/#([^"]*)"/g)) {
		expect(readme).toContain(`\n## ${anchor}\n`);
	}
	for (const [, path = ''] of read(file).matchAll(/\/blob\/main\/([^"#]*)/g)) {
		expect(read(path)).not.toBe('');
	}
});

it.each(['LMS', 'E-Learning', '360Learning', 'Catalogue', 'Training'])(
	'a search for %s finds every node and the package',
	(word) => {
		for (const file of codexFiles) {
			expect((JSON.parse(read(file)) as { alias: string[] }).alias).toContain(word);
		}
		expect(manifest.keywords).toContain(word.toLowerCase());
	},
);
