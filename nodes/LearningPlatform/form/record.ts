import type { INodeProperties } from 'n8n-workflow';

import { resources, searchMethodOf } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { field, type Field } from './field';
import { encodeSegment } from './listPath';

/** The address of a page that shows a record; the first group is the record's ID. n8n's editor uses it, too. */
const RECORD_URL = '^https?://[^/?#]+(?:/[^/?#]*)*?/([0-9a-fA-F]{24})(?:[/?#].*)?$';

/** n8n 2 shows it below the list; n8n 1 shows nothing. */
const IS_SLOW =
	'The service cannot search, so the list is read page by page. If that takes too long, choose By ID or By URL.';

/**
 * A field in which a record is chosen: from a list, by its ID, or by the address of a page that shows it.
 *
 * @param idName of a resource whose records can be chosen
 */
export function recordProperty(
	idName: string,
	property: Partial<INodeProperties> = {},
): INodeProperties {
	const { name = '', list = '' } = resources.find((row) => row.idName === idName) ?? {};
	const record = name.toLowerCase();
	return {
		displayName: name,
		name: idName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...property,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose a ${record}...`,
				typeOptions: {
					searchListMethod: searchMethodOf(list),
					searchable: true,
					slowLoadNotice: { message: IS_SLOW, timeout: 5_000 },
				},
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://app.example.com/${record}/5f0c1a2b3c4d5e6f70819203`,
				hint: `Address of a page that shows the ${record}`,
				extractValue: { type: 'regex', regex: RECORD_URL },
				validation: [
					{
						type: 'regex',
						properties: {
							regex: RECORD_URL,
							errorMessage: `This is not the address of a ${record}: its path has no ID of 24 digits and letters`,
						},
					},
				],
			},
		],
	};
}

/** The same as a required field, read as one segment of a path. */
export function recordOf(idName: string, property: Partial<INodeProperties> = {}): Field<string> {
	return field(recordProperty(idName, { ...property, required: true }), readIdSegment);
}

/**
 * Reads an ID from a field in which a record is chosen.
 *
 * @param chosen the field's value, or only the text in it, as an expression for the whole field gives it
 * @param name of the field
 * @returns the ID, or '' when the field is empty
 * @throws UserFacingError for an address without an ID, and for what is no text
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
	// Models and expressions give addresses in any mode.
	if (text === '' || (mode !== 'url' && !/^https?:\/\//i.test(text))) return text;
	const id = URL.canParse(text) ? new RegExp(RECORD_URL).exec(new URL(text).href)?.[1] : undefined;
	if (id !== undefined) return id;
	throw new UserFacingError(
		`The address in ${name} has no ID`,
		'Copy the address of the page that shows the record: an ID is a part of its path with 24 digits and letters from a to f. Or choose "By ID" and enter the ID.',
	);
}

/** The same as one segment of a path. @throws UserFacingError also when there is none */
export function readIdSegment(
	chosen: unknown,
	{ displayName: name }: Pick<INodeProperties, 'displayName'>,
): string {
	const id = readRecordId(chosen, name);
	if (id !== '') return encodeSegment(id, name);
	throw new UserFacingError(
		`${name} is empty`,
		'Choose a record from the list, or enter its ID. If it is an expression, check what it returns.',
	);
}

/** Whether a value is what n8n stores for a field with modes, such as From List, and not only the text in it. */
export function isLocator(chosen: unknown): chosen is { mode?: unknown; value: unknown } {
	return typeof chosen === 'object' && chosen !== null && 'value' in chosen;
}
