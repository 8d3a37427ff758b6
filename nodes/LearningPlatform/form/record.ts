import type { INodeProperties } from 'n8n-workflow';

import { choosable } from '../catalog/resources';
import { invalidEntry } from '../failures/userFacingError';
import { wordsIn } from '../values/words';
import { field, type Field } from './field';
import { encodeSegment } from './listPath';
import { notValid } from './values';

const CHOOSE = 'Choose a record from the list, or enter its ID.';

const ID = '([0-9a-fA-F]{24})(?![^/?#])';

/** Matches a URL whose path contains an ID. */
const RECORD_URL = `^https?://[^/?#]+(?:/[^/?#]*)*/${ID}(?:[/?#].*)?$`;

/** Returns the IDs after the resource's name, as in `/course/play/5f0c...`, or else the last ID in the URL. */
function idsInUrl(address: string, idName: string): string[] {
	const { pathname } = new URL(address);
	const idsBehind = (start: string) =>
		Array.from(pathname.matchAll(new RegExp(start + ID, 'gi')), ([, id = '']) => id);
	const words = wordsIn(idName.replace(/Ids?$/, ''));
	const ofKind = idsBehind(`/${words.join('-?')}s?(?:/[^/?#]*)*?/`);
	return ofKind.length > 0 ? [...new Set(ofKind)] : idsBehind('/').slice(-1);
}

/** Creates a property for choosing a record from a list, by ID, or by URL. */
export function recordProperty(
	idName: string,
	property: Partial<INodeProperties> = {},
): INodeProperties {
	const { name = '', searchMethod = '' } = choosable.find((row) => row.idName === idName) ?? {};
	const record = name.toLowerCase();
	return {
		displayName: name,
		name: idName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...property,
		modes: [
			// n8n uses the first mode for stored text that has no mode.
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
			},
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Choose a ${record}...`,
				typeOptions: {
					searchListMethod: searchMethod,
					searchable: true,
					// Only n8n 2 shows this notice.
					slowLoadNotice: {
						message:
							'The service cannot search, so the node reads the list page by page. If that takes too long, choose By ID or By URL.',
						timeout: 5_000,
					},
				},
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://app.example.com/${record}/5f0c1a2b3c4d5e6f70819203`,
				hint: `URL of a page that shows the ${record}`,
				extractValue: { type: 'regex', regex: RECORD_URL },
				validation: [
					{
						type: 'regex',
						properties: {
							regex: RECORD_URL,
							errorMessage: `This is not the URL of a ${record}: its path does not contain a 24-character ID`,
						},
					},
				],
			},
		],
	};
}

/** Creates a required field for choosing a record. The value is a percent-encoded path segment. */
export function recordField(
	idName: string,
	property: Partial<INodeProperties> = {},
): Field<string> {
	return field(recordProperty(idName, { ...property, required: true }), readIdSegment);
}

/**
 * Reads the ID of the chosen record. Returns '' if the field is empty.
 *
 * @param field a field whose name contains the resource, e.g. `courseId`
 * @throws UserFacingError unless the entry is one ID or a URL that contains exactly one ID
 */
export function readRecordId(
	chosen: unknown,
	{ displayName: label, name }: Pick<INodeProperties, 'displayName' | 'name'>,
): string {
	const { mode, value } = locatorIn(chosen);
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number') {
		throw invalidEntry(`${label} is neither an ID nor a URL`, CHOOSE);
	}
	const text = String(value).trim();
	// Models and expressions may supply URLs in any mode.
	const isAddress = /^https?:\/\//i.test(text);
	if (text.includes(',') && !isAddress) {
		throw invalidEntry(`${label} takes only one ID, not "${text}"`, 'Enter one ID.');
	}
	if (text === '' || (mode !== 'url' && !isAddress)) return text;
	const [id, ...otherIds] = isAddress && URL.canParse(text) ? idsInUrl(text, name) : [];
	if (id !== undefined && otherIds.length === 0) return id;
	const contents = id === undefined ? 'no ID' : `several IDs: ${[id, ...otherIds].join(', ')}`;
	throw notValid(
		`The URL in ${label} contains ${contents}`,
		text.replace(/[?#].*/s, ''),
		'Copy the URL of the page that shows the record: its path contains the 24-character ID. Alternatively, choose "By ID" and enter the ID.',
	);
}

/** Reads a required ID as a path segment. @throws UserFacingError unless the entry is one ID or a URL with one ID */
export function readIdSegment(
	chosen: unknown,
	field: Pick<INodeProperties, 'displayName' | 'name'>,
): string {
	const id = readRecordId(chosen, field);
	if (id !== '') return encodeSegment(id, field.displayName);
	throw invalidEntry(`${field.displayName} is empty`, CHOOSE);
}

/** Returns the mode and value of a field with modes. If an expression sets the entire field, there is no mode. */
export function locatorIn(entered: unknown): { mode?: unknown; value: unknown } {
	const isLocator = typeof entered === 'object' && entered !== null && 'value' in entered;
	return isLocator ? entered : { value: entered };
}
