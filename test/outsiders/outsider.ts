import type { INodeParameters } from 'n8n-workflow';

import { type NodeOptions, readBinaryData, runNode } from '../engine/harness';
import { startOutsider, type Outsider, type OutsiderOptions } from './service';
import { expectTruth, jsonOf, secretsOf, type Must, type Told } from './truth';

const running = new Set<Outsider>();

/** Starts a service, which stops after the test. */
export async function start(options: OutsiderOptions = {}): Promise<Outsider> {
	const service = await startOutsider(options);
	running.add(service);
	return service;
}

afterEach(async () => {
	jest.restoreAllMocks();
	for (const service of running) await service.stop();
	running.clear();
});

/** Retries would only slow the tests down. */
const IMPATIENT = { options: { maxRetries: 0 } };

/** Lists all courses in n8n's engine. */
export async function listAll(
	credential: NodeOptions['credential'],
	parameters: INodeParameters = {},
): Promise<Told> {
	const all = { resource: 'course', operation: 'list', returnAll: true, ...IMPATIENT };
	const run = await runNode({ credential, parameters: { ...all, ...parameters } });
	return { records: jsonOf(run.items), error: run.error as Told['error'] };
}

/** Gets a course by ID in n8n's engine. */
export async function getOne(credential: NodeOptions['credential'], id: string): Promise<Told> {
	const courseId = { __rl: true, mode: 'id', value: id };
	return await listAll(credential, { operation: 'get', courseId });
}

/** Exports all courses as JSON Lines and reads the file. */
export async function exportAll(credential: NodeOptions['credential']): Promise<Told> {
	const parameters = { resource: 'course', operation: 'export', format: 'jsonl', ...IMPATIENT };
	const run = await runNode({ credential, parameters });
	const file = run.items[0]?.binary?.data;
	const text = file ? (await readBinaryData(file)).toString() : '';
	const lines = text.split('\n').filter((line) => line !== '');
	return {
		records: lines.map((line) => JSON.parse(line) as Told['records'][number]),
		error: run.error as Told['error'],
	};
}

/** Starts a service, lists its courses, and checks the outcome. */
export async function expectList(options: OutsiderOptions, must: Must): Promise<Outsider> {
	const service = await start(options);
	const told = await listAll(service);
	expectTruth(told, must, service.records, secretsOf(service));
	return service;
}
