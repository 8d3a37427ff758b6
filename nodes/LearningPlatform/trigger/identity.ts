import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../transport/errors';

/** What a record is known by. */
export type RecordId = string | number;

/** Where services of this kind keep a record's ID, best first. */
const ID_FIELDS = ['_id', 'id', 'uuid'];

const ADVICE = 'Under Options, set ID Field to the field that uniquely identifies a record.';

/** The field that holds the record's ID, found by its name; `undefined` when it has none of the usual ones. */
export function findIdField(record: IDataObject): string | undefined {
	return ID_FIELDS.find((field) => idOf(record, field) !== undefined);
}

/** The record's ID, when `field` holds something that can be one: text or a number. */
export function idOf(record: IDataObject, field: string): RecordId | undefined {
	const id = Object.hasOwn(record, field) ? record[field] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? id : undefined;
}

/**
 * @param idField where the ID was looked for; `undefined` for the usual fields
 * @param position of the record, from 1
 */
export function missingId(
	record: IDataObject,
	idField: string | undefined,
	position: { record: number; page: number },
): UserFacingError {
	const lacks = idField === undefined ? `none of ${ID_FIELDS.join(', ')}` : `no "${idField}"`;
	const fields = Object.keys(record).slice(0, 10).join(', ') || 'no fields at all';
	return new UserFacingError(
		'A record of the list has no ID, so its changes cannot be tracked',
		`Record ${position.record} of page ${position.page} has ${lacks}. It has ${fields}. ${ADVICE}`,
	);
}

/** For two records of one page: unlike two pages, it is a single answer and cannot hold a record twice. */
export function sharedId(
	id: RecordId,
	idField: string,
	position: { record: number; page: number },
): UserFacingError {
	return new UserFacingError(
		'Two records of the list have the same ID, so their changes cannot be told apart',
		`Record ${position.record} of page ${position.page} has the "${idField}" of a record before it: ${JSON.stringify(id)}. ${ADVICE}`,
	);
}
