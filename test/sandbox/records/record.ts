/** A record as the service lists it. */
export interface ListRecord {
	_id: string;
	[field: string]: unknown;
}

/** Makes the record of an index; called again for each reading, so it must be cheap and repeatable. */
export type Generate = (index: number) => ListRecord;

const FILLER = 'Further reading is listed in the appendix of the handbook. ';

/** Lengthens the record's description until the record takes about `bytes` bytes as JSON. */
export function padTo(bytes: number, record: ListRecord): ListRecord {
	const missing = bytes - Buffer.byteLength(JSON.stringify(record));
	if (missing <= 0) return record;
	const description = typeof record.description === 'string' ? record.description : '';
	const filler = FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing);
	return { ...record, description: description + filler };
}
