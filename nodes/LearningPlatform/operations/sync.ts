import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { identityOf } from '../catalog/knownLists';
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
	readForm,
	removalLimitWith,
} from '../form';
import { unreadLabelFields } from '../labels';
import { failedRun } from '../nodeErrors';
import { columnName, cutLongCells, openShape } from '../shape';
import { openComparison, REMOVED_AT, SYNC_VERSION } from '../table';
import { openListing, runItem, type Operation, type Run } from './run';
import { columnsWithoutRecords } from './tableColumns';
import { hintsAboutTable } from './tableHints';

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
		const item = { context, resource, parameter, itemIndex: 0, isOfAllItems: true };
		return await runItem(item, compareList, (failed) => [
			failedRun(context, failed, 'Nothing was compared.'),
			[],
		]);
	},
};

export const outputsExpression =
	`={{ $parameter["operation"] === "${sync.value}" ? [{ type: "main", displayName: "Upsert" }, { type: "main", displayName: "Delete" }] : ["main"] }}` as const;

async function compareList(run: Run<IExecuteFunctions>): Promise<INodeExecutionData[][]> {
	const { context, resource, target, parameter, log } = run;
	const form = readForm(formOf(resource), parameter, context);
	const { removedRows, writtenTo, filters, options } = form;
	const { idField, removalLimit } = options;
	// Users may paste a table's header, including these columns.
	const fields = form.outputFields.filter((name) => name !== REMOVED_AT && name !== SYNC_VERSION);
	// n8n clears Options when the user changes the resource, so output fields such as `groupName` also add names.
	const named = labelKinds.filter((kind) => {
		const added = labelFieldNames(labelsFor(target.path, [kind]));
		return fields.some((field) => added.has(field));
	});
	const addNames = [...new Set([...options.addNames, ...named])];
	const { keyColumn: keyName = 'recordId' } = resource;
	const { executeOnce, alwaysOutputData = false } = context.getNode();
	if (executeOnce) throw executedOnce();
	if (idField.length === 0 && identityOf(target.path)?.length === 0) {
		throw withoutIdentity(target.path);
	}
	const rows = context.getInputData().map(({ json }) => json);
	const deletes = removedRows === 'delete';
	const now = new Date(Date.now());
	const comparison = openComparison(rows, { keyName, writtenTo, deletes, removalLimit, now });
	const { figures, pages, choice, recordType } = await openListing(run, {
		output: { shape: 'row', fields },
		filters,
		options: { ...options, addNames, escapeFormulas: writtenTo === 'spreadsheet' },
	});
	const columnOf = (path: string[]) => columnName(path, keyName.replace(/Id$/, ''));
	const shape = openShape(choice, {
		...recordType,
		...(idField.length > 0 && { identity: idField }),
	});
	const [ownId = '_id'] = idField.length > 0 ? idField : (identityOf(target.path) ?? []);
	/** For each row, the name columns whose values could not be read, with the columns of the IDs. */
	const unread: { name: string; id: string }[][] = [];
	const cutColumns = new Set<string>();
	const compareRead = () => {
		const { records, ...found } = shape.finish();
		const { ownColumns, maybeOwn } =
			fields.length > 0
				? { ownColumns: [], maybeOwn: [] }
				: columnsWithoutRecords(comparison.table, target.path, records, columnOf);
		const named = found.fields ?? Object.keys(records[0] ?? {});
		const columns = named.length > 0 ? named : (found.columns ?? []).map(columnOf);
		for (const record of records) {
			for (const name of ownColumns) record[name] = '';
			const cut = writtenTo === 'spreadsheet' ? cutLongCells(record) : [];
			for (const name of cut) cutColumns.add(name);
		}
		comparison.add(records, unread.splice(0), maybeOwn);
		return { ...found, columns: [...columns, ...ownColumns].filter((name) => name !== keyName) };
	};
	for await (const { records } of pages({ overlap: true })) {
		shape.add(records);
		for (const record of records) {
			const columnFor = (id: string) => (id === ownId ? keyName : columnOf([id]));
			unread.push(
				unreadLabelFields(record).map(({ name, id }) => ({
					name: columnOf([name]),
					id: columnFor(id),
				})),
			);
		}
		// If the user chose the columns, only one page needs to stay in memory.
		if (fields.length > 0) compareRead();
	}
	const { columns, missingFields } = compareRead();
	const needed = [keyName, ...columns, REMOVED_AT, SYNC_VERSION];
	comparison.finish(needed);
	log.write('fieldsMissing', { fields: missingFields });
	if (comparison.table.lacks(SYNC_VERSION)) log.write('versionsMissing', { column: SYNC_VERSION });
	log.write('columnsMissing', { columns: [...comparison.missingColumns] });
	log.write('compared', { counts: comparison.counts });
	const { emptyLabels, excelDays } = figures;
	const facts = {
		rows: rows.length,
		keyName,
		needed,
		alwaysOutputData,
		excelDays,
		missingFields,
		emptyLabels,
		cutColumns,
	};
	context.addExecutionHints(...hintsAboutTable(comparison, facts));
	// New rows are paired with the first input item.
	return [comparison.upserts, comparison.deletes].map((rows) =>
		rows.map(({ json, at = 0 }) => ({ json, pairedItem: { item: at } })),
	);
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
