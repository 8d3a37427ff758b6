import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../values/identity';
import type { Page } from '../service';
import { openShape, shapeRecords, type OutputChoice, type RecordKind } from '../shape';
import { ownValue } from '../values/fieldPath';
import { headerInWords, valueInWords } from './inWords';

/** What a file is made from, whatever its format. */
export interface FilePlan {
	/** The fields of every record, or those of the first page where records differ. */
	fields: string[];
	/** Whether later pages may have further fields. */
	hasMore: boolean;
	/** The columns that the user named; JSON Lines then has all of them in each line. */
	columns: string[];
	/** For columns in words: what people call fields, where that does not follow from their names. */
	labels?: ReadonlyMap<string, string> | undefined;
	addByteOrderMark: boolean;
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
	/** The rest is of a workbook. */
	convertDates: boolean;
	timeZone: string;
	listName: string;
}

/** A file that is made while the pages of a list come in. */
export interface ExportFile {
	/** As the header calls them. */
	columns: string[];
	/** Fields that turned up after `columns` were decided, as far as the file is written. */
	otherFields: ReadonlySet<string>;
	content: (pages: RecordPages) => AsyncGenerator<Buffer, void>;
	/** As far as it is written: how many texts are longer than a cell of a spreadsheet holds. A workbook has them cut. */
	figures?: () => { cutCells?: number; longCells?: number };
}

/** What a cell of a spreadsheet holds, in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;

export type RecordPages = AsyncIterable<{ records: IDataObject[] }>;

/**
 * Begins to read a list in the shape of the output: up to the first page with records, and one page more, since the
 * first line of a file depends on them. So a list that fails at once never becomes a file.
 *
 * @returns all pages, from the first, and the fields of the file; also the records and pages read so far, and the Output
 * Fields that none of them has had
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
			// What a shape decides by a page holds for those after it, so that it has to be a page with records.
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

/** The fields that the items of an empty list would have. Most records are identified by the best of the usual fields. */
function fieldsOfNone(choice: OutputChoice, kind: RecordKind): string[] | undefined {
	const ids = kind.idFields ?? ID_FIELDS.slice(0, 1);
	const record = Object.fromEntries(ids.map((field) => [field, '-']));
	return shapeRecords(choice, kind, [record]).fields;
}

/**
 * The columns of a table with a header row. Fields that only later pages have go into a last column, because the
 * header is already written.
 */
export function tableOf({ fields, hasMore, labels }: FilePlan) {
	const others = fieldsBeside(fields);
	// A field of the service that has this name keeps it.
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

/** Finds the fields that turn up after the columns of a file were decided. */
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
			// Not by assignment, which would lose a field called "__proto__".
			return Object.fromEntries(others.map((name) => [name, record[name]]));
		},
	};
}

/** A value as text: texts, numbers and dates as they came, lists and objects as JSON, nothing for what is missing. */
export function cellText(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}
