import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	keysOfRow,
	maxRetries,
	optionsOf,
	outputs,
	parameterOf,
	population,
	removalLimitWith,
} from '../form';
import { failedRun } from '../nodeErrors';
import { Directory, findLeavers } from '../people';
import { withCommas } from '../values/words';
import { checkAllRows, checkOneRun, isOver } from '../write';
import { hintsAbout } from './hints';
import { readHrTable } from './hrTable';
import { openListing, runItem, labelAndShape, type Operation, type Run } from './run';
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
	form: (resource) => ({ population, keysOfRow, ...formOf(resource) }),
	execute: async (context, resource) => {
		const parameter = parameterOf(context, 0);
		const item = { context, resource, parameter, itemIndex: 0, isForAllItems: true };
		const failed = ({ json }: INodeExecutionData) =>
			failedRun(context, { json }, 'Nobody was returned.');
		return [await runItem(item, returnLeavers, failed)];
	},
};

/** @throws UserFacingError if the table may be incomplete */
async function returnLeavers(run: Run<IExecuteFunctions>): Promise<INodeExecutionData[]> {
	const { context, resource, log } = run;
	checkAllRows(context);
	checkOneRun(context);
	const { options, output } = readFormOfRun(context, formOf(resource), 'Nobody was returned.');
	const table = readHrTable(context);
	const lists = [table.population.group ? 'groups' : 'external-ids'];
	const listing = { output, lists, options: { ...options, escapeFormulas: true } };
	const opened = await openListing(run, listing);
	const directory = new Directory(opened.client.with({ isWaitedFor: true }));
	const comparison = await findLeavers(directory, table.population, table.rows);
	const { leavers, compared, withoutKey, unmatched } = comparison;
	log.write('compared', { counts: { compared, leavers: leavers.length, withoutKey, unmatched } });
	const { removalLimit } = options;
	if (isOver(leavers.length, ALWAYS_ALLOWED, [removalLimit, compared])) {
		throw new UserFacingError(
			`${withCommas(leavers.length)} of the ${withCommas(compared)} users compared are not in the table, more than the ${removalLimit} percent in Removal Limit`,
			`Nobody was returned. Check whether the table is complete: ${withCommas(table.rows.length)} rows arrived, of which ${withCommas(unmatched)} match no user. If these people have left, raise Removal Limit under Options for one run.`,
		);
	}
	context.addExecutionHints(...hintsOn(comparison, table.remarks));
	// Nobody is a good result, which needs no hint about an empty list.
	if (leavers.length === 0) return [];
	const { records, facts } = await labelAndShape(run, opened, leavers);
	context.addExecutionHints(...hintsAbout([facts], false));
	// Without a list, n8n may pair them with the row of somebody else.
	return records.map((json) => ({ json, pairedItem: [] }));
}

function hintsOn(
	{ compared, withoutKey, unmatched }: Awaited<ReturnType<typeof findLeavers>>,
	remarks: ReturnType<typeof readHrTable>['remarks'],
): NodeExecutionHint[] {
	const hints = [
		...remarks.map(({ sentence }) => sentence),
		compared + withoutKey === 0 &&
			'There was nobody to compare: no user has a number of the HR System, or the Group has no learners.',
		withoutKey > 0 &&
			`Users who have none of the keys that the table has: ${withCommas(withoutKey)}. The table cannot name them, so they were left out.`,
		unmatched > 0 &&
			`Rows that match no user: ${withCommas(unmatched)}. Their people may be new, or the rows may contain typing errors.`,
	];
	return hints
		.filter((message) => message !== false)
		.map((message) => ({ message, type: 'warning', location: 'outputPane' }));
}
