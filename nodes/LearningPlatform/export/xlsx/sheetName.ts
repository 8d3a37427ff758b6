const MAX_LENGTH = 31;

/** Excel keeps this name, in any case, for its own record of changes, and complains about a workbook that uses it. */
const RESERVED = /^history$/i;

/**
 * The name of a sheet. No two of a workbook are the same.
 *
 * @param listName may be a path, whose slashes become hyphens, like all that no sheet may have in its name
 * @param index the first sheet has 0
 */
export function sheetName(listName: string, index: number): string {
	const number = index === 0 ? '' : ` (${index + 1})`;
	const name = listName.replace(/[^\w-]+/g, '-').slice(0, MAX_LENGTH - number.length);
	return (RESERVED.test(name) ? `${name}_` : name) + number;
}
