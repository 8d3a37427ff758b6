import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../values/identity';
import type { Page } from '../service';
import { openShape, shapeRecords, type OutputChoice, type RecordKind } from '../shape';
import { ownValue } from '../values/fieldPath';
import { headerInWords, valueInWords } from './inWords';

/** The input of a format that writes a file. */
export interface FilePlan {
	/** The fields of all records or, where records differ, of the first page. */
	fields: string[];
	/** Whether later pages may have further fields. */
	hasMore: boolean;
	/** The columns that the user named: JSON Lines then has each of them in every line. */
	columns: string[];
	/** Labels of fields whose names are unclear; only for columns in words. */
	labels?: ReadonlyMap<string, string> | undefined;
	addByteOrderMark: boolean;
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
	/** The rest is for workbooks only. */
	convertDates: boolean;
	timeZone: string;
	listName: string;
}

/** A file that grows with the pages of a list. */
export interface ExportFile {
	/** By header name. */
	columns: string[];
	/** Fields that appeared after the header was written; complete once the file is. */
	otherFields: ReadonlySet<string>;
	content: (pages: RecordPages) => AsyncGenerator<Buffer, void>;
	/** Counts the texts that are longer than a cell of a spreadsheet; a workbook cuts them. Complete once the file is. */
	figures?: () => { cutCells?: number; longCells?: number };
}

/** The longest text in a cell of a spreadsheet, in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;

export type RecordPages = AsyncIterable<{ records: IDataObject[] }>;

/**
 * Reads the beginning of a list in the shape of the output: the first page with records and the page after it decide the
 * first line of the file.
 *
 * @returns all pages, and the facts known so far
 * @throws what `list` throws
 */
export async function startList(choice: OutputChoice, kind: RecordKind, list: AsyncIterable<Page>) {
	const shape = openShape(choice, kind);
	const counts = { records: 0, pages: 0 };
	let found: ReturnType<typeof shape.finish> | undefined;

	async function* shaped(): AsyncGenerator<Page, void> {
		for await (const { number, records } of list) {
			counts.pages = number;
			counts.records += records.length;
			// The first page decides for all later ones, so it must have records.
			if (records.length > 0) {
				shape.add(records);
				found = shape.finish();
			}
			yield { number, records: found?.records.splice(0) ?? [] };
		}
	}

	const pages = shaped();
	const read: Page[] = [];
	let fields: string[] | undefined;
	let isLonger = false;
	while (!isLonger) {
		const { value: page } = await pages.next();
		if (!page) break;
		read.push(page);
		isLonger = fields !== undefined;
		if (page.records.length === 0) continue;
		fields ??= [...new Set(page.records.flatMap((record) => Object.keys(record)))];
	}
	const known = found ? found.fields : fieldsOfNone(choice, kind);

	async function* allPages(): AsyncGenerator<Page, void> {
		yield* read.splice(0);
		yield* pages;
	}

	return {
		pages: allPages(),
		fields: known ?? fields ?? kind.columns?.flat() ?? [],
		hasMore: isLonger && known === undefined && kind.columns === undefined,
		counts,
		missing: () => found?.missingFields ?? [],
	};
}

/** Returns the fields of an empty list, as if its records had the best of the usual ID fields. */
function fieldsOfNone(choice: OutputChoice, kind: RecordKind): string[] | undefined {
	const ids = kind.idFields ?? ID_FIELDS.slice(0, 1);
	const record = Object.fromEntries(ids.map((field) => [field, '-']));
	return shapeRecords(choice, kind, [record]).fields;
}

/** Lays out a table. Fields that first appear on later pages share a last column: the header is already written. */
export function tableOf({ fields, hasMore, labels }: FilePlan) {
	const others = fieldsBeside(fields);
	// A field of the service may have this name.
	const last = fields.includes('otherFields') ? 'otherFields_' : 'otherFields';
	const columns = hasMore ? [...fields, last] : fields;
	const cellOf = (record: IDataObject) => (name: string) => {
		const value = ownValue(record, name);
		return labels ? valueInWords(name, value) : value;
	};
	return {
		columns,
		header: labels ? headerInWords(columns, labels) : columns,
		otherFields: others.names,
		valuesOf: (record: IDataObject): unknown[] => {
			const values = fields.map(cellOf(record));
			return hasMore ? [...values, others.of(record)] : values;
		},
	};
}

/** Finds a record's fields without a column. */
export function fieldsBeside(fields: string[]) {
	const known = new Set(fields);
	const names = new Set<string>();
	return {
		/** In order of appearance. */
		names: names as ReadonlySet<string>,
		of: (record: IDataObject): IDataObject | undefined => {
			const others = Object.keys(record).filter((name) => !known.has(name));
			if (others.length === 0) return undefined;
			for (const name of others) names.add(name);
			// An assignment would lose a field called "__proto__".
			return Object.fromEntries(others.map((name) => [name, record[name]]));
		},
	};
}

/** Writes a value as text: objects and lists as JSON, missing values as an empty text. */
export function cellText(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}
