import { UserFacingError } from '../transport/errors';

/**
 * Reads names of fields from a parameter: text with commas or line ends between, or what an expression gave, a
 * list of texts. Each name comes once.
 *
 * @param label of the parameter, for the error
 * @throws UserFacingError for anything else
 */
export function readFieldNames(value: unknown, label: string): string[] {
	const entries: unknown[] = typeof value === 'string' ? value.split(/[,\r\n]/) : [value].flat();
	if (!entries.every((entry) => typeof entry === 'string')) {
		throw new UserFacingError(
			`${label} is not a list of field names`,
			'Enter names separated by commas, e.g. "_id, name, status". If it is an expression, check what it returns.',
		);
	}
	return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}
