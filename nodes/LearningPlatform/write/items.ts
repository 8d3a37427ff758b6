import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import type { ListingLog } from '../n8n/log';
import { errorItem, wordedForNode } from '../nodeErrors';
import { groupedBy } from '../values/grouped';
import { escapeMarkup } from '../values/words';
import { writesSomething, type Remark, type Result, type Row } from './operation';

interface OutputItem {
	/** Its place, relative to the indexes of the input items. */
	at: number;
	item: INodeExecutionData;
	outcome: string;
	remarks: readonly Remark[];
}

/** An input item, or a row that the operation has added. */
type Place = Pick<Row, 'itemIndex' | 'added'>;

/** The changes that a node has made in an execution: n8n may run the node again after a failure. */
const madeIn = new WeakMap<object, Map<string | number, OutputItem>>();

const keyOf = ({ itemIndex, added }: Place) => added?.key ?? itemIndex;

/** The output items of a run, including those of the changes that an earlier try has made. */
export class Items {
	/** The number of items by outcome. */
	readonly counts: Record<string, number> = {};

	/** True if an input item has failed. */
	hasFailed = false;

	private readonly shown: OutputItem[] = [];

	private readonly made: Map<string | number, OutputItem>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly log: ListingLog,
	) {
		const execution = context.getExecuteData();
		this.made = madeIn.get(execution) ?? new Map<string | number, OutputItem>();
		madeIn.set(execution, this.made);
		for (const shown of this.made.values()) this.show(shown);
	}

	/** Returns true if an earlier try has carried out the row. */
	isMade(row: Place): boolean {
		return this.made.has(keyOf(row));
	}

	add(row: Row, result: Result<unknown>): void {
		const { dryRun } = row.entry.options;
		const { outcome, remarks = [] } = result;
		const item = paired(jsonOf(result, dryRun), row);
		const shown = { at: placeOf(row), item, outcome, remarks };
		this.show(shown);
		if (!dryRun && writesSomething(result)) this.made.set(keyOf(row), shown);
	}

	/** @throws NodeApiError unless On Error is set to Continue */
	fail(row: Place, error: unknown): void {
		const { itemIndex, added } = row;
		if (!added?.isUnnamed) this.hasFailed = true;
		if (this.isMade(row)) return;
		const about = added ? withSubject(error, added.subject) : error;
		const failed = errorItem(this.context, about, this.log, itemIndex);
		const item = paired(failed.json, row);
		this.show({ at: placeOf(row), item, outcome: 'failed', remarks: [] });
	}

	inOrder(): INodeExecutionData[] {
		return this.shown.sort((a, b) => a.at - b.at).map(({ item }) => item);
	}

	/** Shows what the user should know although the run succeeded, and logs one warning for all items. */
	report(ofRun: readonly Remark[], exceeded: UserFacingError | undefined): void {
		const remarks = [...ofRun, ...(exceeded ? [limitRemark(exceeded)] : [])];
		const ofRows = this.shown.flatMap((shown) => shown.remarks);
		for (const [sentence, same] of groupedBy(ofRows, (remark) => remark.sentence)) {
			const end = same.length === 1 ? '' : ` (${same.length} items).`;
			remarks.push({ ...same[0], sentence: end ? sentence.replace(/\.?$/, end) : sentence });
		}
		if (remarks.length > 0) this.context.addExecutionHints(...remarks.map(hintOf));
		const warnings = remarks.filter(({ isWarning }) => isWarning);
		const remarked = warnings.map(({ sentence }) => sentence).join(' ');
		if (remarked !== '') this.log.write('remarked', { remarks: remarked });
	}

	private show(shown: OutputItem): void {
		this.shown.push(shown);
		this.counts[shown.outcome] = (this.counts[shown.outcome] ?? 0) + 1;
	}
}

/** Returns an item's data: the record with what happened to it. */
function jsonOf(
	{ record, outcome, changed, before, remarks = [] }: Result<unknown>,
	isDryRun: boolean,
): IDataObject {
	const notStored = remarks.flatMap((remark) => remark.notStored ?? []);
	return {
		...record,
		outcome,
		...(changed && { changed, before }),
		...(notStored.length > 0 && { notStored }),
		...(isDryRun && { dryRun: true }),
	};
}

/** Pairs an item with its row. Without a list, n8n may pair a user who is not in the table with the row of another. */
const paired = (json: IDataObject, { itemIndex, added }: Place): INodeExecutionData => ({
	json,
	pairedItem: added?.isUnnamed ? [] : { item: itemIndex },
});

/** A row that was added comes before the item that it is about, or at the end. */
function placeOf({ itemIndex, added }: Place): number {
	if (!added) return itemIndex;
	return added.isUnnamed ? Infinity : itemIndex - 0.5;
}

/** Names the user in an error. */
function withSubject(error: unknown, subject: string): unknown {
	const explanation = wordedForNode(error);
	if (!(explanation instanceof UserFacingError)) return error;
	return new UserFacingError(
		explanation.message,
		`${explanation.description} ${subject}`.trim(),
		explanation,
	);
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
