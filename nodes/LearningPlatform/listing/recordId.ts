import { UserFacingError } from '../transport/errors';
import { encodeSegment } from './pathSegment';

/** An address of the platform that shows a record; its first group is the record's ID. n8n's editor uses it too. */
export const RECORD_URL = '^https?://[^/?#]+(?:/[^/?#]*)*?/([0-9a-fA-F]{24})(?:[/?#].*)?$';

/** What n8n keeps of a field in which one chooses a record. */
interface Locator {
	mode?: unknown;
	value?: unknown;
}

/**
 * Reads an ID from a field in which a record is chosen, entered by its ID or by an address that shows it.
 *
 * @param chosen the field's value, or only the text in it, as an expression for the whole field gives it
 * @param name of the field
 * @returns the ID, or '' when the field is empty
 * @throws UserFacingError for an address in which no ID is found, and for what is no text
 */
export function readRecordId(chosen: unknown, name: string): string {
	const { mode, value } = isLocator(chosen) ? chosen : { mode: 'id', value: chosen };
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw new UserFacingError(
			`${name} is neither an ID nor an address`,
			'Choose a record from the list, or enter its ID. If it is an expression, check what it returns.',
		);
	}
	const text = String(value).trim();
	// Models and expressions give addresses without caring for the mode.
	if (text === '' || (mode !== 'url' && !/^https?:\/\//i.test(text))) return text;
	const id = URL.canParse(text) ? new RegExp(RECORD_URL).exec(new URL(text).href)?.[1] : undefined;
	if (id !== undefined) return id;
	throw new UserFacingError(
		`The address in ${name} has no ID`,
		'Copy the address of the page that shows the record: an ID is a part of its path with 24 digits and letters from a to f. Or choose "By ID" and enter the ID.',
	);
}

/**
 * The same as one segment of a path.
 *
 * @throws UserFacingError when there is none
 */
export function readIdSegment(chosen: unknown, name: string): string {
	const id = readRecordId(chosen, name);
	if (id !== '') return encodeSegment(id, name);
	throw new UserFacingError(
		`${name} is empty`,
		'Choose a record from the list, or enter its ID. If it is an expression, check what it returns.',
	);
}

/** Whether it is what n8n keeps of a field with modes, such as From List, and not only the text in it. */
export function isLocator(chosen: unknown): chosen is Locator {
	return typeof chosen === 'object' && chosen !== null && 'value' in chosen;
}
