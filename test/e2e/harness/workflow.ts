import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

/** A credential as `n8n import:credentials` accepts it. */
export interface ImportedCredential {
	id: string;
	name: string;
	type: string;
	data: IDataObject;
}

/** A workflow as `n8n import:workflow` accepts it. */
export interface ImportedWorkflow {
	id: string;
	name: string;
	active: boolean;
	nodes: INode[];
	connections: IConnections;
	settings: IDataObject;
}

type NodeOptions = Partial<Pick<INode, 'onError' | 'typeVersion'>> & {
	credential?: ImportedCredential;
};

/** Creates a node of any type and uses its name as its ID. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	{ credential, ...options }: NodeOptions = {},
): INode {
	const credentials = credential && {
		[credential.type]: { id: credential.id, name: credential.name },
	};
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...options,
		...(credentials && { credentials }),
	};
}

/** Creates our action node. */
export function ourNode(
	name: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
	options: Omit<NodeOptions, 'credential'> = {},
): INode {
	const type = 'n8n-nodes-learning-platform.learningPlatform';
	return node(name, type, parameters, { ...options, credential });
}

/** Creates our action node with the List operation. */
export function list(
	name: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
	options: Omit<NodeOptions, 'credential'> = {},
): INode {
	return ourNode(name, credential, { operation: 'list', ...parameters }, options);
}

/**
 * Creates a node that posts JSON to an address for each item.
 *
 * @param what an expression for the JSON; the item by default
 */
export function report(url: string, name = 'Report', what = '$json'): INode {
	const jsonBody = `={{ JSON.stringify(${what}) }}`;
	const body = { sendBody: true, specifyBody: 'json', jsonBody };
	const parameters = { method: 'POST', url, ...body };
	return node(name, 'n8n-nodes-base.httpRequest', parameters, { typeVersion: 4.2 });
}

/** Creates n8n's HTTP Request node with our credential. */
export function httpRequest(name: string, credential: ImportedCredential, url: string): INode {
	const parameters = {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential.type,
	};
	const options = { typeVersion: 4.2, onError: 'continueRegularOutput', credential } as const;
	return node(name, 'n8n-nodes-base.httpRequest', parameters, options);
}

/** Creates a workflow whose manual trigger feeds chains of one or more nodes. */
export function workflow(id: string, ...chains: (INode | INode[])[]): ImportedWorkflow {
	const start = node('Start', 'n8n-nodes-base.manualTrigger');
	return chainsOf(
		id,
		chains.map((chain) => [start, ...[chain].flat()]),
	);
}

/** Renames a workflow's first node, which keeps its ID. */
export function renamed(
	{ nodes: [first, ...others], connections, ...workflow }: ImportedWorkflow,
	name: string,
): ImportedWorkflow {
	if (!first) throw new Error('The workflow has no nodes.');
	const { [first.name]: outputs = {}, ...rest } = connections;
	const nodes = [{ ...first, name }, ...others];
	return { ...workflow, nodes, connections: { ...rest, [name]: outputs } };
}

/** Returns a schedule in seconds: n8n rejects intervals below one minute but accepts several one-minute schedules. */
export function pollEvery(seconds: number): INodeParameters {
	const item = Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	return { item };
}

/** Creates a workflow in which our trigger feeds a chain. */
export function pollingWorkflow(
	id: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
	...chain: INode[]
): ImportedWorkflow {
	return chainsOf(id, [[ourTrigger('Trigger', credential, parameters), ...chain]]);
}

/**
 * Creates our trigger, which polls every three seconds by default. Polls that overlap on a busy machine become
 * executions, and n8n's SQLite database loses executions if there are too many.
 */
export function ourTrigger(
	name: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
): INode {
	const type = 'n8n-nodes-learning-platform.learningPlatformTrigger';
	return node(name, type, { pollTimes: pollEvery(3), ...parameters }, { credential });
}

/** Once a year. */
const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 0 1 1 *' }] };

/**
 * Creates our instant trigger, which never polls. In n8n 2, a poll fails while its workflow is being published ("No
 * bridge acquired"). n8n then skips the workflow when it next starts.
 */
export function ourInstantTrigger(
	name: string,
	credential: ImportedCredential,
	parameters: INodeParameters,
): INode {
	const type = 'n8n-nodes-learning-platform.learningPlatformInstantTrigger';
	return node(name, type, { pollTimes: NEVER, ...parameters }, { credential });
}

/** Creates n8n's Webhook node, which accepts POST requests to `/webhook/<path>`. */
export function webhook(path: string): INode {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	const type = 'n8n-nodes-base.webhook';
	return { ...node(`Hook ${path}`, type, parameters, { typeVersion: 2 }), webhookId: path };
}

/** Creates a workflow of chains, each of which starts with a trigger or with a node from a different chain. */
export function chainsOf(id: string, chains: INode[][]): ImportedWorkflow {
	const links = chains.flatMap((chain) =>
		chain.slice(1).map(({ name: to }, index) => ({ from: chain[index]?.name ?? '', to })),
	);
	return {
		id,
		name: id,
		active: false,
		nodes: [...new Set(chains.flat())],
		connections: mainConnections(links),
		settings: { executionOrder: 'v1' },
	};
}

function mainConnections(links: { from: string; to: string }[]): IConnections {
	const connections: IConnections = {};
	for (const { from, to } of links) {
		const outputs = (connections[from] ??= { main: [[]] });
		outputs.main?.[0]?.push({ node: to, type: 'main', index: 0 });
	}
	return connections;
}
