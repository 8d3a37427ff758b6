import type { IDataObject } from 'n8n-workflow';

import { catalogFieldsOf } from '../catalog/knownLists';
import { insertLabelFields, labelKinds, labelsFor } from '../catalog/labels';
import type { TableComparison } from '../table';

/** The end of a column's name that Sync derives from a field's name. */
const IS_DERIVED = /__[\da-f]{8}$/;

/**
 * Finds the columns of the table that no record has any more, for lists without Output Fields.
 *
 * @param records all records, as rows
 * @param columnOf returns the column for a field's path
 * @returns `ownColumns`, which only Sync makes, and `maybeOwn`, which a person could have made as well
 */
export function columnsWithoutRecords(
	{ columns }: TableComparison['table'],
	path: string,
	records: readonly IDataObject[],
	columnOf: (path: string[]) => string,
) {
	const lower = (name: string) => name.toLowerCase();
	const fields = catalogFieldsOf(path).map(({ name }) => name);
	// Someone may have turned off Add Names Of since the last run.
	const known = insertLabelFields(fields, labelsFor(path, labelKinds));
	const knownColumns = new Set(known.map((name) => lower(columnOf([name]))));
	const shown = new Set(records.flatMap((record) => Object.keys(record)));
	const present = new Set([...shown].map(lower));
	const isText = (name: string) => records.some((record) => (record[name] ?? '') !== '');
	const isObject = (name: string) => (shown.has(name) || known.includes(name)) && !isText(name);
	const left = columns.filter((name) => !present.has(lower(name)));
	const isOwn = (name: string) =>
		knownColumns.has(lower(name)) ||
		IS_DERIVED.test(name) ||
		(isColumn(name) && name.includes('_') && isObject(name.split('_')[0] ?? ''));
	const isColumn = (name: string) => columnOf(name.split('_')) === name;
	return {
		ownColumns: left.filter(isOwn),
		maybeOwn: left.filter((name) => !isOwn(name) && isColumn(name)),
	};
}
