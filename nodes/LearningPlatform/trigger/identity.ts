import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS, idOf as idIn, type RecordId } from '../listing/idField';
import { UserFacingError } from '../transport/errors';

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/** Between the names of the fields that together hold an ID; no field that a user can name has it in its name. */
const BETWEEN = ', ';

/**
 * The record's ID, when `idField` holds something that can be one: text or a number. The ID in several fields
 * is the JSON of all their values.
 */
export function idOf(record: IDataObject, idField: string): RecordId | undefined {
	if (!idField.includes(BETWEEN)) return idIn(record, idField);
	const ids = idField.split(BETWEEN).map((field) => idIn(record, field));
	return ids.includes(undefined) ? undefined : JSON.stringify(ids);
}

/** All that is known of a record by its ID: the fields that hold it. */
export function recordOf(id: RecordId, idField: string): IDataObject {
	if (!idField.includes(BETWEEN)) return { [idField]: id };
	const ids = JSON.parse(String(id)) as RecordId[];
	return Object.fromEntries(idField.split(BETWEEN).map((field, index) => [field, ids[index]]));
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
	const missing = idField?.split(BETWEEN).filter((field) => idIn(record, field) === undefined);
	const lacks = missing
		? `no ${missing.map((field) => `"${field}"`).join(' and no ')}`
		: `none of ${ID_FIELDS.join(', ')}`;
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
		`Record ${position.record} of page ${position.page} has the "${idField}" of a record before it: ${idField.includes(BETWEEN) ? id : JSON.stringify(id)}. ${ADVICE}`,
	);
}
