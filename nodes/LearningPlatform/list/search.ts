import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import type { Filter } from '../values/filter';
import { nameOf } from '../values/identity';
import { isMatch } from '../values/words';
import { verdictBy } from './filters';

/**
 * Finds records that the service cannot find (docs/engineers/service.md, Filters); `undefined` if nothing is searched for.
 *
 * @param nameContains '' for any name
 * @param own filters of the node; a record without the field does not match
 * @param isWhole true if the whole list is read: only then are missing names certain
 */
export function searchIn(
	path: string,
	nameContains: string,
	own: readonly Filter[],
	isWhole: boolean,
) {
	const verdicts = own.map((filter) => verdictBy(path, filter));
	if (nameContains !== '') verdicts.push((record) => isMatch(nameOf(record), nameContains));
	if (verdicts.length === 0) return undefined;
	// Name Contains simply finds nothing in a list that usually has names.
	let isNamed = nameContains === '' || !isWhole || findKnownList(path)?.called !== undefined;
	let hasRecords = false;
	return {
		keep(records: readonly IDataObject[]): IDataObject[] {
			hasRecords ||= records.length > 0;
			isNamed ||= records.some((record) => nameOf(record) !== '');
			return records.filter((record) => verdicts.every((verdict) => verdict(record) === true));
		},
		/** @throws UserFacingError if no record had a name: the result would look like a list without matches */
		finish(): void {
			if (isNamed || !hasRecords) return;
			throw new UserFacingError(
				'Name Contains cannot search this list, because its records have no names',
				"Remove Name Contains from Filters. To search another field, put n8n's Filter node after this one.",
			);
		},
	};
}
