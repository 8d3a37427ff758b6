import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Route } from '../../test/contract';
import { catalogOf } from './catalog';
import { updateContract } from './update';

// Writes the service's published facts, prints what has changed, and runs the tests that compare the package with
// the facts: npm run contract -- [FILE...]
// FILE is one of the service's OpenAPI 3 documents, in JSON or YAML. List all of them: facts that no document contains
// are removed. A page of the reference or changelog (.md, .txt) adds names of webhook events. Without a FILE, only the
// package's copy of the facts is written.

const root = join(__dirname, '../..');
const FACTS = join(root, 'test/contract');

try {
	const files = process.argv.slice(2);
	if (files.length > 0) console.log(updateContract(files, FACTS).join('\n'));
	const service = readFileSync(join(FACTS, 'service.json'), 'utf8');
	const text = catalogOf(JSON.parse(service) as Record<string, Route>);
	writeFileSync(join(root, 'nodes/LearningPlatform/catalog/facts.ts'), text);
	const comparison = ['node_modules/jest/bin/jest.js', 'unit/catalog/lists', 'unit/write/form'];
	const { status } = spawnSync(process.execPath, comparison, { cwd: root, stdio: 'inherit' });
	process.exitCode = status ?? 1;
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
