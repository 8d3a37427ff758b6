import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Contender, Job } from './engine';

/** A credential as n8n's API takes it. */
export interface NewCredential {
	name: string;
	type: string;
	data: IDataObject;
}

/** A workflow as n8n's API takes it. */
export interface NewWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings: IDataObject;
	active: boolean;
}

interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** The node of a contender, without its place in a workflow. */
interface Part {
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
	retryOnFail?: boolean;
	maxTries?: number;
}

/** The credential that a contender signs with; the bare loops sign by themselves. */
export function credentialFor({ contender, account }: Job): NewCredential | undefined {
	if (contender === 'loop' || contender === 'countingLoop') return undefined;
	const isPlain = contender === 'httpRequest' || contender === 'httpRequestRetrying';
	const ours = { versionHeader: 'service-api-version', apiVersion: 'v2.0' };
	return {
		name: `${contender} ${account.baseUrl}`,
		type: isPlain ? 'plainApi' : 'learningPlatformApi',
		data: { ...account, accessToken: '', ...(!isPlain && ours) },
	};
}

/**
 * A workflow that measures a contender: started by hand or by a web request, which is answered with the
 * measurement.
 */
export function measuringWorkflow(
	job: Job,
	path: string,
	credential: StoredCredential | undefined,
): NewWorkflow {
	const credentials = credential && { [credential.type]: { ...credential } };
	const converts = job.contender === 'convertToXlsx';
	const nodes = [
		node('Manual', { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }),
		node('Webhook', {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, responseMode: 'lastNode' },
		}),
		node('Begin', { type: 'CUSTOM.begin', typeVersion: 1, parameters: { items: job.items ?? 1 } }),
		{ ...node('Contender', partFor(job)), ...(credentials && { credentials }) },
		...(converts ? [node('Convert', convertToXlsx)] : []),
		node('End', { type: 'CUSTOM.end', typeVersion: 1, parameters: {} }),
	];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	return {
		name: path,
		nodes: nodes.map((one) => (one.name === 'Webhook' ? { ...one, webhookId: path } : one)),
		connections: {
			Manual: to('Begin'),
			Webhook: to('Begin'),
			Begin: to('Contender'),
			Contender: to(converts ? 'Convert' : 'End'),
			...(converts && { Convert: to('End') }),
		},
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveDataErrorExecution: 'none',
		},
		active: false,
	};
}

function node(name: string, part: Part): INode {
	return { id: name, name, position: [0, 0], ...part };
}

function partFor({ contender, account }: Job): Part {
	const url = `${account.baseUrl}/api/v2/courses`;
	const options = { splitBy: 'createdAt' };
	const parts: Record<Exclude<Contender, 'poll'>, () => Part> = {
		node: () => ours({ resource: 'course', operation: 'list', returnAll: true }),
		nodeInParts: () => ours({ resource: 'course', operation: 'list', returnAll: true, options }),
		export: () => ours({ resource: 'course', operation: 'export' }),
		exportGzip: () =>
			ours({ resource: 'course', operation: 'export', options: { compress: true } }),
		exportXlsx: () => ours({ resource: 'course', operation: 'export', format: 'xlsx' }),
		convertToXlsx: () => ours({ resource: 'course', operation: 'list', returnAll: true }),
		exportInParts: () => ours({ resource: 'course', operation: 'export', options }),
		httpRequest: () => httpRequest(url, 'plainApi'),
		httpRequestWithOurCredential: () => httpRequest(url, 'learningPlatformApi'),
		// n8n allows no more than five tries.
		httpRequestRetrying: () => ({
			...httpRequest(url, 'plainApi'),
			retryOnFail: true,
			maxTries: 5,
		}),
		loop: () => fetchLoop({ account: JSON.stringify(account) }),
		countingLoop: () => fetchLoop({ account: JSON.stringify(account), onlyCount: true }),
	};
	if (contender === 'poll') throw new Error('A poll is no part of a workflow.');
	return parts[contender]();
}

const convertToXlsx: Part = {
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'xlsx' },
};

function ours(parameters: INodeParameters): Part {
	return { type: 'n8n-nodes-learning-platform.learningPlatform', typeVersion: 1, parameters };
}

function fetchLoop(parameters: INodeParameters): Part {
	return { type: 'CUSTOM.fetchLoop', typeVersion: 1, parameters };
}

function httpRequest(url: string, nodeCredentialType: string): Part {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType,
			options: {
				pagination: {
					pagination: {
						paginationMode: 'responseContainsNextURL',
						nextURL: '={{ $response.headers.link.match(/<([^>]*)>/)[1] }}',
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.headers.link }}',
					},
				},
			},
		},
	};
}
