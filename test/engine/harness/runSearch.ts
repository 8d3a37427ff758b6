import { LoadOptionsContext } from 'n8n-core';
import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeParameters,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { InstalledPackage, nodeOf } from './nodeTypes';
import { buildWorkflow } from './runWorkflow';

export interface SearchOptions {
	/** A method of the node's `methods.listSearch`. */
	method: string;
	credential: CredentialInput;
	filter?: string;
	/** What the form contains. */
	parameters?: INodeParameters;
	/** The token from the previous call. */
	paginationToken?: string | undefined;
}

export interface SearchRun extends INodeListSearchResult {
	error: (Error & { description?: string | null }) | undefined;
}

/** Searches a resource locator's list, as n8n's editor does. A failed search is returned, not thrown. */
export async function runSearch(options: SearchOptions): Promise<SearchRun> {
	const { method, filter, paginationToken } = options;
	return await runInEditor(options, async ({ methods }, functions) => {
		const search = methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no method "${method}".`);
		return { ...(await search.call(functions, filter, paginationToken)), error: undefined };
	}).catch((error: unknown) => ({ results: [], error: error as Error }));
}

/** Returns the fields of a resource mapper, as n8n's editor shows them. */
export async function readMapperFields(
	options: Pick<SearchOptions, 'method' | 'credential'>,
): Promise<ResourceMapperFields> {
	return await runInEditor(options, async ({ methods }, functions) => {
		const read = methods?.resourceMapping?.[options.method];
		if (!read) throw new Error(`The node has no method "${options.method}".`);
		return await read.call(functions);
	});
}

async function runInEditor<Found>(
	{ credential: input, parameters = {} }: Pick<SearchOptions, 'credential' | 'parameters'>,
	run: (type: INodeType, functions: ILoadOptionsFunctions) => Promise<Found>,
): Promise<Found> {
	const installed = await InstalledPackage.load();
	const credential = stored(input);
	const node = nodeOf('Temp-Node', installed.typeName('learningPlatform'), {}, 'uuid-1234');
	// In n8n, this workflow has no settings, so its time zone is n8n's own.
	const settings = { timezone: 'Europe/Paris' };
	const json = { nodes: [node], connections: {}, settings };
	const workflow = buildWorkflow(json, installed, credential);
	const tempNode = workflow.getNode(node.name);
	if (!tempNode) throw new Error(`The workflow has no node ${node.name}.`);
	const helper = new EngineCredentialsHelper(installed, credential);
	const additionalData = additionalDataFor(workflow, 'internal', helper);
	additionalData.currentNodeParameters = parameters;
	const context = new LoadOptionsContext(workflow, tempNode, additionalData, 'parameters.field');
	return await workflow.expression.withIsolate(async () => {
		const type = installed.getByNameAndVersion(node.type);
		return await run(type, context as ILoadOptionsFunctions);
	});
}
