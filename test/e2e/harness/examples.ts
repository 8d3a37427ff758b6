import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ImportedCredential, type ImportedWorkflow, pollEvery } from './workflow';

const FOLDER = join(__dirname, '../../../examples');
const OUR_NODES = 'n8n-nodes-learning-platform.';

const TRIGGER_TYPE = `${OUR_NODES}learningPlatformTrigger`;

/** n8n stores what a trigger remembers only under IDs of at most this length. */
const ID_LENGTH = 16;

/** The names of the examples' files, without `.json`. */
export function exampleFiles(): string[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => basename(file, '.json'));
}

/** The example workflows, with a credential chosen in every node of ours. */
export function exampleWorkflows(credential: ImportedCredential): ImportedWorkflow[] {
	return exampleFiles().map((file) => exampleWorkflow(file, credential));
}

/**
 * One of them, by the name of its file without `.json`.
 *
 * @throws {Error} when there is no such file
 */
export function exampleWorkflow(
	file: string,
	{ id, name, type }: ImportedCredential,
): ImportedWorkflow {
	const example = JSON.parse(
		readFileSync(join(FOLDER, `${file}.json`), 'utf8'),
	) as ImportedWorkflow;
	for (const node of example.nodes) {
		if (node.type.startsWith(OUR_NODES)) node.credentials = { [type]: { id, name } };
	}
	return { ...example, id: file.slice(-ID_LENGTH), active: false };
}

export type NodeChange = Partial<ImportedWorkflow['nodes'][number]>;

/**
 * The example as somebody sets it up; its trigger polls every three seconds.
 *
 * @param changes what is chosen in nodes, by their names or types
 */
export function setUp(
	example: ImportedWorkflow,
	changes: Record<string, NodeChange> = {},
): ImportedWorkflow {
	const nodes = example.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? changes[node.type] ?? {};
		const pollTimes = node.type === TRIGGER_TYPE ? { pollTimes: pollEvery(3) } : {};
		return {
			...node,
			...change,
			parameters: { ...node.parameters, ...parameters, ...pollTimes },
		};
	});
	return { ...example, nodes };
}
