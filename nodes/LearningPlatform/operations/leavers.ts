import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { invalidEntry, UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	comparedUsers,
	maxRetries,
	optionsOf,
	outputs,
	parameterOf,
	removalLimitWith,
	userKeys,
	type ComparedUsers,
	type Field,
} from '../form';
import { checkAllRows, checkOneRun, checkSettings, columnHint, isOver } from '../n8n/wholeTable';
import { itemsOfFailedRun } from '../nodeErrors';
import { Directory, findLeavers } from '../people';
import { withCommas } from '../values/words';
import { hintsAbout } from './hints';
import { openListing, runItem, labelAndShape, type Operation, type ItemRun } from './run';
import { readFormOfRun } from './runItems';

/** A run may always return this number of leavers: in a small company, a few are a large share. */
const ALWAYS_ALLOWED = 5;

const formOf = (resource: Resource) => ({
	output: outputs.itemsOrTool,
	options: optionsOf({
		addNames: addNamesOf(resource),
		maxRetries,
		removalLimit: removalLimitWith(
			`Highest percentage of the compared users who may be missing from the table; ${ALWAYS_ALLOWED} are always allowed. If there are more, the run fails and returns nobody, because the table is probably incomplete. Enter 100 for no limit.`,
			2,
		),
	}),
});

/** Returns the users who are not in the table. Only reads. */
export const findLeaversOperation: Operation = {
	name: 'Find Leavers',
	value: 'notInTable',
	isFor: ({ value }) => value === 'user',
	action: () => 'Find leavers: users who are not in a table',
	description: () =>
		'Compare users with all rows of a table, such as an HR table, and return the users who are not in the table',
	form: (resource) => ({ comparedUsers, userKeys, ...formOf(resource) }),
	execute: async (context, resource) => {
		const parameter = parameterOf(context, 0);
		const item = { context, resource, parameter, itemIndex: 0, isForAllItems: true };
		const failed = ({ json }: INodeExecutionData) =>
			itemsOfFailedRun(context, { json }, 'Nobody was returned.');
		return [await runItem(item, returnLeavers, failed)];
	},
};

/** @throws UserFacingError if the table may be incomplete */
async function returnLeavers(run: ItemRun<IExecuteFunctions>): Promise<INodeExecutionData[]> {
	const { context, resource, log } = run;
	checkAllRows(context);
	checkOneRun(context);
	const { options, output } = readFormOfRun(context, formOf(resource), 'Nobody was returned.');
	checkItems(context);
	const users = comparedUsersOf(context);
	const rows = readEach(context, userKeys);
	const lists = [users.group ? 'groups' : 'external-ids'];
	const listing = { output, lists, options: { ...options, escapeFormulas: true } };
	const opened = await openListing(run, listing);
	const directory = new Directory(opened.client.with({ isInternal: true }));
	const comparison = await findLeavers(directory, users, rows);
	const { leavers, compared, withoutKey, unmatched, unclear } = comparison;
	log.write('compared', { counts: { compared, leavers: leavers.length, withoutKey, unmatched } });
	const { removalLimit } = options;
	if (isOver(leavers.length, ALWAYS_ALLOWED, [removalLimit, compared])) {
		throw new UserFacingError(
			`${withCommas(leavers.length)} of the ${withCommas(compared)} users compared are not in the table, more than the ${removalLimit} percent in Removal Limit`,
			`Nobody was returned. Check whether the table is complete: ${withCommas(rows.length)} rows arrived, of which ${withCommas(unmatched)} match no user. If these people have left, raise Removal Limit under Options for one run.`,
		);
	}
	const [first] = unclear;
	if (leavers.length > 0 && first !== undefined) {
		throw new UserFacingError(
			`Rows without a Personnel Number match no user: ${withCommas(unclear.length)}`,
			`Nobody was returned: the users who are not in the table may be the people of these rows. The first is row ${first + 1} of the table. Enter its Personnel Number, also if its person is new, correct its Email or User Name, or leave out rows of people without an account.`,
		);
	}
	context.addExecutionHints(...hintsOn(comparison, keyColumnHint(context, users, rows)));
	// Nobody is a good result, which needs no hint about an empty list.
	if (leavers.length === 0) return [];
	const { records, figures } = await labelAndShape(run, opened, leavers);
	context.addExecutionHints(...hintsAbout([figures], false));
	// Without a list, n8n may pair them with the row of somebody else.
	return records.map((json) => ({ json, pairedItem: [] }));
}

/** @throws UserFacingError for anything but a table's own rows */
function checkItems(context: IExecuteFunctions): void {
	const items = context.getInputData();
	if (items.every(({ json }) => Object.keys(json).length === 0)) {
		throw new UserFacingError(
			'The table is empty',
			'Everybody would be treated as a leaver. Check the node that reads the table.',
		);
	}
	if (items.some(({ json }) => Object.hasOwn(json, 'outcome'))) {
		throw new UserFacingError(
			'The items have an outcome, so they come from another write operation',
			'Rows that failed there are missing here, and their people would be treated as leavers. Connect the node that reads the table. If the table itself has a column with this name, rename it.',
		);
	}
}

/** Reads which users to compare with all rows. @throws UserFacingError if the rows do not agree */
function comparedUsersOf(context: IExecuteFunctions): ComparedUsers {
	const all = readEach(context, comparedUsers);
	checkSettings(all, { platform: 'HR System', group: 'Group' }, 'Nobody was returned.');
	const [users] = all;
	if (users && (users.platform !== '' || users.group)) return users;
	throw invalidEntry(
		'HR System and Group are empty',
		'Enter the HR system whose people the table contains, or choose their group.',
	);
}

/** Reads a field for all rows. @throws UserFacingError that names the row */
function readEach<Value>(context: IExecuteFunctions, { read }: Field<Value>): Value[] {
	return context.getInputData().map((_, itemIndex) => {
		try {
			return read(parameterOf(context, itemIndex), context);
		} catch (error) {
			throw inRow(error, itemIndex);
		}
	});
}

function inRow(error: unknown, itemIndex: number): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { message, description } = error;
	return new UserFacingError(message, `This is row ${itemIndex + 1} of the table. ${description}`);
}

/** Returns a hint about columns that are empty in all rows. */
function keyColumnHint(
	context: IExecuteFunctions,
	{ group }: ComparedUsers,
	rows: readonly ReturnType<(typeof userKeys)['read']>[],
) {
	const { parameters } = context.getNode();
	const entered = userKeys.properties.filter(
		({ name }) => !(name === 'externalId' && group) && (parameters[name] ?? '') !== '',
	);
	return columnHint(
		rows.map((keys) => {
			const empty = entered.filter(({ name }) => !keys.some(({ by }) => by === name));
			return empty.map(({ displayName }) => displayName);
		}),
	);
}

function hintsOn(
	{ compared, withoutKey, unmatched }: Awaited<ReturnType<typeof findLeavers>>,
	hintOnColumns: string | undefined,
): NodeExecutionHint[] {
	const hints = [
		hintOnColumns,
		compared + withoutKey === 0 &&
			'There was nobody to compare: no user has a number of the HR System, or the Group has no learners.',
		withoutKey > 0 &&
			`Users who have none of the keys that the table has: ${withCommas(withoutKey)}. The table cannot name them, so they were left out.`,
		unmatched > 0 &&
			`Rows that match no user: ${withCommas(unmatched)}. Their people may be new, or the rows may contain typing errors.`,
	];
	return hints
		.filter((message) => typeof message === 'string')
		.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}
