import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../catalog/identity';
import type { Page } from '../service';
import { openShape, shapeRecords, type OutputChoice, type RecordKind } from '../shape';
import { ownValue } from '../values/fieldPath';

/** What a file is made from, whatever its format. */
export interface FilePlan {
	/** The fields that every record has, or else those of the first page. */
	fields: string[];
	/** Whether later pages may have further fields. */
	hasMore: boolean;
	/** The columns that the user named; JSON Lines then has all of them in each line. */
	columns: string[];
	addByteOrderMark: boolean;
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
	/** Whether a workbook has dates as dates, not as texts. */
	convertDates: boolean;
	/** The time zone of the dates in a workbook. */
	timeZone: string;
	/** What a workbook names its sheets after. */
	listName: string;
}

/** A file that is made while the pages of a list come in. */
export interface ExportFile {
	/** What the file has of each record, in order. */
	columns: string[];
	/** Fields that turned up after `columns` were decided, as far as the file is written. */
	otherFields: ReadonlySet<string>;
	content: (pages: RecordPages) => AsyncGenerator<Buffer, void>;
	/** Of a workbook, as far as it is written: its sheets, and the cells that lost the end of their text. */
	figures?: () => { sheets: number; cutCells: number };
}

/** The pages of which a file is made. */
export type RecordPages = AsyncIterable<{ records: IDataObject[] }>;

/**
 * Begins to read a list in the shape of the output: up to the first page with records, and one page more, since the
 * first line of a file depends on them. So a list that fails at once never becomes a file.
 *
 * @returns all pages, from the first, and the fields of the file; also what the pages read so far have shown, namely
 * how many records and pages there are, and the Output Fields that no record has had
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
		const ofPage = new Set(page.records.flatMap((record) => Object.keys(record)));
		if (page.records.length > 0) fields ??= [...ofPage];
	}
	const known = found ? found.fields : fieldsOfNone(choice, kind);
	return {
		pages: replay(read, pages),
		fields: known ?? fields ?? [],
		hasMore: isLonger && known === undefined,
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

/** Forgets each page as it is handed on. */
async function* replay(read: Page[], rest: AsyncGenerator<Page, void>): AsyncGenerator<Page, void> {
	for (let page = read.shift(); page; page = read.shift()) yield page;
	yield* rest;
}

/**
 * The columns of a table with a header row. Fields that only later pages have go into a last column, because the
 * header is already written.
 */
export function tableOf({ fields, hasMore }: FilePlan) {
	const others = fieldsBeside(fields);
	return {
		columns: hasMore ? [...fields, 'otherFields'] : fields,
		otherFields: others.names,
		/** The values of a record, a column each. */
		valuesOf: (record: IDataObject): unknown[] => {
			const values = fields.map((name) => ownValue(record, name));
			return hasMore ? [...values, others.of(record)] : values;
		},
	};
}

/** Finds the fields that turn up after the columns of a file were decided. */
export function fieldsBeside(fields: string[]) {
	const known = new Set(fields);
	const names = new Set<string>();
	return {
		/** All that were found, in order of appearance. */
		names: names as ReadonlySet<string>,
		/** The further fields of a record; nothing if there are none. */
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
