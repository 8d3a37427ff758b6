import { findKnownList, type KnownList } from '../knownLists';
import type { Resource } from '../resources';
import { readListPath } from './listPath';
import { LIST_PATH, nameOfPathId } from './listPathFields';
import type { ReadParameter } from './parameters';
import { isLocator, readIdSegment } from './recordId';

/** A list that can be read. */
export interface ListTarget extends Pick<KnownList, 'idFields' | 'ignoreFields'> {
	/** Path below the base URL, e.g. `/api/v2/courses`. */
	path: string;
	/** The path below `/api/v2/`: what the list is called in messages, in n8n's log and in file names. */
	listName: string;
}

/**
 * The list of a resource, or the one that the user chose for the resource Other List.
 *
 * @throws UserFacingError for a list or an ID that cannot be used
 */
export function readListTarget(read: ReadParameter, { list }: Resource): ListTarget {
	const listName = list ?? readChosenList(read);
	const { idFields, ignoreFields } = findKnownList(listName) ?? {};
	return {
		path: `/api/v2/${listName}`,
		listName,
		...(idFields && { idFields }),
		...(ignoreFields && { ignoreFields }),
	};
}

function readChosenList(read: ReadParameter): string {
	const chosen = read(LIST_PATH, '');
	const path = isLocator(chosen) ? chosen.value : chosen;
	return readListPath(path, 'List to Read', (name) => {
		const field = nameOfPathId(name);
		return field === undefined ? undefined : readIdSegment(read(name, ''), field);
	});
}
