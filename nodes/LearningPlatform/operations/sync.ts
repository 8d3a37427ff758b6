import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { labelFieldNames, labelKinds, labelsFor } from '../catalog/labels';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	columnsOfRow,
	filtersOf,
	idFieldOption,
	maxRetries,
	menu,
	constantField,
	optionsOf,
	parameterOf,
	removalLimitWith,
	targetOf,
} from '../form';
import { itemsOfFailedRun } from '../nodeErrors';
import { openComparison, REMOVED_AT, SYNC_VERSION } from '../table';
import { syncRows } from './syncRows';
import { openListing, runItem, type Operation, type ItemRun } from './run';
import { readFormOfRun } from './runItems';
import { hintsOfSync } from './syncHints';

const removedRows = menu(
	'removedRows',
	'mark',
	'What to do with the row of a record that is no longer in the list',
	{
		delete: {
			name: 'Delete',
			description: `The first run after the record disappears fills in ${REMOVED_AT}, and the next run sends the row to the Delete output. Every run also sends rows that repeat another row's key.`,
		},
		mark: {
			name: 'Mark',
			description: `The row stays. Its ${REMOVED_AT} column shows when the record was first found missing and is cleared when the record returns.`,
		},
	},
);

/** Kept outside Options because n8n clears Options when the user changes the resource. */
const writtenTo = menu('writtenTo', 'spreadsheet', 'What the next nodes write to', {
	database: {
		name: 'Database or Data Table',
		description: `Text is written unchanged. A marked row is sent with all of its cells plus ${REMOVED_AT}.`,
	},
	spreadsheet: {
		name: 'Spreadsheet',
		description: `Text that starts with =, +, -, @, a tab, or a carriage return gets a leading apostrophe so that spreadsheets do not run it as a formula. A marked row is sent with only its key, ${REMOVED_AT}, and ${SYNC_VERSION}.`,
	},
});

const removalLimit = removalLimitWith(
	'Maximum percentage of unmarked rows that one run can mark as removed. If more records are missing, the run fails and sends nothing because the cause is probably a fault in the platform. Enter 100 for no limit.',
);

const formOf = (resource: Resource) => ({
	outputFields: columnsOfRow,
	removedRows,
	writtenTo,
	filters: filtersOf(resource),
	options: optionsOf({
		addNames: addNamesOf(resource),
		// The ID fields of all other lists are known.
		idField: resource.list === undefined ? idFieldOption : constantField<string[]>([]),
		maxRetries,
		removalLimit,
	}),
});

/** Compares a list with a table's rows and returns the rows to write and those to delete. */
export const sync: Operation = {
	name: 'Sync',
	value: 'sync',
	action: ({ plural, inActions = plural }) => `Sync ${inActions} with table`,
	description: ({ plural }) =>
		`Compare all ${plural}, optionally filtered, with the incoming rows of a table and return the rows to write and the rows to delete`,
	isFor: ({ isComputed }) => !isComputed,
	form: formOf,
	execute: async (context, resource) => {
		const parameter = parameterOf(context, 0);
		const item = { context, resource, parameter, itemIndex: 0, isForAllItems: true };
		return await runItem(item, compareList, (failed) => [
			itemsOfFailedRun(context, failed, 'Nothing was compared.'),
			[],
		]);
	},
};

export const outputsExpression =
	`={{ $parameter["operation"] === "${sync.value}" ? [{ type: "main", displayName: "Upsert" }, { type: "main", displayName: "Delete" }] : ["main"] }}` as const;

async function compareList(run: ItemRun<IExecuteFunctions>): Promise<INodeExecutionData[][]> {
	const { context, resource, log } = run;
	const form = readSyncForm(run);
	const { fields, filters, removalLimit, writtenTo } = form;
	const { keyColumn: keyName = 'recordId' } = resource;
	const rows = context.getInputData().map(({ json }) => json);
	const deletes = form.removedRows === 'delete';
	const now = new Date(Date.now());
	const comparison = openComparison(rows, { keyName, writtenTo, deletes, removalLimit, now });
	const opened = await openListing(run, {
		output: { shape: 'row', fields },
		filters,
		options: { ...form, escapeFormulas: writtenTo === 'spreadsheet' },
	});
	const listed = syncRows(comparison, opened, { ...form, keyName });
	for await (const { records } of opened.pages({ readsAhead: true })) {
		listed.add(records);
		// If the user chose the columns, only one page needs to stay in memory.
		if (fields.length > 0) listed.compare();
	}
	const { columns, missingFields } = listed.compare();
	const needed = [keyName, ...columns, REMOVED_AT, SYNC_VERSION];
	comparison.finish(needed);
	log.write('fieldsMissing', { fields: missingFields });
	if (comparison.table.lacks(SYNC_VERSION)) log.write('versionsMissing', { column: SYNC_VERSION });
	log.write('columnsMissing', { columns: [...comparison.missingColumns] });
	log.write('compared', { counts: comparison.counts });
	const { alwaysOutputData = false } = context.getNode();
	const isRepeated = context.getWorkflowDataProxy(0).$runIndex > 0;
	const facts = { rows: rows.length, keyName, needed, alwaysOutputData, isRepeated, missingFields };
	const { cutColumns } = listed;
	context.addExecutionHints(
		...hintsOfSync(comparison, { ...opened.figures, ...facts, cutColumns }),
	);
	// New rows are paired with the first input item.
	return [comparison.upserts, comparison.deletes].map((found) =>
		found.map(({ json, at = 0 }) => ({ json, pairedItem: { item: at } })),
	);
}

/** Reads the form. @throws UserFacingError for an invalid field, or if Sync could not find the rows of records */
function readSyncForm({ context, resource }: ItemRun<IExecuteFunctions>) {
	if (context.getNode().executeOnce) throw executedOnce();
	const fieldsOfRun = { listPath: targetOf(resource), ...formOf(resource) };
	const { outputFields, options, ...form } = readFormOfRun(
		context,
		fieldsOfRun,
		'Nothing was written.',
	);
	const { path } = form.listPath;
	if (options.idField.length === 0 && listAt(path).identity?.length === 0)
		throw withoutIdentity(path);
	// Users may paste a table's header, including these columns.
	const fields = outputFields.filter((name) => name !== REMOVED_AT && name !== SYNC_VERSION);
	// n8n clears Options when the user changes the resource, so output fields such as `groupName` also add names.
	const named = labelKinds.filter((kind) => {
		const added = labelFieldNames(labelsFor(path, [kind]));
		return fields.some((field) => added.has(field));
	});
	const addNames = [...new Set([...options.addNames, ...named])];
	return { ...form, ...options, fields, addNames };
}

function withoutIdentity(path: string): UserFacingError {
	return new UserFacingError(
		`The list ${path} has no known ID field`,
		'Sync finds a row by its key. In Options > ID Field, enter the field that identifies a record, or a combination of fields.',
	);
}

function executedOnce(): UserFacingError {
	return new UserFacingError(
		'Execute Once is on, so Sync sees only the first row of the table',
		"Sync would write all other rows again as new rows. Turn off Execute Once in this node's settings. Execute Once can stay on in the node that reads the table.",
	);
}
