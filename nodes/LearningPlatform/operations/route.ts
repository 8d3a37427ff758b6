import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';

import { errorItem, isCancellation, toNodeError } from '../listing/nodeError';
import { readListTarget, type ListTarget } from '../listing/target';
import type { Resource } from '../resources';
import type { NetworkOptions } from '../transport/request';

/** What a route reads for one input item. */
export interface RouteRun {
	context: IExecutePaginationFunctions;
	resource: Resource;
	target: ListTarget;
	network: NetworkOptions;
}

/**
 * A route whose requests are all ours: n8n calls its function for paging once for each input item, and sends
 * nothing itself.
 *
 * That function throws NodeApiError or NodeOperationError; with On Error: Continue they come as one item instead.
 */
export function routeOf(
	resource: Resource,
	run: (run: RouteRun) => Promise<INodeExecutionData[]>,
): INodePropertyRouting {
	const pagination = async function (
		this: IExecutePaginationFunctions,
		{ options: network }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		let listName = resource.plural;
		try {
			const target = readListTarget(this.getNodeParameter.bind(this), resource);
			({ listName } = target);
			return await run({ context: this, resource, target, network });
		} catch (error) {
			const nodeError = toNodeError(this.getNode(), error, listName, itemIndex);
			if (!this.continueOnFail() || isCancellation(error)) throw nodeError;
			return [errorItem(nodeError, itemIndex)];
		}
	};
	return {
		// By its address n8n, and requireRoute, know that there is a route.
		request: { method: 'GET', url: `/api/v2/${resource.list ?? ''}` },
		send: { paginate: true },
		operations: { pagination },
	};
}
