import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { identityOf } from '../catalog/knownLists';
import { namesBesideIds } from '../catalog/names';
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
	splitByOf,
	targetOf,
	type Field,
	type ReadParameter,
} from '../form';
import { MAX_WAITING_PAGES, readList } from '../list';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../n8n/nodeError';
import { readNamedList } from '../names';
import { openShape } from '../shape';
import { compareTable, REMOVED_AT, type Comparison, type ToWrite } from '../table';
import { escapeMarkup } from '../values/words';
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
			description: `A run fills in ${REMOVED_AT}. A later run that still lacks the record sends the row to the output Delete, and with it every second row that has the key of another one.`,
		},
		{
			name: 'Mark',
			value: 'mark',
			description: `The row stays. Its column ${REMOVED_AT} says when a run first lacked the record, and is empty again when it is back.`,
		},
	],
});

const removalLimit = removalLimitWith(
	'How many percent of the rows that are not marked may be marked as removed in one run. If more records are missing, the run fails and sends nothing, since a fault of the platform is more likely. 100 lets all go.',
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
		splitBy: splitByOf(resource),
	}),
});

/** The operation Sync: the rows of a table come in, what has to be written and deleted goes out. */
export const sync: Operation = {
	name: 'Sync',
	value: 'sync',
	action: ({ plural }) => `Sync ${plural} to a table`,
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
		const { comparison, missingFields, keyName } = await compareList(
			context,
			{ ...resource, ...target },
			{
				...readForm(formOf(resource), parameter, context),
				network: readRequestOptions(parameter),
				log,
			},
		);
		log.fieldsMissing(missingFields);
		log.compared(comparison.counts);
		const rows = context.getInputData().length;
		const found = { ...comparison, missingFields, keyName, emptyNames: [...log.emptyNames] };
		context.addExecutionHints(...hintsAbout(found, rows));
		return [comparison.upserts, comparison.deletes].map((writes) => writes.map(itemOf));
	} catch (error) {
		return [[failedItem(context, error, log, 0)], []];
	}
}

/** A new row belongs to no row that came in, but to the run, as all that comes from the first item. */
function itemOf({ json, at = 0 }: ToWrite): INodeExecutionData {
	return { json, pairedItem: { item: at } };
}

async function compareList(
	context: IExecuteFunctions,
	target: Resource & ReturnType<ReturnType<typeof targetOf>['read']>,
	{
		outputFields: fields,
		removedRows,
		filters,
		options,
		...request
	}: ReturnType<typeof readForm<ReturnType<typeof formOf>>> & {
		network: ReturnType<typeof readRequestOptions>;
		log: ListingLog;
	},
): Promise<{ comparison: Comparison; missingFields: string[]; keyName: string }> {
	const { path, idName: keyName = 'recordId', knownFields } = target;
	const { addNames, escapeFormulas, idField, maxRetries, removalLimit, splitBy } = options;
	if (idField.length === 0 && identityOf(path)?.length === 0) throw withoutIdentity(path);
	const rows = context.getInputData().map(({ json }) => json);
	const deletes = removedRows === 'delete';
	const choice = { keyName, deletes, removalLimit, now: new Date(Date.now()) };
	const table = compareTable(rows, choice);
	const names = namesBesideIds(path, addNames);
	const columns = new Set(rows.flatMap((row) => Object.keys(row)));
	const shape = openShape(
		{ kind: 'row', fields, escapeFormulas },
		{
			...target,
			names,
			...(idField.length > 0 && { idFields: idField }),
			// A field that no record has any more still has its column, which is to be cleared.
			columns: knownFields.filter((name) => columns.has(name)).map((name) => [name]),
		},
	);
	const listing = { path, ...filters, splitBy, maxRetries, itemIndex: 0, ...request };
	const reading = { overlap: true, maxWaitingPages: MAX_WAITING_PAGES };
	const pages =
		names.size === 0
			? readList(context, listing, reading)
			: readNamedList(context, listing, { ...reading, names });
	for await (const { records } of pages) {
		shape.add(records);
		// Columns that the user named are known at once, so that no more than a page is kept.
		if (fields.length > 0) table.add(shape.finish().records);
	}
	const { records, missingFields } = shape.finish();
	table.add(records);
	return { comparison: table.finish(), missingFields, keyName };
}

function withoutIdentity(path: string): UserFacingError {
	return new UserFacingError(
		`Nothing is known to identify a record of the list ${path}`,
		'A row is found again by its key. Enter the field whose value each record has for itself, or several, as ID Field under Options.',
	);
}

/** What n8n's nodes read at most unless Return All is on. */
const USUAL_LIMITS = [50, 100, 1_000];

function hintsAbout(
	{
		counts,
		missingColumns,
		missingFields,
		emptyNames,
		repeated,
		twins,
		withoutKey,
		keyName,
	}: Comparison & { missingFields: string[]; emptyNames: string[]; keyName: string },
	rows: number,
): NodeExecutionHint[] {
	const hasLimit = counts.added > 0 && USUAL_LIMITS.includes(rows);
	const matters: [boolean, string][] = [
		[
			withoutKey > 0,
			`Rows without a value in ${keyName}: ${withoutKey}. They count as rows of people and were left alone.`,
		],
		[
			twins > 0 && counts.deleted === 0,
			`Rows with a ${keyName} that a row before them has, too: ${twins}. Only the first one is compared. Delete the others, or set Removed Rows to Delete.`,
		],
		[
			repeated > 0,
			`${repeated} rows came in more than once and were counted once. The node that reads the table should run once, and be the only one that leads here.`,
		],
		[
			missingColumns.length > 0,
			`No row of the table has the columns ${missingColumns.join(', ')}, so they were not compared. Give the table these columns. If it has them, and they are empty everywhere, write any text into one cell of each.`,
		],
		[
			missingFields.length > 0,
			`No record has the Output Fields ${missingFields.join(', ')}. Check their spelling.`,
		],
		[
			emptyNames.length > 0,
			`Some names are empty: the platform has no such records, or does not let them be read. ${emptyNames.length}: ${emptyNames.slice(0, 10).join(', ')}`,
		],
		[
			hasLimit,
			`Exactly ${rows} rows came in, and others are new. If the table has more rows, turn on Return All in the node that reads it.`,
		],
	];
	return matters
		.filter(([isSo]) => isSo)
		.map(([, message]) => ({
			// n8n shows hints as HTML, and the names of fields come from the service.
			message: escapeMarkup(message),
			type: 'warning' as const,
			location: 'outputPane' as const,
		}));
}
