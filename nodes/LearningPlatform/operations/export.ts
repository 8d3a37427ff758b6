import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fieldTitlesOf } from '../catalog/knownLists';
import { fileForm, hintsAbout, readFileForm, stemOf, writeFile, type WrittenFile } from '../file';
import type { ReadParameter } from '../form';
import { openListing, runItem, type Operation, type Run } from './run';

export const exportToFile: Operation = {
	name: 'Export to File',
	value: 'export',
	action: ({ plural, inActions = plural }) => `Export ${inActions} to file`,
	description: ({ plural }) =>
		`Write all ${plural}, optionally filtered, to a CSV, Excel, or JSON Lines file of any size`,
	form: fileForm,
	execute: async (context, resource) => {
		const items: INodeExecutionData[] = [];
		const files: WrittenFile[] = [];
		// Process one item at a time so that memory use does not grow with the number of items.
		for (const itemIndex of context.getInputData().keys()) {
			const parameter: ReadParameter = (name, ifLeftOut) =>
				context.getNodeParameter(name, itemIndex, ifLeftOut);
			const item = await runItem<IExecuteFunctions, INodeExecutionData>(
				{ context, resource, parameter, itemIndex },
				async (run) => {
					const { file, ...exported } = await exportList(run);
					files.push(file);
					return { ...exported, pairedItem: { item: itemIndex } };
				},
				(failed) => failed,
			);
			items.push(item);
		}
		context.addExecutionHints(...hintsAbout(files));
		return [items];
	},
};

/** @throws any error from reading the list, or UserFacingError if n8n cannot store the file */
async function exportList(run: Run<IExecuteFunctions>) {
	const { context, resource, target, parameter, log } = run;
	const startedAt = new Date(Date.now());
	const stop = new AbortController();
	const { filters, ...chosen } = readFileForm(resource, parameter, context);
	const isOfColumns = chosen.columns.length > 0;
	// Like Selected Fields, but without the ID.
	const output = isOfColumns
		? { shape: 'selected' as const, fields: chosen.columns }
		: chosen.output;
	const { kind, pages, report } = await openListing(
		run,
		{ output, filters, options: chosen },
		stop.signal,
	);
	const list = pages({ overlap: true });
	try {
		const written = await writeFile(context, list, {
			...chosen,
			// The CSV writer escapes formulas itself; other formats do not need escaping.
			choice: { ...output, escapeFormulas: false },
			recordType: { ...kind, ...(isOfColumns && { identity: [] }) },
			listName: resource.list === undefined ? target.path : stemOf(resource),
			startedAt,
			titles: chosen.headerInWords ? fieldTitlesOf(target.path) : undefined,
		});
		log.write('fieldsMissing', { fields: written.file.missingColumns });
		const { records, pages: read, searched } = report;
		log.write('exported', { records, pages: read, searched });
		return { ...written, file: { ...written.file, ...report } };
	} finally {
		// If n8n could not store the file, a request for the list may still be running and could take minutes.
		stop.abort();
		await list.return();
	}
}
