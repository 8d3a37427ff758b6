import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	maxRetries,
	optionsOf,
	outputs,
	parameterOf,
	population,
	readForm,
	removalLimitWith,
	keysOfRow,
	type RowKey,
} from '../form';
import { failedRun } from '../nodeErrors';
import { Directory, findLeavers } from '../people';
import { withCommas } from '../values/words';
import { checkAllRows, checkOneRun, isOver } from '../write';
import { hintsAbout } from './hints';
import { openListing, runItem, shapeSome, type Operation, type Run } from './run';

/** A run may always return this number of leavers: in a small company, a few are a large share. */
const ALWAYS = 5;

const formOf = (resource: Resource) => ({
	population,
	output: outputs.itemsOrTool,
	options: optionsOf({
		addNames: addNamesOf(resource),
		maxRetries,
		removalLimit: removalLimitWith(
			`Highest percentage of the compared users who may be missing in the table; ${ALWAYS} are always allowed. If there are more, the run fails and returns nobody, because rows of the table are probably missing. Enter 100 for no limit.`,
			2,
		),
	}),
});

/** Returns the users whom no row of a table names. Only reads. */
export const findLeaversOperation: Operation = {
	name: 'Find Leavers',
	value: 'notInTable',
	isFor: ({ value }) => value === 'user',
	action: () => 'Find leavers: users who are not in a table',
	description: () =>
		'Compare users with all rows of a table, such as an HR table, and return the users whom no row names',
	form: (resource) => {
		const { population: compared, ...others } = formOf(resource);
		return { compared, keysOfRow, ...others };
	},
	execute: async (context, resource) => {
		const parameter = parameterOf(context, 0);
		const item = { context, resource, parameter, itemIndex: 0, isOfAllItems: true };
		const failed = ({ json }: INodeExecutionData) =>
			failedRun(context, { json }, 'Nobody was returned.');
		return [await runItem(item, returnLeavers, failed)];
	},
};

/** @throws UserFacingError if the table may be incomplete */
async function returnLeavers(run: Run<IExecuteFunctions>): Promise<INodeExecutionData[]> {
	const { context, resource, parameter, log } = run;
	checkAllRows(context);
	checkOneRun(context);
	const { options, ...form } = readForm(formOf(resource), parameter, context);
	const rows = readRows(context);
	const lists = [form.population.group ? 'groups' : 'external-ids'];
	const listing = { output: form.output, lists, options: { ...options, escapeFormulas: true } };
	const opened = await openListing(run, listing);
	const directory = new Directory(opened.client.with({ isWaitedFor: true }));
	const found = await findLeavers(directory, form.population, rows);
	const { leavers, compared, withoutKey, unmatched } = found;
	log.write('compared', { counts: { compared, leavers: leavers.length, withoutKey, unmatched } });
	const { removalLimit } = options;
	if (isOver(leavers.length, ALWAYS, [removalLimit, compared])) {
		throw new UserFacingError(
			`${withCommas(leavers.length)} of the ${withCommas(compared)} users compared are not in the table, more than the ${removalLimit} percent in Removal Limit`,
			`Nobody was returned. Check whether the table is complete: ${withCommas(rows.length)} rows arrived, of which ${withCommas(unmatched)} match no user. If these people have left, raise Removal Limit under Options for one run.`,
		);
	}
	context.addExecutionHints(...hintsOn(found));
	// Nobody is a good result, which needs no hint about an empty list.
	if (leavers.length === 0) return [];
	const { records, facts } = await shapeSome(run, opened, leavers);
	context.addExecutionHints(...hintsAbout([facts], false));
	// Without a list, n8n may pair them with the row of somebody else.
	return records.map((json) => ({ json, pairedItem: [] }));
}

/** Reads the keys of all rows. @throws UserFacingError for anything but a table's own rows */
function readRows(context: IExecuteFunctions): RowKey[][] {
	const items = context.getInputData();
	if (items.every(({ json }) => Object.keys(json).length === 0)) {
		throw new UserFacingError(
			'The table is empty',
			'Everybody would count as gone. Check the node that reads the table.',
		);
	}
	if (items.some(({ json }) => Object.hasOwn(json, 'outcome'))) {
		throw new UserFacingError(
			'The items have an outcome, so they come from another write operation',
			'Rows that failed there are missing here, and their people would count as gone. Connect the node that reads the table. If the table itself has a column with this name, rename it.',
		);
	}
	return items.map((_, itemIndex) => {
		try {
			return keysOfRow.read(parameterOf(context, itemIndex), context);
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

function hintsOn({
	compared,
	withoutKey,
	unmatched,
}: Awaited<ReturnType<typeof findLeavers>>): NodeExecutionHint[] {
	const hints = [
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
