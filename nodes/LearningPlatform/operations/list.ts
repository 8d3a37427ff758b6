import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { filtersField, limitFields, maxRetries, optionsField } from '../listing/fields';
import { errorItem, isCancellation, toNodeError } from '../listing/nodeError';
import { oneOf, readFilterQuery, readLimit, readMaxRetries } from '../listing/parameters';
import { readList } from '../listing/readList';
import { isTool, TOOL_LIMIT, ToolAnswer } from '../listing/toolAnswer';
import { listPath, type Resource } from '../resources';
import { UserFacingError } from '../transport/errors';
import { ListingLog } from '../transport/log';
import type { Operation } from './operation';
import { toolDescription } from './toolDescription';

/** The operation List: an item for each record. */
export const list: Operation = {
	name: 'List',
	value: 'list',
	option: (resource) => ({
		action: `List ${resource.plural}`,
		description: `Get many ${resource.plural}, optionally filtered, as one item each`,
		routing: {
			request: { method: 'GET', url: listPath(resource) },
			send: { paginate: true },
			operations: { pagination: paginationOf(resource) },
		},
	}),
	fields: (resource) => [
		toolDescription(descriptionFor(resource)),
		...limitFields,
		filtersField(resource),
		optionsField([maxRetries]),
	],
};

/** What a model reads about the tool. */
function descriptionFor({ plural, statuses }: Resource): string {
	const status = `A status is ${oneOf(statuses)}; leave it empty for all. `;
	return `List ${plural} of the learning platform, each with its ID as "_id". ${statuses.length > 0 ? status : ''}If the last entry is a note, more ${plural} match than are listed.`;
}

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/**
 * n8n's pagination function, which reads the whole list for one input item and returns its records.
 *
 * It throws NodeApiError or NodeOperationError; with On Error: Continue they come as one item instead.
 */
function paginationOf(resource: Resource) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: RequestData,
	): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		try {
			return await collectItems(this, resource, options);
		} catch (error) {
			const nodeError = toNodeError(this.getNode(), error, resource.plural, itemIndex);
			if (!this.continueOnFail() || isCancellation(error)) throw nodeError;
			return [errorItem(nodeError, itemIndex)];
		}
	};
}

/** From about here on n8n's declarative engine ends with "Maximum call stack size exceeded". */
const TOO_MANY_ITEMS = 120_000;

async function collectItems(
	context: IExecutePaginationFunctions,
	resource: Resource,
	network: RequestData['options'],
): Promise<INodeExecutionData[]> {
	const read = context.getNodeParameter.bind(context);
	const asTool = isTool(context.getNode());
	const limit = readLimit(read, asTool ? TOOL_LIMIT : undefined);
	const answer = asTool ? new ToolAnswer(limit) : undefined;
	const itemIndex = context.getItemIndex();
	const pages = readList(context, {
		path: listPath(resource),
		query: readFilterQuery(read, resource),
		log: new ListingLog(context, resource.plural),
		itemIndex,
		maxRetries: readMaxRetries(read),
		overlap: limit === Infinity && !asTool,
		network,
	});
	const items: INodeExecutionData[] = [];
	const pairedItem = { item: itemIndex };
	for await (const { records } of pages) {
		const wanted = records.slice(0, limit - items.length);
		for (const json of wanted) items.push({ json, pairedItem });
		if (items.length >= TOO_MANY_ITEMS) throw tooManyItems();
		if (answer ? answer.isFull(records.length, wanted) : items.length >= limit) break;
	}
	return answer?.finish(items, resource.plural) ?? items;
}

function tooManyItems(): UserFacingError {
	return new UserFacingError(
		`The list is too long for n8n: it has ${TOO_MANY_ITEMS} records or more`,
		'n8n cannot hold so many items at once. Narrow the list with Filters, e.g. by date and one part after the other, or use the operation "Export to File", which has no such limit.',
	);
}
