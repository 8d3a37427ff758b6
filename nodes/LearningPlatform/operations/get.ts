import {
	addNamesOf,
	checkOutputFields,
	escapeFormulas,
	maxRetries,
	optionsOf,
	outputOfTool,
	readForm,
	recordField,
	shownFor,
} from '../form';
import { shapeRecords } from '../shape';
import { readOne } from '../list';
import { namesFor } from '../names';
import { boundedItem, isTool } from '../n8n/toolAnswer';
import { namesBesideIds } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { explainMissing } from '../errors';
import type { Operation } from './route';

const formOf = (resource: Resource) => ({
	id: recordField(resource.idName ?? 'courseId'),
	output: outputOfTool,
	options: optionsOf({
		addNames: addNamesOf(resource),
		escapeFormulas: shownFor({ '/output': ['row'] }, escapeFormulas),
		maxRetries,
	}),
});

/** The operation Get: one record by its ID. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	isFor: ({ idName }) => idName !== undefined,
	action: ({ name }) => `Get a ${name.toLowerCase()}`,
	description: ({ name }) => `Get one ${name.toLowerCase()}, chosen from a list or by its ID`,
	toolDescription: ({ name }) =>
		`Get one ${name.toLowerCase()} of the learning platform by its ID.`,
	form: formOf,
	run: async ({ context, resource, target, network, log }) => {
		const parameter = context.getNodeParameter.bind(context);
		const { id, output, options } = readForm(formOf(resource), parameter, context);
		const { addNames, escapeFormulas, maxRetries } = options;
		const itemIndex = context.getItemIndex();
		const listing = { path: target.path, maxRetries, network, itemIndex, log };
		const names = namesBesideIds(target.path, addNames);
		const { addTo, close } = await namesFor(context, listing, names);
		try {
			const record = await readOne(context, listing, id).catch((error: unknown) => {
				throw explainMissing(error, resource.name.toLowerCase(), decodeURIComponent(id));
			});
			const choice = { ...output, escapeFormulas };
			const kind = { ...resource, names };
			const { records, missingFields } = shapeRecords(choice, kind, await addTo([record]));
			checkOutputFields(missingFields, target.path);
			log.fieldsMissing(missingFields);
			const items = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
			return isTool(context.getNode()) ? items.map(boundedItem) : items;
		} finally {
			close();
		}
	},
};
