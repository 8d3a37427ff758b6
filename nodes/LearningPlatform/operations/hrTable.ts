import type { IExecuteFunctions } from 'n8n-workflow';

import { invalidEntry, UserFacingError } from '../failures/userFacingError';
import { keysOfRow, parameterOf, population, type Field, type Population } from '../form';
import { checkSettings, emptyFields } from '../write';

/** Reads which users to compare with a table, and the keys of all rows. @throws UserFacingError for anything but a table's own rows */
export function readHrTable(context: IExecuteFunctions) {
	checkItems(context);
	const compared = samePopulation(context);
	const rows = readEach(context, keysOfRow);
	const { parameters } = context.getNode();
	const entered = keysOfRow.properties.filter(({ name }) => {
		const isShown = name !== 'externalId' || !compared.group;
		return isShown && (parameters[name] ?? '') !== '';
	});
	const empty = rows.map((keys) =>
		entered.filter(({ name }) => !keys.some(({ by }) => by === name)),
	);
	const labels = empty.map((fields) => fields.map(({ displayName }) => displayName));
	return { population: compared, rows, remarks: emptyFields(labels) };
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
function samePopulation(context: IExecuteFunctions): Population {
	const all = readEach(context, population);
	checkSettings(all, { platform: 'HR System', group: 'Group' }, 'Nobody was returned.');
	const [{ platform, group } = { platform: '', group: undefined }] = all;
	if (platform !== '' || group) return { platform, group };
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
