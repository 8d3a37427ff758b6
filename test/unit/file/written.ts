import type { IDataObject } from 'n8n-workflow';

import type { ExportFile, FilePlan } from '../../../nodes/LearningPlatform/file/columns';
import { formats, type Format } from '../../../nodes/LearningPlatform/file/formats';

/** Returns the plan for a file of the list "courses". */
export function planOf(changes: Partial<FilePlan>): FilePlan {
	return {
		...{ columns: [], fields: [], hasMore: false },
		...{ delimiter: ',', escapeFormulas: true, addByteOrderMark: false },
		...{ convertDates: false, listName: 'courses', timeZone: 'UTC' },
		...changes,
	};
}

export function fileOf(format: Format, plan: Partial<FilePlan>): ExportFile {
	return formats[format].file(planOf(plan));
}

/** Returns the content of a file. */
export async function bytesOf(file: ExportFile, ...pages: IDataObject[][]): Promise<Buffer> {
	async function* given() {
		for (const records of pages) yield await Promise.resolve({ records });
	}
	const chunks: Buffer[] = [];
	for await (const chunk of file.content(given())) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Returns the text of a file with the records of one page. */
export async function textWith(file: ExportFile, ...records: IDataObject[]): Promise<string> {
	return (await bytesOf(file, records)).toString();
}
