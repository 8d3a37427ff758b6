import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS, type RecordId } from '../listing/recordId';
import { UserFacingError } from '../transport/errors';

const ADVICE = 'Under Options, enter as ID Field the field that uniquely identifies a record.';

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
