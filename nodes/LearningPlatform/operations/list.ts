import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	checkOutputFields,
	filtersOfTool,
	oneOf,
	optionsOfItems,
	outputOfTool,
	readForm,
	toggle,
	wholeNumber,
	withToolVariant,
	type Field,
	type ListTarget,
} from '../form';
import { explainNobody } from '../training';
import { openShape, shapeRecords } from '../shape';
import { isTool, TOOL_LIMIT, ToolAnswer } from '../n8n/toolAnswer';
import { allFiltersOf } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { openListing, type Operation } from './run';

/** From about here on n8n's declarative engine ends with "Maximum call stack size exceeded". */
const TOO_MANY_ITEMS = 120_000;

const returnAll = toggle(
	'returnAll',
	false,
	'Whether to return all results or only up to a given limit',
	{
		hint: 'The list is read for each input item. To read it once, turn on Execute Once under Settings.',
		builderHint: {
			propertyHint:
				'For thousands of records the operation "export" writes a file instead, of any size and in far less memory.',
		},
	},
);

const most: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

/** Return All and Limit: how many records to list at most, Infinity for all. A model may leave Limit out. */
export const limit: Field<number> = {
	properties: [...returnAll.properties, ...withToolVariant(most, { default: TOOL_LIMIT })],
	read: (parameter, node) => {
		if (returnAll.read(parameter, node)) return Infinity;
		const entered = parameter(most.name, most.default) ?? '';
		// n8n fills in 0 when a tool is tried.
		const isLeftOut = isTool(node.getNode()) && (entered === '' || entered === 0);
		return wholeNumber(isLeftOut ? TOOL_LIMIT : entered, most);
	},
};

const formOf = (resource: Resource) => ({
	limit,
	output: outputOfTool,
	filters: filtersOfTool(resource),
	options: optionsOfItems(resource),
});

/** The operation List: an item for each record. */
export const list: Operation = {
	name: 'List',
	value: 'list',
	action: ({ plural, inActions = plural }) => `List ${inActions}`,
	description: ({ plural, joined }) =>
		joined === undefined
			? `Get many ${plural}, optionally filtered, as one item each`
			: 'One item per person: who has, or has not, completed a training',
	toolDescription: ({ list = '', plural, isNamed, joined }) => {
		if (joined !== undefined) return joined;
		const filters = allFiltersOf(list);
		const statuses = filters
			.filter(({ label = '', name }) => /status$/i.test(label || name))
			.map(({ label = 'a status', values = [] }) => {
				return `Where you can give ${label}, it is ${oneOf(values)}; any stands for all. `;
			});
		const example = filters.some(({ name }) => name === 'mail') ? 'Silva' : 'safety';
		const search = isNamed
			? `To find ${plural} by name or topic, where you can give Name Contains, give one word of the name, e.g. "${example}". `
			: '';
		return `List ${plural} of the learning platform, each with its ID as "_id". ${statuses.join('')}${search}If the last entry is a note, more ${plural} may match than are listed.`;
	},
	form: formOf,
	run: async (run) => {
		const { context, resource, target, parameter, log, itemIndex } = run;
		const form = readForm(formOf(resource), parameter, context);
		const { limit, filters } = form;
		const { choice, kind, isSearch, pages, report } = openListing(run, form);
		const answer = isTool(context.getNode()) ? new ToolAnswer(limit, isSearch) : undefined;
		const shape = openShape(choice, kind);
		const shapedAlone = (records: IDataObject[]) => shapeRecords(choice, kind, records).records;
		let count = 0;
		for await (const page of pages({ overlap: limit === Infinity && !answer, limit })) {
			const wanted = page.records.slice(0, limit - count);
			shape.add(wanted);
			count += wanted.length;
			if (count >= TOO_MANY_ITEMS) {
				throw new UserFacingError(
					`The list is too long for n8n: it has ${TOO_MANY_ITEMS} records or more`,
					'n8n cannot hold so many items at once. Narrow the list with Filters, e.g. one date range at a time, or use the operation "Export to File", which has no such limit.',
				);
			}
			if (answer ? answer.isFull(page, shapedAlone(wanted)) : count >= limit) break;
		}
		const shaped = shape.finish();
		checkOutputFields(shaped.missingFields, target.path);
		log.fieldsMissing(shaped.missingFields);
		log.ended('listed', { ...report, records: count });
		const items = shaped.records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		const listName = nameForModel(resource, target);
		return answer?.finish(items, listName, explainNothing(listName, target, filters)) ?? items;
	},
};

function nameForModel({ list, plural, joined }: Resource, { path }: ListTarget): string {
	if (joined !== undefined) return 'people';
	return list === undefined ? path : plural;
}

/** Explains to a model why its answer is empty, and what it can do. */
function explainNothing(
	listName: string,
	{ training }: ListTarget,
	{ nameContains }: { nameContains: string },
): string {
	const found = training ? explainNobody(training) : `No ${listName} match.`;
	return nameContains === ''
		? found
		: `${found} Name Contains was "${nameContains}": give one word of the name, or any for all.`;
}
