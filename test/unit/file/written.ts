import type { IDataObject } from 'n8n-workflow';

import type { ExportFile, FilePlan } from '../../../nodes/LearningPlatform/file/columns';
import { formats } from '../../../nodes/LearningPlatform/file/formats';

/** Returns a plan for a file that lists courses. */
export function planOf(changes: Partial<FilePlan>): FilePlan {
	return {
		columns: [],
		fields: [],
		hasMore: false,
		delimiter: ',',
		escapeFormulas: true,
		addByteOrderMark: false,
		convertDates: false,
		listName: 'courses',
		timeZone: 'UTC',
		...changes,
	};
}

export function fileOf(format: keyof typeof formats, plan: Partial<FilePlan>): ExportFile {
	return formats[format].file(planOf(plan));
}

export async function bytesOf(file: ExportFile, ...pages: IDataObject[][]): Promise<Buffer> {
	async function* given() {
		for (const records of pages) yield await Promise.resolve({ records });
	}
	const chunks: Buffer[] = [];
	for await (const chunk of file.content(given())) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Returns a file's text for one page of records. */
export async function textWith(file: ExportFile, ...records: IDataObject[]): Promise<string> {
	return (await bytesOf(file, records)).toString();
}
