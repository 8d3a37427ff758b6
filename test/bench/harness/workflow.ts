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
	/** Whether it needs the credential. */
	signs?: boolean;
}

const PLAIN: Contender[] = ['httpRequest', 'httpRequestsMerged'];

/** The credential that a contender signs with; the bare loops sign by themselves. */
export function credentialFor({ contender, account }: Job): NewCredential | undefined {
	if (contender === 'loop' || contender === 'countingLoop') return undefined;
	const isPlain = PLAIN.includes(contender);
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
	const { parts, links } = contenderOf(job);
	const nodes = [
		node('Manual', { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }),
		node('Webhook', {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, responseMode: 'lastNode' },
		}),
		node('Begin', { type: 'CUSTOM.begin', typeVersion: 1, parameters: { items: job.items ?? 1 } }),
		...Object.entries(parts).map(([name, { signs = false, ...part }]) => ({
			...node(name, part),
			...(signs && credentials && { credentials }),
		})),
		node('End', { type: 'CUSTOM.end', typeVersion: 1, parameters: {} }),
	];
	const connections: IConnections = {};
	for (const [from, to, index = 0] of [
		['Manual', 'Begin'],
		['Webhook', 'Begin'],
		...links,
	] as Link[]) {
		const { main } = (connections[from] ??= { main: [[]] });
		main?.[0]?.push({ node: to, type: 'main', index });
	}
	return {
		name: path,
		nodes: nodes.map((one) => (one.name === 'Webhook' ? { ...one, webhookId: path } : one)),
		connections,
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveDataErrorExecution: 'none',
		},
		active: false,
	};
}

/** From one node to an input of another one, the first unless told otherwise. */
type Link = [from: string, to: string, index?: number];

/** The nodes of a contender, and how they stand between Begin and End. */
function contenderOf(job: Job): { parts: Record<string, Part>; links: Link[] } {
	if (job.contender === 'httpRequestsMerged') return withMergedNames(job);
	return { parts: { Contender: partFor(job) }, links: chain('Begin', 'Contender', 'End') };
}

const chain = (...names: string[]): Link[] => names.slice(1).map((to, at) => [names[at] ?? '', to]);

function node(name: string, part: Part): INode {
	return { id: name, name, position: [0, 0], ...part };
}

function partFor({ contender, account }: Job): Part {
	const url = `${account.baseUrl}/api/v2/courses`;
	const parts: Partial<Record<Contender, () => Part>> = {
		node: () => ours({ resource: 'course', operation: 'list', returnAll: true }),
		nodeWithNames: () =>
			ours({
				resource: 'course',
				operation: 'list',
				returnAll: true,
				options: { addNames: ['groups', 'users'] },
			}),
		export: () => ours({ resource: 'course', operation: 'export' }),
		httpRequest: () => httpRequest(url),
		loop: () => fetchLoop({ account: JSON.stringify(account) }),
		countingLoop: () => fetchLoop({ account: JSON.stringify(account), onlyCount: true }),
	};
	const part = parts[contender]?.();
	if (!part) throw new Error(`${contender} is no node.`);
	return part;
}

function ours(parameters: INodeParameters): Part {
	return {
		type: 'n8n-nodes-learning-platform.learningPlatform',
		typeVersion: 1,
		parameters,
		signs: true,
	};
}

function fetchLoop(parameters: INodeParameters): Part {
	return { type: 'CUSTOM.fetchLoop', typeVersion: 1, parameters };
}

function httpRequest(url: string): Part {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		signs: true,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'plainApi',
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

/**
 * Three lists, and a Merge node for each kind of names. It takes the first match, which is the faster of its ways, and
 * gives all fields a suffix, because courses, groups and users have some in common.
 */
function withMergedNames({ account }: Job): ReturnType<typeof contenderOf> {
	const list = (name: string) => httpRequest(`${account.baseUrl}/api/v2/${name}`);
	return {
		parts: {
			Courses: list('courses'),
			Groups: list('groups'),
			Users: list('users'),
			'With groups': merge('groupId'),
			'With users': merge('authorId_1'),
		},
		links: [
			...chain('Begin', 'Courses', 'With groups', 'With users', 'End'),
			...chain('Begin', 'Groups'),
			...chain('Begin', 'Users'),
			['Groups', 'With groups', 1],
			['Users', 'With users', 1],
		],
	};
}

function merge(field1: string): Part {
	return {
		type: 'n8n-nodes-base.merge',
		typeVersion: 3.2,
		parameters: {
			mode: 'combine',
			combineBy: 'combineByFields',
			advanced: true,
			mergeByFields: { values: [{ field1, field2: '_id' }] },
			joinMode: 'enrichInput1',
			options: {
				multipleMatches: 'first',
				clashHandling: { values: { resolveClash: 'addSuffix' } },
			},
		},
	};
}
