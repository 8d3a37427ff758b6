import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { page, root } from './pages';

interface Example {
	nodes: { parameters: { tableName?: string } }[];
}

const names = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => (JSON.parse(page(`examples/${file}`).text) as Example).nodes)
	.flatMap(({ parameters }) => parameters.tableName ?? []);

// n8n takes the first table whose name contains the name that it looks for.
it.each(names)('no other example creates a table whose name contains "%s"', (name) => {
	const containing = names.filter((other) => other.toLowerCase().includes(name.toLowerCase()));
	expect(containing).toEqual([name]);
});

it('examples create tables', () => {
	expect(names.length).toBeGreaterThan(1);
});
