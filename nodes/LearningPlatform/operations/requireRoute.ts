import type { IExecuteSingleFunctions, IHttpRequestOptions, INodeParameters } from 'n8n-workflow';

import { toNodeError } from '../listing/nodeError';
import { oneOf } from '../listing/oneOf';
import { findResource, resources } from '../resources';
import { UserFacingError } from '../transport/errors';
import { isOffered, type Operation } from './operation';

type PreSend = (
	this: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

/**
 * Makes the check that n8n runs before every request of a route. Where no route gave the request an address,
 * n8n would send `GET /` with the access token and pass the answer off as the result. That happens when n8n
 * runs an operation of `customOperations` as a tool, and with a workflow that a newer version has saved.
 *
 * The check throws NodeApiError, which names Resource and Operation.
 */
export function requireRoute(operations: Operation[]): PreSend {
	return async function (request) {
		if (request.url) return await Promise.resolve(request);
		const node = this.getNode();
		throw toNodeError(node, reasonFor(node.parameters, operations), '', this.getItemIndex());
	};
}

/** @param parameters as they are stored, since n8n chooses the route by that */
function reasonFor(
	{ resource, operation }: INodeParameters,
	operations: Operation[],
): UserFacingError {
	const row = findResource(resource);
	if (!row) return unknown('resource', resource, resources);
	const offered = operations.filter((one) => isOffered(one, row));
	const found = offered.find((one) => one.value === operation);
	return found ? notAsTool(found) : unknown('operation', operation, offered);
}

function notAsTool({ name }: Operation): UserFacingError {
	return new UserFacingError(
		`"${name}" cannot be used as a tool`,
		'Choose another operation, such as "List". To let an agent start an export, make a workflow of it and give the agent that workflow as its tool.',
	);
}

function unknown(
	field: string,
	value: unknown,
	known: readonly { value: string }[],
): UserFacingError {
	return new UserFacingError(
		`This version of the node does not know the ${field} "${String(value)}"; it must be ${oneOf(known.map((one) => one.value))}`,
		'Choose Resource and Operation from their lists; they cannot be expressions. If a newer version of n8n-nodes-learning-platform has saved the workflow, update the package.',
	);
}
