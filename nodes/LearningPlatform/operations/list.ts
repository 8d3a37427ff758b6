import type { IDataObject } from 'n8n-workflow';

import {
	addNamesOf,
	escapeFormulas,
	filtersOfTool,
	limit,
	maxRetries,
	oneOf,
	optionsOf,
	outputOfTool,
	readForm,
	shownFor,
	splitByOf,
} from '../form';
import { openShape, shapeRecords } from '../shape';
import { readList } from '../list';
import { readNamedList } from '../names';
import { isTool, ToolAnswer } from '../n8n/toolAnswer';
import { namesBesideIds } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import type { Operation } from './route';

/** From about here on n8n's declarative engine ends with "Maximum call stack size exceeded". */
const TOO_MANY_ITEMS = 120_000;

const formOf = (resource: Resource) => ({
	limit,
	output: outputOfTool,
	filters: filtersOfTool(resource),
	options: optionsOf({
		addNames: addNamesOf(resource),
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		maxRetries,
		splitBy: shownFor({ '/returnAll': [true] }, splitByOf(resource)),
	}),
});

/** The operation List: an item for each record. */
export const list: Operation = {
	name: 'List',
	value: 'list',
	action: ({ plural }) => `List ${plural}`,
	description: ({ plural }) => `Get many ${plural}, optionally filtered, as one item each`,
	toolDescription: ({ plural, filters, isNamed }) => {
		const statuses = filters.find(({ name }) => name === 'status')?.choices ?? [];
		const names = oneOf(statuses.map(({ value }) => value));
		const status =
			names === '' ? '' : `Where you can give a status, it is ${names}; any stands for all. `;
		const example = filters.some(({ name }) => name === 'mail') ? 'Silva' : 'safety';
		const search = isNamed
			? `To find ${plural} by name or topic, give Name Contains one word of the name, e.g. "${example}". `
			: '';
		return `List ${plural} of the learning platform, each with its ID as "_id". ${status}${search}If the last entry is a note, more ${plural} may match than are listed.`;
	},
	form: formOf,
	run: async ({ context, resource, target, network, log }) => {
		const parameter = context.getNodeParameter.bind(context);
		const { limit, output, filters, options } = readForm(formOf(resource), parameter, context);
		const { addNames, escapeFormulas, maxRetries, splitBy } = options;
		const isSearch = filters.nameContains !== '';
		const answer = isTool(context.getNode()) ? new ToolAnswer(limit, isSearch) : undefined;
		const itemIndex = context.getItemIndex();
		const { path } = target;
		const names = namesBesideIds(path, addNames);
		const choice = { ...output, escapeFormulas };
		const kind = { ...resource, ...target, names };
		const shape = openShape(choice, kind);
		const shapedAlone = (records: IDataObject[]) => shapeRecords(choice, kind, records).records;
		const listing = { path, ...filters, splitBy, maxRetries, network, itemIndex, log };
		const overlap = limit === Infinity && !answer;
		const pages =
			names.size === 0
				? readList(context, listing, { overlap })
				: readNamedList(context, listing, { overlap, names, limit });
		const counts = { records: 0, pages: 0 };
		for await (const page of pages) {
			const wanted = page.records.slice(0, limit - counts.records);
			shape.add(wanted);
			counts.records += wanted.length;
			counts.pages = page.number;
			if (counts.records >= TOO_MANY_ITEMS) {
				throw new UserFacingError(
					`The list is too long for n8n: it has ${TOO_MANY_ITEMS} records or more`,
					'n8n cannot hold so many items at once. Narrow the list with Filters, e.g. by date and one part after the other, or use the operation "Export to File", which has no such limit.',
				);
			}
			if (answer ? answer.isFull(page, shapedAlone(wanted)) : counts.records >= limit) break;
		}
		const shaped = shape.finish();
		log.fieldsMissing(shaped.missingFields);
		log.ended('listed', counts);
		const items = shaped.records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		return answer?.finish(items, path) ?? items;
	},
};
