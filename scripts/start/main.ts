import { channel } from 'node:diagnostics_channel';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
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

const example = join(projectDirectory, 'examples', 'published-courses.json');
const file = join(projectDirectory, 'out', 'published-courses.csv');

async function main(): Promise<void> {
	const target = readOptions(process.argv.slice(2), process.env);
	if (target === 'help') {
		console.log(help);
	} else if (target === 'sandbox') {
		const sandbox = await startSandbox({ courses: 3210 });
		console.log(`Sandbox ${sandbox.baseUrl}, with ${sandbox.catalogue.count('courses')} courses`);
		await exportPublishedCourses(sandbox).finally(() => sandbox.stop());
	} else {
		console.log(`Service ${target.baseUrl}`);
		await exportPublishedCourses(target);
	}
}

async function exportPublishedCourses(credential: WorkflowOptions['credential']): Promise<void> {
	const workflow = JSON.parse(await readFile(example, 'utf8')) as WorkflowJson & { name: string };
	console.log(`Workflow "${workflow.name}"`);

	const startedAt = performance.now();
	const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`;
	let pages = 0;
	const onPage = (message: unknown) => {
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		if (!/\/api\/v2\/courses(\?|$)/.test(request.path)) return;
		if (response.statusCode !== 200) {
			console.log(`  page ${pages + 1}: HTTP ${response.statusCode} after ${seconds()}`);
			return;
		}
		pages += 1;
		const isLast = response.headers.link === undefined;
		console.log(`  page ${pages} after ${seconds()}${isLast ? ', the last page' : ''}`);
	};
	// Node reports every response in this process, so n8n's node needs no hook.
	const responses = channel('http.client.response.finish');
	responses.subscribe(onPage);
	const { error, outputOf } = await runWorkflow(workflow, {
		credential,
		binaryDataMode: 'filesystem',
	}).finally(() => {
		responses.unsubscribe(onPage);
	});
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
