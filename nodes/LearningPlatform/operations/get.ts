import { explainMissing } from '../errors';
import type { Resource } from '../catalog/resources';
import { checkOutputFields, optionsOfItems, outputOfTool, readForm, recordField } from '../form';
import { readOne } from '../list';
import { boundedItem, isTool } from '../n8n/toolAnswer';
import { namesFor } from '../names';
import { shapeRecords } from '../shape';
import { openListing, type Operation } from './run';

const formOf = (resource: Resource) => ({
	id: recordField(resource.idName ?? 'courseId'),
	output: outputOfTool,
	options: optionsOfItems(resource),
});

export const get: Operation = {
	name: 'Get',
	value: 'get',
	isFor: ({ idName }) => idName !== undefined,
	action: ({ name }) => `Get ${name.toLowerCase()}`,
	description: ({ name }) => `Get one ${name.toLowerCase()}, chosen from a list or by its ID`,
	toolDescription: ({ name }) =>
		`Get one ${name.toLowerCase()} of the learning platform by its ID.`,
	form: formOf,
	run: async (run) => {
		const { context, resource, target, parameter, log, itemIndex } = run;
		const form = readForm(formOf(resource), parameter, context);
		const { choice, kind, listing, names } = openListing(run, form);
		const { addTo, close } = await namesFor(context, listing, names);
		try {
			const record = await readOne(context, listing, form.id).catch((error: unknown) => {
				throw explainMissing(error, resource.name.toLowerCase(), decodeURIComponent(form.id));
			});
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
