import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { fileForm, readFileForm, writeFile } from '../file';
import { openListing, type Operation, type ItemRun } from './run';
import { runItems } from './runItems';

export const exportToFile: Operation = {
	name: 'Export to File',
	value: 'export',
	action: ({ plural, inActions = plural }) => `Export ${inActions} to file`,
	description: ({ plural }) =>
		`Write all ${plural}, optionally filtered, to a CSV, Excel, or JSON Lines file of any size`,
	form: fileForm,
	// Process one item at a time so that memory use does not grow with the number of items.
	execute: async (context, resource) => await runItems(context, resource, exportList, 1),
};

/** @throws any error from reading the list, or UserFacingError if n8n cannot store the file */
async function exportList(run: ItemRun<IExecuteFunctions>): Promise<INodeExecutionData[]> {
	const { context, resource, target, parameter, log, itemIndex, note } = run;
	const startedAt = new Date(Date.now());
	const stop = new AbortController();
	const { filters, ...chosen } = readFileForm(resource, parameter, context);
	const hasChosenColumns = chosen.columns.length > 0;
	// Like Selected Fields, but without the ID.
	const output = hasChosenColumns
		? { shape: 'selected' as const, fields: chosen.columns }
		: chosen.output;
	const { recordType, pages, figures } = await openListing(
		run,
		{ output, filters, options: chosen },
		stop.signal,
	);
	const list = pages({ readsAhead: true });
	try {
		const { file, missingFields, ...item } = await writeFile(context, list, {
			...chosen,
			// The CSV writer escapes formulas itself; other formats do not need escaping.
			choice: { ...output, escapeFormulas: false },
			recordType: { ...recordType, ...(hasChosenColumns && { identity: [] }) },
			listName: chosen.listName ?? target.path,
			startedAt,
			titles: chosen.headerInWords ? fieldTitlesOf(target.path) : undefined,
		});
		log.write('fieldsMissing', { fields: missingFields });
		const { records, pages: read, searched } = figures;
		log.write('exported', { records, pages: read, searched });
		note?.({ ...figures, missingFields, file });
		return [{ ...item, pairedItem: { item: itemIndex } }];
	} finally {
		// If n8n could not store the file, a request for the list may still be running and could take minutes.
		stop.abort();
		await list.return();
	}
}

const LEARNER = [
	['userId', 'Learner ID'],
	['userMail', 'Learner Email'],
	['userName', 'Learner Name'],
] as const;

/** Returns labels for fields whose paths make poor labels. */
function fieldTitlesOf(path: string): ReadonlyMap<string, string> {
	// The form appends text such as "After" to the label of a date.
	const ofFilters = listAt(path).filters.flatMap(({ valueType, title, name, shownIn = name }) =>
		valueType === 'date' || title === undefined ? [] : [[shownIn, title] as const],
	);
	return new Map([...LEARNER, ...ofFilters]);
}
