import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { withFacts } from '../failures/failure';
import {
	addNamesOf,
	checkOutputFields,
	escapeFormulas,
	field,
	filtersOfTool,
	maxRetries,
	oneOf,
	optionsOf,
	outputs,
	propertiesOf,
	readForm,
	recordField,
	shownFor,
	toggle,
	wholeNumber,
	withToolVariant,
	type Field,
} from '../form';
import { readOne } from '../list';
import { boundedItem, isTool, TOOL_LIMIT, ToolAnswer } from '../n8n/toolAnswer';
import { openShape, shapeRecords } from '../shape';
import { explainNobody } from '../training';
import { openListing, labelAndShape, type Operation, type ItemRun } from './run';
import { runItems } from './runItems';

const returnAll = withToolVariant(
	toggle({
		name: 'returnAll',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		hint: 'The node reads the list once for each input item. To read it only once, turn on Execute Once under Settings.',
		builderHint: {
			propertyHint:
				'For thousands of records, use the "export" operation instead: it writes a file of any size and needs far less memory.',
		},
	}),
	// A tool has no Execute Once.
	{ hint: 'The response is limited to 40,000 characters (about 10,000 tokens).' },
);

const limit = withToolVariant(
	field(
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		(entered, property, node) => {
			// A model may omit Limit, and n8n enters 0 when a user tests a tool.
			const isLeftOut = isTool(node.getNode()) && !entered;
			return wholeNumber(isLeftOut ? TOOL_LIMIT : entered, property);
		},
	),
	{ default: TOOL_LIMIT },
);

/** The maximum number of records; Infinity for all. */
const returnAllOrLimit: Field<number> = {
	properties: propertiesOf({ returnAll, limit }),
	read: (parameter, node) =>
		returnAll.read(parameter, node) ? Infinity : limit.read(parameter, node),
};

const optionsOfItems = (resource: Resource) =>
	optionsOf({
		addNames: addNamesOf(resource),
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		maxRetries,
	});

const listForm = (resource: Resource) => ({
	limit: returnAllOrLimit,
	output: outputs.itemsOrTool,
	filters: filtersOfTool(resource),
	options: optionsOfItems(resource),
});

export const list: Operation = {
	name: 'List',
	value: 'list',
	action: ({ plural, inActions = plural }) => `List ${inActions}`,
	description: ({ plural, isComputed }) =>
		isComputed
			? 'One item per person: who has, or has not, completed a course or path'
			: `Get many ${plural}, optionally filtered, as separate items`,
	toolDescription: ({ list = '', plural, isNamed, toolDescription }) => {
		if (toolDescription !== undefined) return toolDescription;
		const { filters } = listAt(list);
		const statuses = filters
			.filter(({ title: label = '', name }) => /status$/i.test(label || name))
			.map(({ title: label = 'status', values = [] }) => {
				return `The ${label} filter, if available, accepts ${oneOf(values)}; "any" means all. `;
			});
		const example = filters.some(({ name }) => name === 'mail') ? 'Silva' : 'safety';
		const search = isNamed
			? `To find ${plural} by name or topic, enter one word of the name, e.g. "${example}", in the Name Contains filter, if available. `
			: '';
		return `List ${plural} on the learning platform, each with its ID as "_id". ${statuses.join('')}${search}If the last entry is a note, more ${plural} may match than are listed.`;
	},
	form: listForm,
	runAsTool: listRecords,
	execute: async (context, resource) => await runItems(context, resource, listRecords),
};

async function listRecords(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, resource, target, parameter, log, itemIndex, note } = run;
	const form = readForm(listForm(resource), parameter, context);
	const { limit, filters } = form;
	const { choice, recordType, isSearch, pages, figures } = await openListing(run, form);
	const answer = isTool(context.getNode()) ? new ToolAnswer(limit, isSearch) : undefined;
	const shape = openShape(choice, recordType);
	const shapedAlone = (records: IDataObject[]) => shapeRecords(choice, recordType, records).records;
	let count = 0;
	for await (const page of pages({ readsAhead: limit === Infinity && !answer, limit })) {
		const wanted = page.records.slice(0, limit - count);
		shape.add(wanted);
		count += wanted.length;
		if (answer ? answer.isFull(page, shapedAlone(wanted)) : count >= limit) break;
	}
	const { records, missingFields } = shape.finish();
	checkOutputFields(missingFields, target.path);
	log.write('fieldsMissing', { fields: missingFields });
	const { pages: read, searched } = figures;
	log.write('listed', { records: count, pages: read, searched });
	note?.({ ...figures, records: count, missingFields });
	const items = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	if (!answer) return items;
	const { training, path } = target;
	const ofList = resource.list === undefined ? path : resource.plural;
	const listName = training ? 'people' : ofList;
	const nothing = training ? explainNobody(training) : `No ${listName} match.`;
	const { nameContains } = filters;
	const search = `Name Contains was "${nameContains}": enter one word of the name, or "any" for all.`;
	return answer.finish(items, listName, nameContains === '' ? nothing : `${nothing} ${search}`);
}

const getForm = (resource: Resource) => ({
	id: recordField(resource.keyColumn ?? 'courseId'),
	output: outputs.itemsOrTool,
	options: optionsOfItems(resource),
});

export const get: Operation = {
	name: 'Get',
	value: 'get',
	isFor: ({ keyColumn }) => keyColumn !== undefined,
	action: ({ name }) => `Get ${name.toLowerCase()}`,
	description: ({ name }) =>
		`Get one ${name.toLowerCase()}, chosen from a list or identified by its ID`,
	toolDescription: ({ name }) =>
		`Get one ${name.toLowerCase()} from the learning platform by its ID.`,
	form: getForm,
	runAsTool: getRecord,
	execute: async (context, resource) => await runItems(context, resource, getRecord),
};

async function getRecord(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, resource, parameter, itemIndex, note } = run;
	const form = readForm(getForm(resource), parameter, context);
	const opened = await openListing(run, form);
	const { client, listing } = opened;
	const record = await readOne(client, listing, form.id).catch((error: unknown) => {
		const id = decodeURIComponent(form.id);
		const name = resource.name.toLowerCase();
		throw withFacts(error, { purpose: { action: 'readRecord', name, id } });
	});
	const { records, figures } = await labelAndShape(run, opened, [record]);
	const items = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
	note?.(figures);
	return isTool(context.getNode()) ? items.map(boundedItem) : items;
}
