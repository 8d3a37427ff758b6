import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { identityOf, knownFieldsOf } from '../catalog/knownLists';
import {
	addedFields,
	namedFields,
	nameOwners,
	namesBesideIds,
	type NameOwner,
} from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import {
	addNamesOf,
	columnsOfRow,
	idFieldWith,
	filtersOf,
	maxRetries,
	notOffered,
	menu,
	optionsOf,
	readForm,
	removalLimitWith,
	type Field,
	type ReadParameter,
} from '../form';
import { unreadNamesOf } from '../names';
import { columnName, openShape } from '../shape';
import { TableComparison, REMOVED_AT, SYNC_VERSION, type TableRow } from '../table';
import { openListing, runItem, type Run } from './run';
import type { Operation } from './route';
import { hintAboutError, hintsAboutTable } from './syncHints';

const removedRows = menu(
	'removedRows',
	'mark',
	'What to do with the row of a record that is no longer in the list',
	{
		delete: {
			name: 'Delete',
			description: `A run fills in ${REMOVED_AT}. A later run without the record sends the row to the output Delete. Every run also sends rows that repeat the key of another row.`,
		},
		mark: {
			name: 'Mark',
			description: `The row stays. Its column ${REMOVED_AT} says when a run first missed the record, and is empty again when the record is back.`,
		},
	},
);

/** Above Options, which n8n empties when another resource is chosen. */
const writtenTo = menu('writtenTo', 'spreadsheet', 'What the nodes after this one write to', {
	database: {
		name: 'Database or Data Table',
		description: `Texts are written as they are. A row that is marked has all cells, as well as ${REMOVED_AT}.`,
	},
	spreadsheet: {
		name: 'Spreadsheet',
		description: `A text that starts with =, +, -, @, a tab or a carriage return gets an apostrophe in front, so that no spreadsheet runs it as a formula. A row that is marked has its key, ${REMOVED_AT} and ${SYNC_VERSION} only.`,
	},
});

const removalLimit = removalLimitWith(
	'Percentage of the unmarked rows that may be marked as removed in one run. If more records are missing, the run fails and sends nothing, since a fault of the platform is more likely. 100 allows any number.',
);

/** Only if the user chooses the list: the key of other lists is known. */
function idFieldOf({ list }: Resource): Field<string[]> {
	const idField = idFieldWith(
		'Leave empty to use "_id", "id" or "uuid", whichever the records have, and for known lists',
	);
	return list === undefined ? idField : notOffered([]);
}

const formOf = (resource: Resource) => ({
	outputFields: columnsOfRow,
	removedRows,
	writtenTo,
	filters: filtersOf(resource),
	options: optionsOf({
		addNames: addNamesOf(resource),
		idField: idFieldOf(resource),
		maxRetries,
		removalLimit,
	}),
});

/** The operation Sync: takes the rows of a table, and returns the rows to write and to delete. */
export const sync: Operation = {
	name: 'Sync',
	value: 'sync',
	action: ({ plural, inActions = plural }) => `Sync ${inActions} with table`,
	description: ({ plural }) =>
		`Compare all ${plural}, optionally filtered, with the incoming rows of a table, and return the rows to write and to delete`,
	isFor: ({ joined }) => joined === undefined,
	form: formOf,
};

/** The outputs of the node, as an n8n expression. */
export const outputsExpression =
	`={{ $parameter["operation"] === "${sync.value}" ? [{ type: "main", displayName: "Upsert" }, { type: "main", displayName: "Delete" }] : ["main"] }}` as const;

/**
 * Compares the rows of all input items with a list, as one of n8n's `customOperations`. Parameters are those of the
 * first item.
 *
 * @returns the items of the outputs Upsert and Delete
 * @throws NodeApiError, NodeOperationError. With On Error: Continue both outputs stay empty instead, because the nodes
 * behind would write whatever comes; an error output gets an item
 */
export async function syncTable(
	context: IExecuteFunctions,
	resource: Resource,
): Promise<INodeExecutionData[][]> {
	const parameter: ReadParameter = (name, ifLeftOut) =>
		context.getNodeParameter(name, 0, ifLeftOut);
	const asked = { context, resource, parameter, itemIndex: 0, items: 1 };
	return await runItem(asked, compareList, (item) => {
		if (context.getNode().onError === 'continueErrorOutput') return [[item], []];
		context.addExecutionHints(hintAboutError(item.json));
		return [[], []];
	});
}

async function compareList(run: Run<IExecuteFunctions>): Promise<INodeExecutionData[][]> {
	const { context, resource, target, parameter, log } = run;
	const form = readForm(formOf(resource), parameter, context);
	const { removedRows, writtenTo, filters } = form;
	// So that the header of a table can be entered as it is.
	const fields = form.outputFields.filter((name) => name !== REMOVED_AT && name !== SYNC_VERSION);
	const { idField, removalLimit } = form.options;
	const options = {
		...form.options,
		// Options are emptied when another resource is chosen.
		addNames: [...new Set([...form.options.addNames, ...ownersOf(fields, target.path)])],
		escapeFormulas: writtenTo === 'spreadsheet',
	};
	const { idName: keyName = 'recordId' } = resource;
	const { executeOnce, alwaysOutputData = false } = context.getNode();
	if (executeOnce) throw executedOnce();
	if (idField.length === 0 && identityOf(target.path)?.length === 0) {
		throw withoutIdentity(target.path);
	}
	const rows = context.getInputData().map(({ json }) => json);
	const deletes = removedRows === 'delete';
	const now = new Date(Date.now());
	const comparison = new TableComparison(rows, { keyName, writtenTo, deletes, removalLimit, now });
	const list = openListing(run, { output: { kind: 'row', fields }, filters, options });
	const columnOf = (path: string[]) => columnName(path, keyName.replace(/Id$/, ''));
	const shape = openShape(list.choice, {
		...list.kind,
		...(idField.length > 0 && { idFields: idField }),
		// A field or name that is gone from all records keeps its column, so that Sync clears the cells.
		columns: namedFields(
			knownFieldsOf(target.path).map(({ name }) => name),
			list.names,
		)
			.map((name) => [name])
			.filter((path) => comparison.table.columns.includes(columnOf(path))),
	});
	/** The columns of each row with names that could not be read. */
	const unread: string[][] = [];
	const compareRead = () => {
		const { records, ...found } = shape.finish();
		comparison.add(records, unread.splice(0));
		const named = found.fields ?? Object.keys(records[0] ?? {});
		const columns = named.length > 0 ? named : (found.columns ?? []).map(columnOf);
		return { ...found, columns: columns.filter((name) => name !== keyName) };
	};
	for await (const { records } of list.pages({ overlap: true })) {
		shape.add(records);
		for (const record of records) {
			unread.push(unreadNamesOf(record).map((name) => columnOf([name])));
		}
		// Columns that the user named are known at once, so that no more than a page is kept.
		if (fields.length > 0) compareRead();
	}
	const { columns, missingFields } = compareRead();
	const needed = [keyName, ...columns, REMOVED_AT, SYNC_VERSION];
	comparison.finish(needed);
	log.fieldsMissing(missingFields);
	if (comparison.table.lacks(SYNC_VERSION)) log.warn(`no row has the column ${SYNC_VERSION}`);
	log.compared(comparison.counts);
	const facts = {
		rows: rows.length,
		keyName,
		needed,
		alwaysOutputData,
		missingFields,
		emptyNames: list.report.emptyNames,
	};
	context.addExecutionHints(...hintsAboutTable(comparison, facts));
	return [comparison.upserts, comparison.deletes].map((writes) => writes.map(itemOf));
}

/** The owners of names among the fields, such as `groupName`. */
function ownersOf(fields: readonly string[], path: string): NameOwner[] {
	return nameOwners.filter((owner) => {
		const added = addedFields(namesBesideIds(path, [owner]));
		return fields.some((field) => added.has(field));
	});
}

/** A new row belongs to no row that came in, but to the run, as all that comes from the first item. */
function itemOf({ json, at = 0 }: TableRow): INodeExecutionData {
	return { json, pairedItem: { item: at } };
}

function withoutIdentity(path: string): UserFacingError {
	return new UserFacingError(
		`The list ${path} has no known ID field`,
		'A row is found again by its key. Enter the field whose value is unique to each record, or several that are unique together, as ID Field under Options.',
	);
}

function executedOnce(): UserFacingError {
	return new UserFacingError(
		'Sync runs with Execute Once, so it sees only the first row of the table',
		'Every other row would be written as new. Turn off Execute Once under Settings of this node. The node that reads the table may have it.',
	);
}
