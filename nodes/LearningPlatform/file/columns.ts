import type { IDataObject } from 'n8n-workflow';

import { ownValue, typedPathReader, type ReadValue } from '../values/fieldPath';

/** A column of a file: its heading, and its value for a record. */
interface Column {
	name: string;
	valueIn: ReadValue;
}

/** What a file is made from, whatever its format. */
export interface FilePlan {
	/** The columns that the user asked for; none for all fields. */
	chosen: Column[];
	/** The fields of the first page. */
	fields: string[];
	/** Whether more pages follow, which may have further fields. */
	hasMore: boolean;
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
 * A column for what each path leads to, such as `translations.0.name`.
 *
 * @returns also the paths that no record has had so far
 */
export function chooseColumns(paths: string[]): {
	columns: Column[];
	missing: ReadonlySet<string>;
} {
	const missing = new Set(paths);
	const columns = paths.map((path) => {
		const read = typedPathReader(path);
		const valueIn = (record: IDataObject) => {
			const value = read(record);
			if (value !== undefined) missing.delete(path);
			return value;
		};
		return { name: path, valueIn };
	});
	return { columns, missing };
}

/**
 * The columns of a table with a header row: those that the user chose, or else those of the first page. Fields that
 * only other pages have go into a last column, because the header is already written.
 */
export function tableOf({ chosen, fields, hasMore }: FilePlan) {
	const others = fieldsBeside(fields);
	const valueOfOthers = (record: IDataObject) => {
		const names = others.collect(record);
		// Not by assignment, which would lose a field called "__proto__".
		return names.length === 0
			? undefined
			: Object.fromEntries(names.map((name) => [name, record[name]]));
	};
	const found: Column[] = fields.map((name) => ({
		name,
		valueIn: (record) => ownValue(record, name),
	}));
	if (hasMore) found.push({ name: nameOfOthers(fields), valueIn: valueOfOthers });
	const columns = chosen.length > 0 ? chosen : found;
	return {
		columns: columns.map(({ name }) => name),
		otherFields: others.names,
		/** The values of a record, a column each. */
		valuesOf: (record: IDataObject) => columns.map(({ valueIn }) => valueIn(record)),
	};
}

/** A field of the service could have our name for the column. */
function nameOfOthers(fields: string[]): string {
	let name = 'otherFields';
	while (fields.includes(name)) name += '_';
	return name;
}

/** Finds the fields that turn up after the columns of a file were decided. */
export function fieldsBeside(fields: string[]) {
	const known = new Set(fields);
	const names = new Set<string>();
	return {
		/** All that were collected, in order of appearance. */
		names: names as ReadonlySet<string>,
		/** Remembers and returns the further fields of a record. */
		collect: (record: IDataObject): string[] => {
			const others = Object.keys(record).filter((name) => !known.has(name));
			for (const name of others) names.add(name);
			return others;
		},
	};
}

/** A value as text: texts, numbers and dates as they came, lists and objects as JSON, nothing for what is missing. */
export function cellText(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
			return String(value);
		default:
			return value === null || value === undefined ? '' : JSON.stringify(value);
	}
}
