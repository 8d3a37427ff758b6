import type {
	DeclarativeRestApiSettings,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';

import { oneOf } from '../form';
import { toNodeError } from '../n8n/nodeError';
import { isTool } from '../n8n/toolAnswer';
import { allResources, findResource, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { apiUrl } from '../token';
import { runItem, type Operation } from './run';

export function operationsOf(resource: Resource, operations: Operation[]): Operation[] {
	return operations.filter(({ isFor }) => isFor?.(resource) ?? true);
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

/** Makes n8n's `customOperations`, the operations that are no routes. AI Agent 3 calls them as well, and may not. */
export function customOperationsOf(
	operations: Operation[],
): NonNullable<INodeType['customOperations']> {
	const executorOf = (resource: Resource, { name, execute }: Operation) =>
		async function (this: IExecuteFunctions) {
			const node = this.getNode();
			if (!execute || isTool(node)) throw toNodeError(node, noTool(name), '');
			return await execute(this, resource);
		};
	return Object.fromEntries(
		allResources().map((resource) => [
			resource.value,
			Object.fromEntries(
				operationsOf(resource, operations)
					.filter(({ execute }) => execute)
					.map((operation) => [operation.value, executorOf(resource, operation)]),
			),
		]),
	);
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

function noTool(operation: string): UserFacingError {
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
