import type { IDataObject } from 'n8n-workflow';

import { cellOf } from '../shape';
import { ownValue } from '../values/fieldPath';
import { isObject } from '../values/json';
import { titleOf, wordsIn } from '../values/words';

export interface FilePlan {
	/** The fields of all records, or only those on the first page if later pages may add fields. */
	fields: string[];
	/** True if later pages may add fields. */
	hasMore: boolean;
	/** The columns that the user named. Every line of a JSON Lines file contains all of them. */
	columns: string[];
	/** Labels for fields with unclear names; omitted unless Column Names in Words is on. */
	titles?: ReadonlyMap<string, string> | undefined;
	addByteOrderMark: boolean;
	/** One character. */
	delimiter: string;
	escapeFormulas: boolean;
	/** The remaining fields apply only to workbooks. */
	convertDates: boolean;
	timeZone: string;
	listName: string;
}

/** A file written page by page. */
export interface ExportFile {
	columns: string[];
	/** Fields that first appeared after the header was written. The set is complete once the file is written. */
	otherFields: ReadonlySet<string>;
	/** Receives pages that each contain at least one record. */
	content: (pages: AsyncIterable<{ records: IDataObject[] }>) => AsyncGenerator<Buffer, void>;
	/** Counts the values that are too long for a spreadsheet cell. Workbooks truncate them; CSV keeps them in full. */
	figures?: () => { cutCells?: number; longCells?: number };
}

/** The maximum length of text in a spreadsheet cell, in UTF-16 code units. */
export const EXCEL_CELL_LIMIT = 32_767;

/** Lays out records as a table. Fields that first appear after the header was written share the last column. */
export function tableOf({ fields, hasMore, titles }: FilePlan) {
	const ownColumns = new Set(fields);
	const otherFields = new Set<string>();
	// The service may itself send a field called "otherFields".
	const last = fields.includes('otherFields') ? 'otherFields_' : 'otherFields';
	const columns = hasMore ? [...fields, last] : fields;
	const valueIn = (record: IDataObject, name: string) => {
		const value = ownValue(record, name);
		return titles ? valueInWords(name, value) : value;
	};
	/** Returns the fields of a record that have no column of their own. */
	const othersOf = (record: IDataObject): IDataObject | undefined => {
		const names = Object.keys(record).filter((name) => !ownColumns.has(name));
		for (const name of names) otherFields.add(name);
		// An assignment would lose a field called "__proto__".
		const entries = names.map((name) => [name, record[name]] as const);
		return entries.length > 0 ? Object.fromEntries(entries) : undefined;
	};
	return {
		columns,
		otherFields,
		othersOf,
		header: titles ? headerInWords(columns, titles) : columns,
		valuesOf: (record: IDataObject): unknown[] => {
			const values = fields.map((name) => valueIn(record, name));
			return hasMore ? [...values, othersOf(record)] : values;
		},
	};
}

/** Returns a value as text: objects and lists as JSON, and missing values as ''. */
export function cellText(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Returns the column names in words. Identical names are followed by the field in parentheses: "Name (_name)". */
function headerInWords(columns: string[], titles: ReadonlyMap<string, string>): string[] {
	const words = columns.map((name) => {
		const title = titles.get(name) ?? titles.get(name.replaceAll('_', '.'));
		// A column name that tables would reject has been replaced with a name that ends with a hash.
		return title ?? (titleOf(name.replace(/__[\da-f]{8}$/, '')) || name);
	});
	const folded = words.map((title) => title.toLowerCase());
	return words.map((title, at) => {
		const isUnique = folded.indexOf(folded[at] ?? '') === folded.lastIndexOf(folded[at] ?? '');
		return isUnique ? title : `${title} (${columns[at]})`;
	});
}

/** Names of status columns: `status`, `status.type`, `status_type`, `enrollmentStatus`. */
const IS_STATUS = /(^|[._])status([._]type)?$|Status$/;

/** Returns a value in readable form: lists as text, and statuses such as `notYetStarted` in words. */
function valueInWords(name: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.some(isObject) ? value : cellOf(value);
	if (!IS_STATUS.test(name)) return value;
	// An enrollment's status may include a reason: {"type":"toRetake","reason":"mandatoryReplay"}.
	const words = (isObject(value) ? Object.values(value) : [value]).map(wordsOf);
	return words.length > 0 && words.every((one) => one !== undefined) ? words.join(', ') : value;
}

/** Converts `notYetStarted` to "Not yet started". Returns `undefined` if the value is not in camel case. */
function wordsOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || !/^[a-z]+([A-Z][a-z]+)*$/.test(value)) return undefined;
	const words = wordsIn(value).join(' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
