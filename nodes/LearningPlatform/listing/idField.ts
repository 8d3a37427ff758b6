import type { IDataObject } from 'n8n-workflow';

/** What a record is known by. */
export type RecordId = string | number;

/** Where services of this kind keep a record's ID, best first. */
export const ID_FIELDS = ['_id', 'id', 'uuid'];

/** The field that holds the record's ID, found by its name; `undefined` when it has none of the usual ones. */
export function findIdField(record: IDataObject): string | undefined {
	return ID_FIELDS.find((field) => idOf(record, field) !== undefined);
}

/** The record's ID, when `field` holds something that can be one: text or a number. */
export function idOf(record: IDataObject, field: string): RecordId | undefined {
	const id = Object.hasOwn(record, field) ? record[field] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? id : undefined;
}
