import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import {
	projectDirectory,
	readBinaryData,
	runWorkflow,
	type WorkflowJson,
} from '../test/engine/harness';
import { startSandbox, type Sandbox } from '../test/sandbox';

// Exports a sandbox's published courses, using the node in n8n's engine: npm start

const example = join(projectDirectory, 'examples', 'published-courses.json');
const file = join(projectDirectory, 'out', 'published-courses.csv');

async function main(): Promise<void> {
	const sandbox = await startSandbox({ courses: 3210 });
	console.log(`Sandbox ${sandbox.baseUrl}, with ${sandbox.catalogue.count('courses')} courses`);
	await exportPublishedCourses(sandbox).finally(() => sandbox.stop());
}

async function exportPublishedCourses(credential: Sandbox): Promise<void> {
	const workflow = JSON.parse(await readFile(example, 'utf8')) as WorkflowJson & { name: string };
	console.log(`Workflow "${workflow.name}"`);
	const startedAt = performance.now();
	const { error, outputOf } = await runWorkflow(workflow, {
		credential,
		binaryDataMode: 'filesystem',
	});
	if (error) throw error;
	const [item] = outputOf('Export published courses');
	if (!item?.binary?.data) throw new Error('The workflow did not create a file.');
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await readBinaryData(item.binary.data));
	const { records, pages } = item.json;
	const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
	console.log(`${Number(records)} published courses from ${Number(pages)} pages in ${seconds} s`);
	console.log(`Written to ${relative(process.cwd(), file)}`);
}

main().catch((error: unknown) => {
	// Prints only messages: other properties of an error can contain requests, including the secret.
	const { message, description } = error as Error & { description?: string | null };
	console.error(`\nFailed: ${message}${description ? `\n${description}` : ''}`);
	process.exitCode = 1;
});
