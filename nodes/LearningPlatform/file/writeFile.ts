import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Page } from '../service';
import type { OutputChoice, RecordKind } from '../shape';
import { startList, type FilePlan } from './columns';
import { gzip } from './compress';
import { fileNameOf } from './fileName';
import type { readFileForm } from './form';
import { formats } from './formats';
import { storeFile } from './storeFile';

interface Wanted
	extends Omit<ReturnType<typeof readFileForm>, 'filters'>, Pick<FilePlan, 'labels' | 'listName'> {
	choice: OutputChoice;
	kind: RecordKind;
	startedAt: Date;
}

/**
 * Writes a list into a file of n8n's binary data, page by page as it comes in.
 *
 * @returns the item with the file, and the facts for its hints
 * @throws the error that ended the list; UserFacingError if n8n could not store the file
 */
export async function writeFile(
	context: IExecuteFunctions,
	list: AsyncIterable<Page>,
	{ choice, kind, startedAt, ...chosen }: Wanted,
) {
	const { binaryPropertyName, compress, format, listName } = chosen;
	const { pages, counts, missing, ...fields } = await startList(choice, kind, list);
	const names = { listName, startedAt, timeZone: context.getTimezone() };
	const { mimeType, file: fileOf } = formats[format];
	const file = fileOf({ ...chosen, ...names, ...fields });
	const fileName = fileNameOf(chosen, names);
	const content = compress ? gzip(file.content(pages)) : file.content(pages);
	const { binaryData, bytes } = await storeFile(context, content, {
		fileName,
		mimeType: compress ? 'application/gzip' : mimeType,
	});
	const json = {
		...{ fileName, format, ...counts, columns: file.columns },
		otherFields: [...file.otherFields],
		...file.figures?.(),
	};
	const item: INodeExecutionData = { json, binary: { [binaryPropertyName]: binaryData } };
	const isInDatabase = binaryData.id?.startsWith('database:') === true;
	return { ...item, file: { ...json, bytes, isInDatabase, missingColumns: missing() } };
}
