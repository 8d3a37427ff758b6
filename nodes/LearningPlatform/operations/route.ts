import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';

import { oneOf, type Form } from '../form';
import { toNodeError } from '../n8n/nodeError';
import { allResources, findResource, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { apiUrl } from '../token';
import { runItem, type Run } from './run';

/** An operation, for every resource that has it. */
export interface Operation {
	name: string;
	/** The value of the parameter Operation. */
	value: string;
	/** If left out, every resource has the operation. */
	isFor?: (resource: Resource) => boolean;
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** The tool description that a model reads; an operation without it is not a tool. */
	toolDescription?: (resource: Resource) => string;
	form: (resource: Resource) => Form;
	/** Makes the items for one input item. Without it no route runs the operation. */
	run?: (run: Run<IExecutePaginationFunctions>) => Promise<INodeExecutionData[]>;
}

/** A route whose requests are all ours: n8n calls its function for paging once for each input item, and sends nothing. */
export function routeOf(
	resource: Resource,
	run: NonNullable<Operation['run']>,
): INodePropertyRouting {
	const pagination = async function (
		this: IExecutePaginationFunctions,
		{ options: network }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const [itemIndex, parameter] = [this.getItemIndex(), this.getNodeParameter.bind(this)];
		const asked = { context: this, resource, parameter, network, itemIndex };
		return await runItem(asked, run, (failed) => [failed]);
	};
	return {
		// n8n and requireRoute recognize a route by this address.
		request: { method: 'GET', url: apiUrl('', resource.list ?? '') },
		send: { paginate: true },
		operations: { pagination },
	};
}

/**
 * Makes the check that n8n runs before every request of a route. Without a route n8n would send `GET /` with the access
 * token and return the answer as the result: for an operation of `customOperations` as a tool, and for a workflow that a
 * newer version has saved.
 */
export function requireRoute(operations: Operation[]) {
	return async function (this: IExecuteSingleFunctions, request: IHttpRequestOptions) {
		if (request.url) return await Promise.resolve(request);
		const node = this.getNode();
		// The parameters as they are stored, since n8n chooses the route by them.
		const { resource, operation } = node.parameters;
		const row = findResource(resource, allResources());
		const offered = row && operationsOf(row, operations);
		const found = offered?.find(({ value }) => value === operation);
		const error = !offered
			? unknown('resource', resource, allResources())
			: found
				? noTool(found.name)
				: unknown('operation', operation, offered);
		throw toNodeError(node, error, '', this.getItemIndex());
	};
}

export function noTool(operation: string): UserFacingError {
	return new UserFacingError(
		`"${operation}" cannot be used as a tool`,
		'Choose another operation, such as "List". To let an agent start it, make a workflow of it and give the agent that workflow as its tool.',
	);
}

function unknown(
	field: string,
	value: unknown,
	known: readonly { value: string }[],
): UserFacingError {
	return new UserFacingError(
		`This version of the node does not know the ${field} "${String(value)}"; it must be ${oneOf(known.map((one) => one.value))}`,
		'Choose Resource and Operation from their lists; they cannot be expressions. If a newer version of n8n-nodes-learning-platform saved the workflow, update the package.',
	);
}

export function operationsOf(resource: Resource, operations: Operation[]): Operation[] {
	return operations.filter(({ isFor }) => isFor?.(resource) ?? true);
}
