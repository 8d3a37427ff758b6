import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import {
	projectDirectory,
	readBinaryData,
	runWorkflow,
	type WorkflowJson,
	type WorkflowOptions,
} from '../../test/engine/harness';
import { startSandbox } from '../../test/sandbox';
import { help, readOptions } from './options';
import { watchPages } from './pageRequests';

const example = join(projectDirectory, 'examples', 'published-courses.json');
const file = join(projectDirectory, 'out', 'published-courses.csv');

async function main(): Promise<void> {
	const target = readOptions(process.argv.slice(2), process.env);
	if (target === 'help') {
		console.log(help);
	} else if (target === 'sandbox') {
		await exportFromSandbox();
	} else {
		console.log(`Service ${target.baseUrl}`);
		await exportPublishedCourses(target);
	}
}

async function exportFromSandbox(): Promise<void> {
	const sandbox = await startSandbox({ courses: 3210 });
	try {
		console.log(`Sandbox ${sandbox.baseUrl}, with ${sandbox.catalogue.count('courses')} courses`);
		await exportPublishedCourses(sandbox);
	} finally {
		await sandbox.stop();
	}
}

async function exportPublishedCourses(credential: WorkflowOptions['credential']): Promise<void> {
	const workflow = JSON.parse(await readFile(example, 'utf8')) as WorkflowJson & { name: string };
	console.log(`Workflow "${workflow.name}"`);

	const startedAt = performance.now();
	const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`;
	let pages = 0;
	const unwatch = watchPages('/api/v2/courses', ({ status, hasNext }) => {
		if (status !== 200) {
			console.log(`  page ${pages + 1}: HTTP ${status} after ${seconds()}`);
			return;
		}
		pages += 1;
		console.log(`  page ${pages} after ${seconds()}${hasNext ? '' : ', the last page'}`);
	});
	const { error, outputOf } = await runWorkflow(workflow, {
		credential,
		binaryDataMode: 'filesystem',
	}).finally(unwatch);
	if (error) throw error;

	const [item] = outputOf('Export published courses');
	if (!item?.binary?.data) throw new Error('The workflow did not create a file.');
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, await readBinaryData(item.binary.data));
	console.log(`${Number(item.json.records)} published courses from ${pages} pages in ${seconds()}`);
	console.log(`Written to ${relative(process.cwd(), file)}`);
}

main().catch((error: unknown) => {
	// Prints only messages: other properties of an error can contain requests, including the secret.
	const { message, description } = error as Error & { description?: string | null };
	console.error(`\nFailed: ${message}${description ? `\n${description}` : ''}`);
	process.exitCode = 1;
});
