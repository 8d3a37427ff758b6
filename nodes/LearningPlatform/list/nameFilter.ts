import type { IDataObject } from 'n8n-workflow';

import { hasNameField, nameOf } from '../catalog/identity';
import { onPage, UserFacingError } from '../errors';
import { isMatch } from '../values/words';

/** Where in the list, for errors. */
type Place = Parameters<typeof onPage>[1];

/**
 * Keeps the records of a list whose name contains a text, since the service cannot search (docs/service.md, Filters).
 *
 * @param isWhole whether the list is read from beginning to end: only then records without names mean a list without them
 */
export function nameFilter(text: string, isWhole: boolean) {
	/** Whether the list is known, or taken, to have names. */
	let isNamed = !isWhole;
	let last: Place | undefined;

	return {
		/** @throws UserFacingError for a list whose first records have no field for a name */
		keep(records: IDataObject[], place: Place): IDataObject[] {
			if (!isNamed && records.length > 0) {
				isNamed = records.some((record) => nameOf(record) !== '');
				if (!isNamed && !last && !records.some(hasNameField)) throw namelessError(place);
				last = place;
			}
			return records.filter((record) => isMatch(nameOf(record), text));
		},

		/** Ends the list. @throws UserFacingError when none of its records had a name */
		finish(): void {
			if (!isNamed && last) throw namelessError(last);
		},
	};
}

/** A search among records without names finds nothing, which would look like a list without matches. */
function namelessError(place: Place): unknown {
	return onPage(
		new UserFacingError(
			'Name Contains cannot search this list, because its records have no names',
			"Remove Name Contains from Filters. To search another field, put n8n's Filter node behind this one.",
		),
		place,
	);
}
