import type { IDataObject } from 'n8n-workflow';

import { hasNameField, nameOf } from '../values/identity';
import { findKnownList } from '../catalog/knownLists';
import { UserFacingError } from '../errors';
import type { Page } from '../service';
import { pathReader } from '../values/fieldPath';
import { kindOfField, operatorOf, type Filter } from '../values/filter';
import { isMatch } from '../values/words';

/**
 * Finds records that the service cannot find (docs/service.md, Filters); `undefined` where nothing is looked for.
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
	if (nameContains === '' && tests.length === 0) return undefined;
	const names = nameContains === '' ? undefined : nameCheck(path, isWhole);
	return {
		/** @throws UserFacingError for a list whose first records have no field for a name */
		keep(page: Page, recordsRead: number): IDataObject[] {
			names?.note(page, recordsRead);
			return page.records.filter(
				(record) =>
					tests.every((test) => test(record)) &&
					(nameContains === '' || isMatch(nameOf(record), nameContains)),
			);
		},
		/** @throws UserFacingError when no record of the list had a name */
		finish(): void {
			names?.finish();
		},
	};
}

function testOf({ field, operator, values }: Filter): (record: IDataObject) => boolean {
	const read = pathReader(field);
	const asked = { values, kind: kindOfField(field) };
	return (record) => operatorOf(operator)?.matches(asked, read(record)) === true;
}

/** Refuses to search records without names: the result would look like a list without matches. */
function nameCheck(path: string, isWhole: boolean) {
	// In a list that is known to have names, a record without a name does not match.
	let isNamed = !isWhole || findKnownList(path)?.called !== undefined;
	let last: { number: number; recordsRead: number } | undefined;
	const nameless = () =>
		new UserFacingError(
			'Name Contains cannot search this list, because its records have no names',
			"Remove Name Contains from Filters. To search another field, put n8n's Filter node behind this one.",
			{ schedulerCause: 'configuration-invalid', page: last },
		);
	return {
		note({ number, records }: Page, recordsRead: number): void {
			if (isNamed || records.length === 0) return;
			const isFirst = last === undefined;
			last = { number, recordsRead };
			isNamed = records.some((record) => nameOf(record) !== '');
			if (!isNamed && isFirst && !records.some(hasNameField)) throw nameless();
		},
		finish(): void {
			if (!isNamed && last) throw nameless();
		},
	};
}
