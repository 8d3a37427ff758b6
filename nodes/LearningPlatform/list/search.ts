import type { IDataObject } from 'n8n-workflow';

import { hasNameField, nameOf } from '../values/identity';
import { findKnownList } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import type { Page } from '../service';
import { pathReader } from '../values/fieldPath';
import { kindOfField, operatorOf, type Filter } from '../values/filter';
import { isMatch } from '../values/words';

/**
 * Finds records that the service cannot find (docs/engineers/service.md, Filters); `undefined` where nothing is looked for.
 *
 * @param nameContains '' for any name
 * @param own filters of the node; a record without the field does not match
 * @param isWhole whether the whole list is read: only then are missing names certain
 */
export function searchIn(
	path: string,
	nameContains: string,
	own: readonly Filter[],
	isWhole: boolean,
) {
	const tests = own.map(testOf);
	if (nameContains !== '') tests.push((record) => isMatch(nameOf(record), nameContains));
	if (tests.length === 0) return undefined;
	// In a list that is known to have names, a record without a name does not match.
	let isNamed = nameContains === '' || !isWhole || findKnownList(path)?.called !== undefined;
	let last: { number: number; recordsRead: number } | undefined;
	return {
		/** @throws UserFacingError for a list whose first records have no field for a name */
		keep({ number, records }: Page, recordsRead: number): IDataObject[] {
			if (!isNamed && records.length > 0) {
				isNamed = records.some((record) => nameOf(record) !== '');
				const mayBeNamed = isNamed || last !== undefined || records.some(hasNameField);
				last = { number, recordsRead };
				if (!mayBeNamed) throw nameless(last);
			}
			return records.filter((record) => tests.every((test) => test(record)));
		},
		/** @throws UserFacingError when no record had a name: the result would look like a list without matches */
		finish(): void {
			if (!isNamed && last) throw nameless(last);
		},
	};
}

function testOf({ field, operator, values }: Filter): (record: IDataObject) => boolean {
	const read = pathReader(field);
	const asked = { values, kind: kindOfField(field) };
	return (record) => operatorOf(operator)?.matches(asked, read(record)) === true;
}

function nameless(page: { number: number; recordsRead: number }): UserFacingError {
	return new UserFacingError(
		'Name Contains cannot search this list, because its records have no names',
		"Remove Name Contains from Filters. To search another field, put n8n's Filter node after this one.",
		{ schedulerCause: 'configuration-invalid', page },
	);
}
