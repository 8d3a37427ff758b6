import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	filtersField,
	limitFields,
	maxRetries,
	optionsField,
	showOnlyFor,
	splitByFields,
} from '../listing/fields';
import { oneOf } from '../listing/oneOf';
import {
	escapeFormulasInRows,
	openShape,
	readOutput,
	shapeFieldsWithTool,
} from '../listing/output';
import { readFilterQuery, readLimit, readMaxRetries, readSplitBy } from '../listing/parameters';
import { readList } from '../listing/readList';
import { isTool, TOOL_LIMIT, ToolAnswer } from '../listing/toolAnswer';
import type { Resource } from '../resources';
import { UserFacingError } from '../transport/errors';
import { ListingLog } from '../transport/log';
import type { Operation } from './operation';
import { routeOf, type RouteRun } from './route';
import { toolDescription } from './toolDescription';

/** The operation List: an item for each record. */
export const list: Operation = {
	name: 'List',
	value: 'list',
	option: (resource) => ({
		action: `List ${resource.plural}`,
		description: `Get many ${resource.plural}, optionally filtered, as one item each`,
		routing: routeOf(resource, collectItems),
	}),
	fields: (resource) => [
		toolDescription(descriptionFor(resource)),
		...limitFields,
		...shapeFieldsWithTool,
		filtersField(resource),
		optionsField([
			escapeFormulasInRows,
			maxRetries,
			...showOnlyFor({ '/returnAll': [true] }, splitByFields(resource)),
		]),
	],
};

/** What a model reads about the tool. */
function descriptionFor({ plural, filters }: Resource): string {
	const statuses = filters.find(({ name }) => name === 'status')?.choices ?? [];
	const names = oneOf(statuses.map(({ value }) => value));
	const status = names === '' ? '' : `A status is ${names}; leave it empty for all. `;
	return `List ${plural} of the learning platform, each with its ID as "_id". ${status}If the last entry is a note, more ${plural} match than are listed.`;
}

/** From about here on n8n's declarative engine ends with "Maximum call stack size exceeded". */
const TOO_MANY_ITEMS = 120_000;

async function collectItems({
	context,
	resource,
	target,
	network,
}: RouteRun): Promise<INodeExecutionData[]> {
	const read = context.getNodeParameter.bind(context);
	const asTool = isTool(context.getNode());
	const limit = readLimit(read, asTool ? TOOL_LIMIT : undefined);
	const answer = asTool ? new ToolAnswer(limit) : undefined;
	const itemIndex = context.getItemIndex();
	const log = new ListingLog(context, target.listName);
	const output = readOutput(read);
	const kind = { ...resource, ...target };
	const shape = openShape(output, kind);
	const shapedAlone = (records: IDataObject[]) => {
		const alone = openShape(output, kind);
		alone.add(records);
		return alone.finish().records;
	};
	const pages = readList(context, {
		path: target.path,
		query: readFilterQuery(read, resource, context.getTimezone()),
		log,
		itemIndex,
		maxRetries: readMaxRetries(read),
		overlap: limit === Infinity && !asTool,
		splitBy: readSplitBy(read, resource),
		network,
	});
	let count = 0;
	for await (const { records } of pages) {
		const wanted = records.slice(0, limit - count);
		shape.add(wanted);
		count += wanted.length;
		if (count >= TOO_MANY_ITEMS) throw tooManyItems();
		if (answer ? answer.isFull(records.length, shapedAlone(wanted)) : count >= limit) break;
	}
	const shaped = shape.finish();
	log.fieldsMissing(shaped.missingFields);
	const pairedItem = { item: itemIndex };
	const items = shaped.records.map((json) => ({ json, pairedItem }));
	return answer?.finish(items, target.listName) ?? items;
}

function tooManyItems(): UserFacingError {
	return new UserFacingError(
		`The list is too long for n8n: it has ${TOO_MANY_ITEMS} records or more`,
		'n8n cannot hold so many items at once. Narrow the list with Filters, e.g. by date and one part after the other, or use the operation "Export to File", which has no such limit.',
	);
}
