import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

const FOLDER = join(__dirname, '../../../examples');
const OUR_NODES = 'n8n-nodes-learning-platform.';

/** The example workflows, with a credential chosen in every node of ours; the file's name is the id. */
export function exampleWorkflows(credential: ImportedCredential): ImportedWorkflow[] {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
	return files.map((file) => {
		const example = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ImportedWorkflow;
		const { id, name, type } = credential;
		for (const node of example.nodes) {
			if (node.type.startsWith(OUR_NODES)) node.credentials = { [type]: { id, name } };
		}
		return { ...example, id: basename(file, '.json'), active: false };
	});
}

/** One of them, by the name of its file without `.json`. */
export function exampleWorkflow(id: string, credential: ImportedCredential): ImportedWorkflow {
	const example = exampleWorkflows(credential).find((workflow) => workflow.id === id);
	if (!example) throw new Error(`There is no examples/${id}.json`);
	return example;
}
