import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ImportedCredential, type ImportedWorkflow, pollEvery } from './workflow';

const FOLDER = join(__dirname, '../../../examples');
const OUR_NODES = 'n8n-nodes-learning-platform.';

const TRIGGER_TYPE = `${OUR_NODES}learningPlatformTrigger`;

/** The maximum length of a workflow ID for which n8n stores a trigger's memory. */
const ID_LENGTH = 16;

/** Returns the file names of the examples, without `.json`. */
export function exampleFiles(): string[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => basename(file, '.json'));
}

/** Returns the example workflows, with a credential in each of our nodes. */
export function exampleWorkflows(credential: ImportedCredential): ImportedWorkflow[] {
	return exampleFiles().map((file) => exampleWorkflow(file, credential));
}

/**
 * Returns an example by its file name without `.json`.
 *
 * @throws {Error} if the file does not exist
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
 * Sets up an example whose trigger polls every three seconds.
 *
 * @param changes to nodes, by node name or type
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
