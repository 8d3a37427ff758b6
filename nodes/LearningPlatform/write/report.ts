import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import type { ListingLog } from '../n8n/log';
import { escapeMarkup } from '../values/words';
import type { Entry, Remark, Result, Row } from './operation';
import type { UserEntry } from './users/form';

/** Shows what the user should know although the run succeeded, and logs one warning for all items. */
export function report(
	context: IExecuteFunctions,
	log: ListingLog,
	rows: readonly Row[],
	plans: ReadonlyMap<Row, Result<unknown>>,
	exceeded: UserFacingError | undefined,
): void {
	const remarks = [...ofFields(rows), ...ofDryRun(plans, exceeded)];
	const ofRows = rows.flatMap((row) => row.remarks);
	for (const sentence of new Set(ofRows.map((remark) => remark.sentence))) {
		const same = ofRows.filter((remark) => remark.sentence === sentence);
		const end = same.length === 1 ? '' : ` (${same.length} items).`;
		remarks.push({ ...same[0], sentence: end ? sentence.replace(/\.?$/, end) : sentence });
	}
	if (remarks.length > 0) context.addExecutionHints(...remarks.map(hintOf));
	const warnings = remarks.filter(({ isWarning }) => isWarning);
	const remarked = warnings.map(({ sentence }) => sentence).join(' ');
	if (remarked !== '') log.write('remarked', { remarks: remarked });
}

function hintOf({ sentence, detail = '' }: Remark): NodeExecutionHint {
	// n8n renders hints as HTML.
	const message = escapeMarkup(`${sentence} ${detail}`.trim());
	return { message, type: 'warning', location: 'outputPane' };
}

/** A column that was renamed in the table arrives as an empty field in every item. */
function ofFields(rows: readonly Row[]): Remark[] {
	const all = rows.flatMap(({ entry }) => ('fields' in entry ? [entry as UserEntry] : []));
	const emptyOf = ({ fields, customFields }: UserEntry) => [...fields.empty, ...customFields.empty];
	const [first = [], ...others] = all.map(emptyOf);
	const isEmpty = (label: string) => others.every((labels) => labels.includes(label));
	const empty = others.length === 0 ? [] : first.filter(isEmpty);
	const remarks: Remark[] = [];
	if (empty.length > 0) {
		const fields = empty.join(', ');
		const sentence = `No item has a value in ${fields}. A column of the table may have been renamed.`;
		remarks.push({ sentence, isWarning: true });
	}
	const { lastDay } =
		all.map(({ fields }) => fields).find((one) => one.lastDay?.excelDay !== undefined) ?? {};
	if (lastDay) {
		const sentence = `Last Day contains day numbers of Excel, e.g. ${lastDay.excelDay}, which was read as ${lastDay.day}.`;
		remarks.push({ sentence });
	}
	return remarks;
}

function ofDryRun(
	plans: ReadonlyMap<Row, Result<unknown>>,
	exceeded: UserFacingError | undefined,
): Remark[] {
	const remarks: Remark[] = [];
	if (exceeded) {
		const sentence = `A real run would fail. ${exceeded.message}.`;
		const detail = exceeded.description.replace('Nothing was written. ', '');
		remarks.push({ sentence, detail, isWarning: true });
	}
	const invited = [...plans].filter(([{ entry }, { outcome }]) => {
		const { dryRun, sendInvitation }: Entry['options'] & { sendInvitation?: boolean } =
			entry.options;
		return dryRun && sendInvitation && ['created', 'restored'].includes(outcome);
	}).length;
	if (invited > 0) {
		const sentence = `A real run would create or restore ${invited} users, and the platform would email each of them an invitation.`;
		remarks.push({ sentence });
	}
	return remarks;
}
