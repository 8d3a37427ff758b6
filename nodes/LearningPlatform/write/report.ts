import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import type { ListingLog } from '../n8n/log';
import { groupedBy } from '../values/grouped';
import { escapeMarkup } from '../values/words';
import type { Remark, Row } from './operation';

/** Shows what the user should know although the run succeeded, and logs one warning for all items. */
export function report(
	context: IExecuteFunctions,
	log: ListingLog,
	rows: readonly Row[],
	ofRun: readonly Remark[],
	exceeded: UserFacingError | undefined,
): void {
	const remarks = [...ofRun, ...(exceeded ? [limitRemark(exceeded)] : [])];
	const ofRows = rows.flatMap((row) => row.remarks);
	for (const [sentence, same] of groupedBy(ofRows, (remark) => remark.sentence)) {
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

function limitRemark({ message, description }: UserFacingError): Remark {
	const sentence = `A real run would fail. ${message}.`;
	return { sentence, detail: description.replace('Nothing was written. ', ''), isWarning: true };
}
