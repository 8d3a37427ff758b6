import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { dataTableExamples } from './dataTables';
import { generatedPages } from './fields';
import { aliases } from './searchWords';
import { schemas } from './schemas';

// Writes the generated pages, examples, schemas, and aliases: npm run docs

const root = join(__dirname, '../..');
const NODE = join(root, 'nodes/LearningPlatform');
const SCHEMAS = join(NODE, '__schema__/v1.0.0');

async function main(): Promise<void> {
	const { format, resolveConfig } = await import('prettier');
	const write = async (filepath: string, text: string) => {
		const options = { ...(await resolveConfig(filepath)), filepath };
		await mkdir(dirname(filepath), { recursive: true });
		await writeFile(filepath, await format(text, options));
	};
	for (const [path, text] of generatedPages()) await write(join(root, 'docs', path), text);
	for (const [path, example] of dataTableExamples()) {
		await write(join(root, 'examples', path), JSON.stringify(example));
	}
	await rm(SCHEMAS, { recursive: true, force: true });
	for (const [path, schema] of schemas()) {
		await write(join(SCHEMAS, path), JSON.stringify({ ...schema, version: 1 }, null, '\t'));
	}
	for (const [path, alias] of aliases()) {
		const codex = JSON.parse(readFileSync(join(NODE, path), 'utf8')) as object;
		await write(join(NODE, path), JSON.stringify({ ...codex, alias }));
	}
}

void main();
