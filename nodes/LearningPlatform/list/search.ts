import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { UserFacingError } from '../failures/userFacingError';
import type { Filter } from '../values/filter';
import { nameOf } from '../values/identity';
import { isMatch } from '../values/words';
import { verdictBy } from './filters';

/**
 * Finds records by criteria that the service does not support (docs/engineers/service.md, Filters).
 *
 * @param own the node's own filters; a record without the filtered field does not match
 * @param isWhole true if the whole list is read; otherwise, finding no names proves nothing
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
	// If the list's records usually have names, finding no names is not an error.
	let isNamed = nameContains === '' || !isWhole || findKnownList(path)?.called !== undefined;
	let hasRecords = false;
	return {
		keep(records: readonly IDataObject[]): IDataObject[] {
			hasRecords ||= records.length > 0;
			isNamed ||= records.some((record) => nameOf(record) !== '');
			return records.filter((record) => verdicts.every((verdict) => verdict(record) === true));
		},
		/** @throws UserFacingError if no record had a name: an empty result would suggest that no name matched */
		finish(): void {
			if (isNamed || !hasRecords) return;
			throw new UserFacingError(
				'Name Contains cannot search this list because its records have no names',
				"Remove Name Contains from Filters. To search a different field, put n8n's Filter node after this one.",
			);
		},
	};
}
