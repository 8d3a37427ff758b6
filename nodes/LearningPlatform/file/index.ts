/** Writes records to a CSV, Excel, or JSON Lines file as their pages arrive. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ListedPage } from '../service';
import { openShape, shapeRecords, type OutputChoice, type RecordType } from '../shape';
import { ID_FIELDS } from '../values/identity';
import type { FilePlan } from './columns';
import { gzip } from './compress';
import type { readFileForm } from './form';
import { formats } from './formats';
import { fileNameOf, storeFile } from './storeFile';

export { fileForm, readFileForm } from './form';
export { MAX_ROWS } from './xlsx/workbook';

/**
 * Writes a list to a file in n8n's binary data storage as the list's pages arrive.
 *
 * @returns the item with the file, the names of missing columns, and the details that determine which hints to show
 * @throws errors from `list`; UserFacingError if n8n could not store the file
 */
export async function writeFile(
	context: IExecuteFunctions,
	list: AsyncIterable<Pick<ListedPage, 'number' | 'records'>>,
	{
		choice,
		recordType,
		startedAt,
		...chosen
	}: Omit<ReturnType<typeof readFileForm>, 'filters' | 'listName'> &
		Pick<FilePlan, 'listName' | 'titles'> & {
			choice: OutputChoice;
			recordType: RecordType;
			startedAt: Date;
		},
) {
	const { binaryPropertyName, compress, format, listName } = chosen;
	const { pages, counts, missing, ...fields } = await startList(choice, recordType, list);
	const names = { listName, startedAt, timeZone: context.getTimezone() };
	const { mimeType, file: fileOf } = formats[format];
	const { content, ...file } = fileOf({ ...chosen, ...names, ...fields });
	const fileName = fileNameOf(chosen, names);
	const { binaryData, bytes } = await storeFile(
		context,
		compress ? gzip(content(pages)) : content(pages),
		{ fileName, mimeType: compress ? 'application/gzip' : mimeType },
	);
	const json = {
		fileName,
		format,
		...counts,
		columns: file.columns,
		otherFields: [...file.otherFields],
		...file.figures?.(),
	};
	// Requires memory for several copies of the file.
	const isInDatabase = binaryData.id?.startsWith('database:') === true;
	return {
		json,
		binary: { [binaryPropertyName]: binaryData },
		file: { ...json, bytes, isInDatabase },
		missingFields: missing(),
	};
}

/**
 * Reads and shapes the first two pages that contain records: these pages determine the file's header.
 *
 * @returns all pages that contain records, and information about the list
 * @throws errors from `list`
 */
export async function startList(
	choice: OutputChoice,
	recordType: RecordType,
	list: AsyncIterable<Pick<ListedPage, 'number' | 'records'>>,
) {
	const shape = openShape(choice, recordType);
	const counts = { records: 0, pages: 0 };
	let latestFacts: Omit<ReturnType<typeof shape.finish>, 'records'> | undefined;

	async function* shapedPages(): AsyncGenerator<{ records: IDataObject[] }, void> {
		for await (const { number, records: sent } of list) {
			counts.pages = number;
			counts.records += sent.length;
			// The first page determines the columns of all later pages, so it must contain records.
			if (sent.length === 0) continue;
			shape.add(sent);
			const { records, ...facts } = shape.finish();
			latestFacts = facts;
			yield { records };
		}
	}

	const pages = shapedPages();
	const read = [await pages.next(), await pages.next()].flatMap(({ value }) => value ?? []);
	const [first, second] = read;
	// A file without records gets the columns of a record that has only an ID.
	const ids = recordType.identity ?? ID_FIELDS.slice(0, 1);
	const none = Object.fromEntries(ids.map((field) => [field, '-']));
	const { fields: fixedFields } = latestFacts ?? shapeRecords(choice, recordType, [none]);
	const shown = new Set(first?.records.flatMap((record) => Object.keys(record)));

	async function* allPages() {
		yield* read.splice(0);
		yield* pages;
	}

	return {
		pages: allPages(),
		fields: fixedFields ?? (first ? [...shown] : (recordType.columns?.flat() ?? [])),
		hasMore: second !== undefined && fixedFields === undefined && recordType.columns === undefined,
		counts,
		missing: () => latestFacts?.missingFields ?? [],
	};
}
