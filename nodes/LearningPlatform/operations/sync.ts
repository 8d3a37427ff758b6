import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { identityOf, knownFieldsOf } from '../catalog/knownLists';
import { namedFields } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import {
	addNamesOf,
	columnsOfRow,
	escapeFormulas,
	idFieldWith,
	filtersOf,
	maxRetries,
	notOffered,
	menuField,
	optionsOf,
	readForm,
	readRequestOptions,
	removalLimitWith,
	targetOf,
	type Field,
	type ReadParameter,
} from '../form';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../n8n/nodeError';
import { FEW_UNNAMED_PAGES } from '../names';
import { columnName, openShape } from '../shape';
import { compareTable, hintsAboutTable, REMOVED_AT, type TableRow } from '../table';
import { openListing, type Run } from './run';
import type { Operation } from './route';

const removedRows = menuField({
	displayName: 'Removed Rows',
	name: 'removedRows',
	type: 'options',
	default: 'mark',
	description: 'What becomes of the row of a record that is no longer in the list',
	options: [
		{
			name: 'Delete',
			value: 'delete',
			description: `A run fills in ${REMOVED_AT}. A later run that still lacks the record sends the row to the output Delete. Every run sends the rows that repeat the key of another row.`,
		},
		{
			name: 'Mark',
			value: 'mark',
			description: `The row stays. Its column ${REMOVED_AT} says when a run first lacked the record, and is empty again when it is back.`,
		},
	],
});

const removalLimit = removalLimitWith(
	'Percentage of the unmarked rows that may be marked as removed in one run. If more records are missing, the run fails and sends nothing, since a fault of the platform is more likely. 100 lets all go.',
);

/** Only where the user chooses the list: of all others the key is known. */
function idFieldOf({ list }: Resource): Field<string[]> {
	const idField = idFieldWith(
		'Leave empty to use "_id", "id" or "uuid", whichever the records have, and for known lists',
	);
	return list === undefined ? idField : notOffered([]);
}

const formOf = (resource: Resource) => ({
	outputFields: columnsOfRow,
	removedRows,
	filters: filtersOf(resource),
	options: optionsOf({
		addNames: addNamesOf(resource),
		escapeFormulas,
		idField: idFieldOf(resource),
		maxRetries,
		removalLimit,
	}),
});

/** The operation Sync: the rows of a table come in, what has to be written and deleted goes out. */
export const sync: Operation = {
	name: 'Sync',
	value: 'sync',
	action: ({ plural, inActions = plural }) => `Sync ${inActions} with table`,
	description: ({ plural }) =>
		`Compare all ${plural}, optionally filtered, with the rows of a table that come in, and return the rows to write and to delete`,
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
 * @throws NodeApiError, NodeOperationError; with On Error: Continue they come as an item instead
 */
export async function syncTable(
	context: IExecuteFunctions,
	resource: Resource,
): Promise<INodeExecutionData[][]> {
	let log = new ListingLog(context, resource.plural);
	try {
		const parameter: ReadParameter = (name, ifLeftOut) =>
			context.getNodeParameter(name, 0, ifLeftOut);
		const target = targetOf(resource).read(parameter, context);
		log = new ListingLog(context, target.path);
		const network = readRequestOptions(parameter);
		return await compareList({ context, resource, target, parameter, network, log, itemIndex: 0 });
	} catch (error) {
		return [[failedItem(context, error, log, 0)], []];
	}
}

async function compareList(run: Run<IExecuteFunctions>): Promise<INodeExecutionData[][]> {
	const { context, resource, target, parameter, log } = run;
	const form = readForm(formOf(resource), parameter, context);
	const { outputFields: fields, removedRows, filters, options } = form;
	const { idField, removalLimit } = options;
	const { idName: keyName = 'recordId' } = resource;
	if (idField.length === 0 && identityOf(target.path)?.length === 0) {
		throw withoutIdentity(target.path);
	}
	const rows = context.getInputData().map(({ json }) => json);
	const deletes = removedRows === 'delete';
	const table = compareTable(rows, { keyName, deletes, removalLimit, now: new Date(Date.now()) });
	const columns = new Set(rows.flatMap((row) => Object.keys(row)));
	const list = openListing(run, { output: { kind: 'row', fields }, filters, options });
	const shape = openShape(list.choice, {
		...list.kind,
		...(idField.length > 0 && { idFields: idField }),
		// A field or a name that no record has any more still has its column, which is to be cleared.
		columns: namedFields(
			knownFieldsOf(target.path).map(({ name }) => name),
			list.names,
		)
			.map((name) => [name])
			.filter((path) => columns.has(columnName(path, keyName.replace(/Id$/, '')))),
	});
	for await (const { records } of list.pages({
		overlap: true,
		maxUnnamedPages: FEW_UNNAMED_PAGES,
	})) {
		shape.add(records);
		// Columns that the user named are known at once, so that no more than a page is kept.
		if (fields.length > 0) table.add(shape.finish().records);
	}
	const { records, missingFields } = shape.finish();
	table.add(records);
	const comparison = table.finish();
	log.fieldsMissing(missingFields);
	log.compared(comparison.counts);
	const facts = { rows: rows.length, keyName, missingFields, emptyNames: list.report.emptyNames };
	context.addExecutionHints(...hintsAboutTable(comparison, facts));
	return [comparison.upserts, comparison.deletes].map((writes) => writes.map(itemOf));
}

/** A new row belongs to no row that came in, but to the run, as all that comes from the first item. */
function itemOf({ json, at = 0 }: TableRow): INodeExecutionData {
	return { json, pairedItem: { item: at } };
}

function withoutIdentity(path: string): UserFacingError {
	return new UserFacingError(
		`Nothing is known to identify a record of the list ${path}`,
		'A row is found again by its key. Enter the field whose value each record has for itself, or several, as ID Field under Options.',
	);
}
