import type { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { worded } from '../../nodeErrors';
import { asProblem } from '../../people';
import type { ByRow, Remark, Result, Row } from '../operation';
import type { UpsertEntry } from './form';
import type { Person, UserRow } from './person';

/** Remarks on fields that cannot be written even though the row succeeds. */
export function failedFields(remarks: Row['remarks'], names: string[], error: unknown): string[] {
	const { message, step, description }: Partial<UserFacingError> = worded(asProblem(error));
	const sentence = `${names.map(userFieldLabel).join(', ')} could not be written: ${message}.`;
	const detail = [step, description].filter(Boolean).join(' ');
	remarks.push({ sentence, detail, isWarning: true });
	return names;
}

/** Remarks on fields that the platform stored differently than sent. */
export function missedFields(remarks: Row['remarks'], names: readonly string[]): readonly string[] {
	for (const name of names) {
		const sentence = `The platform did not store ${userFieldLabel(name)} as it was sent. The next run will send it again.`;
		remarks.push({ sentence, isWarning: true });
	}
	return names;
}

/** Remarks on all rows together. */
export function tableRemarks(rows: readonly UserRow[]): Remark[] {
	const empty = rows.map(({ entry }) => [...entry.fields.empty, ...entry.customFields.empty]);
	return [...emptyFields(empty), ...excelDays(rows)];
}

/** A column that was renamed in the table arrives as an empty field in every item. @param labels of the fields that are empty, by item */
export function emptyFields([first = [], ...otherItems]: readonly (readonly string[])[]): Remark[] {
	const isEmpty = (label: string) => otherItems.every((labels) => labels.includes(label));
	const labels = otherItems.length === 0 ? [] : first.filter(isEmpty);
	if (labels.length === 0) return [];
	const sentence = `No item has a value in ${labels.join(', ')}. A column of the table may have been renamed.`;
	return [{ sentence, isWarning: true }];
}

function excelDays(rows: readonly UserRow[]): Remark[] {
	const days = rows.flatMap(({ entry }) => entry.fields.lastDay ?? []);
	const lastDay = days.find(({ excelDay }) => excelDay !== undefined);
	if (!lastDay) return [];
	const sentence = `Last Day contains day numbers of Excel, e.g. ${lastDay.excelDay}, which was read as ${lastDay.day}.`;
	return [{ sentence }];
}

/** Remarks on the emails that a real run would send. */
export function invitationRemarks(plans: ByRow<UpsertEntry, Result<Person>>): Remark[] {
	const invited = [...plans].filter(([{ entry }, { outcome }]) => {
		const { dryRun, sendInvitation } = entry.options;
		return dryRun && sendInvitation && ['created', 'restored'].includes(outcome);
	}).length;
	if (invited === 0) return [];
	const sentence = `A real run would create or restore ${invited} users, and the platform would email each of them an invitation.`;
	return [{ sentence }];
}
