import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

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
	/** The token from the previous call. */
	paginationToken?: string | undefined;
}

export interface SearchRun extends INodeListSearchResult {
	error: (Error & { description?: string | null }) | undefined;
}

/** Searches a resource locator's list, as n8n's editor does. A failed search is returned, not thrown. */
export async function runSearch(options: SearchOptions): Promise<SearchRun> {
	const { method, filter, paginationToken } = options;
	const installed = await InstalledPackage.load();
	const credential = stored(options.credential);
	const node = nodeOf('Temp-Node', installed.typeName('learningPlatform'), {}, 'uuid-1234');
	const workflow = buildWorkflow({ nodes: [node], connections: {} }, installed, credential);
	const tempNode = workflow.getNode(node.name);
	const search = installed.getByNameAndVersion(node.type).methods?.listSearch?.[method];
	if (!tempNode || !search) throw new Error(`${node.type} has no method "${method}".`);
	const helper = new EngineCredentialsHelper(installed, credential);
	const additionalData = additionalDataFor(workflow, 'internal', helper);
	additionalData.currentNodeParameters = {};
	const context = new LoadOptionsContext(workflow, tempNode, additionalData, 'parameters.field');
	return await workflow.expression
		.withIsolate(async () => {
			const functions = context as ILoadOptionsFunctions;
			const found = await search.call(functions, filter, paginationToken);
			return { ...found, error: undefined };
		})
		.catch((error: unknown) => ({ results: [], error: error as Error }));
}
