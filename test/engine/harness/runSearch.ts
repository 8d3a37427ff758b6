import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { type LogEntry, recordLog } from './log';
import { InstalledPackage, nodeOf } from './nodeTypes';
import { buildWorkflow } from './runWorkflow';

export interface SearchOptions {
	/** A method of the node's `methods.listSearch` or `methods.loadOptions`. */
	method: string;
	credential: CredentialInput;
	/** What was typed into the list. */
	filter?: string;
	/** What the call before has returned. */
	paginationToken?: string | undefined;
	parameters?: INodeParameters;
	/** Name inside the package. Default: `learningPlatform`. */
	type?: string;
}

export interface SearchRun extends INodeListSearchResult {
	error: (Error & { description?: string | null }) | undefined;
	log: LogEntry[];
}

/** Fills the list of a resource locator or a menu once, as n8n's editor has it filled. A search that fails is a result. */
export async function runSearch(options: SearchOptions): Promise<SearchRun> {
	const { method, filter, paginationToken, parameters = {}, type = 'learningPlatform' } = options;
	const installed = await InstalledPackage.load();
	const credential = stored(options.credential);
	const node = nodeOf('Temp-Node', installed.typeName(type), parameters, 'uuid-1234');
	const workflow = buildWorkflow({ nodes: [node], connections: {} }, installed, credential);
	const tempNode = workflow.getNode(node.name);
	const { listSearch, loadOptions } = installed.getByNameAndVersion(node.type).methods ?? {};
	const search = listSearch?.[method];
	const load = loadOptions?.[method];
	if (!tempNode || !(search ?? load)) throw new Error(`${node.type} has no method "${method}".`);
	const helper = new EngineCredentialsHelper(installed, credential);
	const additionalData = additionalDataFor(workflow, 'internal', helper);
	additionalData.currentNodeParameters = parameters;
	const log = recordLog(additionalData);
	const context = new LoadOptionsContext(workflow, tempNode, additionalData, 'parameters.field');
	const outcome = await workflow.expression
		.withIsolate(async () => {
			const functions = context as ILoadOptionsFunctions;
			const found = (await search?.call(functions, filter, paginationToken)) ?? {
				results: (await load?.call(functions)) ?? [],
			};
			return { ...found, error: undefined };
		})
		.catch((error: unknown) => ({ results: [], error: error as Error }));
	return { ...outcome, log };
}
