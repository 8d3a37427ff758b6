import type { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { columnHint } from '../../n8n/wholeTable';
import { wordedForNode } from '../../nodeErrors';
import type { RowError } from '../../people';
import type { ByRow, Remark, Result, Row } from '../operation';
import type { UpsertEntry } from './form';
import type { Person, UserRow } from './person';

/** Remarks on fields that cannot be written even though the row succeeds. */
export function remarkOnFailed(names: readonly string[], error: RowError): Remark {
	const { message, step, description }: Partial<UserFacingError> = wordedForNode(error);
	const sentence = `${names.map(userFieldLabel).join(', ')} could not be written: ${message}.`;
	const detail = [step, description].filter(Boolean).join(' ');
	return { sentence, detail, isWarning: true, notStored: names };
}

/** Remarks on fields that the platform stored differently than sent. */
export const remarksOnMissed = (names: readonly string[]): Remark[] =>
	names.map((name) => ({
		sentence: `The platform did not store ${userFieldLabel(name)} as it was sent. The next run will send it again.`,
		isWarning: true,
		notStored: [name],
	}));

/** Remarks on columns that may have been renamed, if columns are assigned to custom fields automatically. */
export function columnRemarks({ directory, entry }: UserRow, { missing }: Person): Remark[] {
	if (entry.customFields.byName) return [];
	const names = entry.options.customFieldsToClear.filter((name) => missing.custom.includes(name));
	if (names.length === 0 && directory.customFields.isUsed) return [];
	const quotedNames = names.map((name) => `"${name}"`).join(' or ');
	const sentence =
		names.length > 0
			? `No column has the name ${quotedNames} of Custom Fields to Clear, so nothing was cleared there.`
			: 'No column has the name of a custom field.';
	return [
		{ sentence: `${sentence} A column of the table may have been renamed.`, isWarning: true },
	];
}

/** Remarks on all rows together. */
export function tableRemarks(rows: readonly UserRow[]): Remark[] {
	const empty = rows.map(({ entry }) => [...entry.fields.empty, ...entry.customFields.empty]);
	const sentence = columnHint(empty, rows.length > 1 || rows.some(lacksColumn));
	return [...(sentence ? [{ sentence, isWarning: true }] : []), ...excelDays(rows)];
}

/** Returns true if a field under Fields to Clear or Custom Fields to Clear may have been renamed. */
const lacksColumn = ({ entry: { customFields, fields, options } }: UserRow) =>
	fields.missing.some((name) => options.fieldsToClear.includes(name)) ||
	(customFields.missing.length > 0 && options.customFieldsToClear.length > 0);

function excelDays(rows: readonly UserRow[]): Remark[] {
	const days = rows.flatMap(({ entry }) => entry.fields.lastDay ?? []);
	const lastDay = days.find(({ excelDay }) => excelDay !== undefined);
	if (!lastDay) return [];
	const sentence = `Last Day contains day numbers of Excel, e.g. ${lastDay.excelDay}, which was read as ${lastDay.day}.`;
	return [{ sentence }];
}

/** A remark on an account that is restored under another address. */
export const NOT_INVITED: Remark = {
	sentence:
		'Nobody is invited to a restored account whose email address differs from the one in the table: the platform would email the old address.',
	isWarning: true,
};

/** Returns true if the platform emails an invitation to the user whom a row creates or restores. */
export const isInvited = ({ entry }: Row<UpsertEntry>, { remarks = [] }: Result<Person>) =>
	entry.options.sendInvitation && !remarks.includes(NOT_INVITED);

/** Remarks on the emails that a real run would send. */
export function invitationRemarks(plans: ByRow<UpsertEntry, Result<Person>>): Remark[] {
	const invited = [...plans].filter(([row, plan]) => {
		const isNew = ['created', 'restored'].includes(plan.outcome);
		return row.entry.options.dryRun && isNew && isInvited(row, plan);
	}).length;
	if (invited === 0) return [];
	const sentence = `A real run would create or restore ${invited} users, and the platform would email each of them an invitation.`;
	return [{ sentence }];
}
