/** A record as the sandbox keeps it. Where the service shows no `_id`, this one is taken off on the way out. */
export interface ListRecord {
	_id: string;
	[field: string]: unknown;
}

/** Makes the record of an index; called again for each reading, so it must be cheap and repeatable. */
export type Generate = (index: number) => ListRecord;

const FILLER = 'Further reading is listed in the appendix of the handbook. ';

/** Lengthens a text field of the record until the record takes about `bytes` bytes as JSON. */
export function padTo(bytes: number, record: ListRecord, field: string): ListRecord {
	record[field] ??= '';
	const missing = bytes - Buffer.byteLength(JSON.stringify(record));
	if (missing <= 0) return record;
	const filler = FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing);
	record[field] = `${record[field] as string}${filler}`;
	return record;
}
