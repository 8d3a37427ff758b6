import type { IDataObject } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { insertLabelFields, labelKinds, labelsFor } from '../catalog/labels';
import { unreadLabelFields } from '../labels';
import { columnName, cutLongCells, openShape } from '../shape';
import type { TableComparison } from '../table';
import type { openListing } from './run';

/** Turns the records of a list into rows, and compares them with the rows of a table. */
export function syncRows(
	comparison: TableComparison,
	{ choice, listing, recordType }: Awaited<ReturnType<typeof openListing>>,
	{ idField, keyName, writtenTo }: { idField: string[]; keyName: string; writtenTo: string },
) {
	const identity = idField.length > 0 ? idField : recordType.identity;
	const shape = openShape(choice, { ...recordType, ...(identity && { identity }) });
	const [ownId = '_id'] = identity ?? [];
	const columnOf = (path: string[]) => columnName(path, keyName.replace(/Id$/, ''));
	const columnOfId = (id: string) => (id === ownId ? keyName : columnOf([id]));
	/** For each row, the name columns whose values could not be read, with the columns of the IDs. */
	const unread: { name: string; id: string }[][] = [];
	/** The columns in which text was cut. */
	const cutColumns = new Set<string>();
	return {
		cutColumns: cutColumns as ReadonlySet<string>,
		add: (records: IDataObject[]): void => {
			shape.add(records);
			for (const record of records) {
				const names = unreadLabelFields(record);
				unread.push(names.map(({ name, id }) => ({ name: columnOf([name]), id: columnOfId(id) })));
			}
		},
		/** Compares the records added since the last call. @returns the rows' columns, except the key */
		compare: () => {
			const { records, missingFields, ...shaped } = shape.finish();
			const { ownColumns, maybeOwn } =
				choice.fields.length > 0
					? { ownColumns: [], maybeOwn: [] }
					: columnsWithoutRecords(comparison.table.columns, listing.path, records, columnOf);
			const named = shaped.fields ?? Object.keys(records[0] ?? {});
			const columns = named.length > 0 ? named : (shaped.columns ?? []).map(columnOf);
			for (const record of records) {
				for (const name of ownColumns) record[name] = '';
				const cut = writtenTo === 'spreadsheet' ? cutLongCells(record) : [];
				for (const name of cut) cutColumns.add(name);
			}
			comparison.add(records, unread.splice(0), maybeOwn);
			const shown = [...columns, ...ownColumns].filter((name) => name !== keyName);
			return { columns: shown, missingFields };
		},
	};
}

/** The end of a column's name that Sync derives from a field's name. */
const IS_DERIVED = /__[\da-f]{8}$/;

/**
 * Finds the columns of the table that no record fills, for lists without Output Fields.
 *
 * @param records all records, as rows
 * @param columnOf returns the column for a field's path
 * @returns `ownColumns`, which only Sync makes, and `maybeOwn`, which a person could have made as well
 */
function columnsWithoutRecords(
	columns: readonly string[],
	path: string,
	records: readonly IDataObject[],
	columnOf: (path: string[]) => string,
) {
	const lower = (name: string) => name.toLowerCase();
	// Someone may have turned off Add Names Of since the last run.
	const known = insertLabelFields(listAt(path).catalogFields, labelsFor(path, labelKinds));
	const knownColumns = new Set(known.map((name) => lower(columnOf([name]))));
	const present = new Set(records.flatMap((record) => Object.keys(record).map(lower)));
	const absent = columns.filter((name) => !present.has(lower(name)));
	const isOwn = (name: string) => knownColumns.has(lower(name)) || IS_DERIVED.test(name);
	const isColumn = (name: string) => columnOf(name.split('_')) === name;
	return {
		ownColumns: absent.filter(isOwn),
		maybeOwn: absent.filter((name) => !isOwn(name) && isColumn(name)),
	};
}
