import type { IDataObject } from 'n8n-workflow';

/** The usual ID fields, in order of preference. */
export const ID_FIELDS = ['_id', 'id', 'uuid'];

/** The fields that name a record. The first group present wins. */
export const NAME_FIELDS = [['name'], ['firstName', 'lastName'], ['title']];

/** For a list that is not in the catalog, returns the first of the usual ID fields that contains an ID. */
export function identityIn(record: IDataObject): readonly string[] | undefined {
	const field = ID_FIELDS.find((name) => idIn(record, name) !== undefined);
	return field === undefined ? undefined : [field];
}

/**
 * Returns a record's ID as a string, so `7` and `"7"` are equal; several IDs become a JSON array. Returns `undefined`
 * unless each field contains text or a number.
 */
export function idOf(
	record: IDataObject,
	identity: readonly string[] | undefined = identityIn(record),
): string | undefined {
	const ids = identity?.map((name) => idIn(record, name)) ?? [];
	if (ids.length === 0 || ids.includes(undefined)) return undefined;
	return ids.length === 1 ? String(ids[0]) : JSON.stringify(ids.map(String));
}

/** Returns the ID of a record that the service identifies by a usual ID field, or '' if there is none. */
export const recordId = (record: IDataObject = {}) => idOf(record) ?? '';

/** Reverses `idOf`: returns the ID fields with their values. @param numberFields fields that contain numbers */
export function recordOf(
	id: string,
	identity: readonly string[],
	numberFields: readonly string[] = [],
): IDataObject {
	const ids = identity.length === 1 ? [id] : (JSON.parse(id) as string[]);
	const fields = identity.map((name, index) => {
		const text = ids[index] ?? '';
		const isNumber = numberFields.includes(name) && String(Number(text)) === text;
		return [name, isNumber ? Number(text) : text] as const;
	});
	return Object.fromEntries(fields);
}

/** Identifies a record in a message by its ID or by its position on the page. */
export function describeRecord(record: IDataObject, index: number): string {
	const id = idOf(record);
	return id === undefined ? `record ${index + 1} on the page` : `record "${id.slice(0, 50)}"`;
}

/** Returns a record's name, or '' if there is none. */
export function nameOf(record: IDataObject): string {
	const isFilled = (value: unknown): value is string =>
		typeof value === 'string' && value.trim() !== '';
	const names = NAME_FIELDS.map((fields) => fields.map((field) => record[field]).filter(isFilled));
	return names.find((name) => name.length > 0)?.join(' ') ?? '';
}

/** Returns the value of a field if it is text or a number. */
export function idIn(record: IDataObject, field: string): string | number | undefined {
	const id = Object.hasOwn(record, field) ? record[field] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? id : undefined;
}

/** Returns true for 24 hexadecimal digits, which may all be letters. */
export const isHexId = (text: string) => /^[\da-f]{24}$/i.test(text);

/** IDs of 24 hexadecimal digits are the same in any case. */
export const foldId = (id: string) => (isHexId(id) ? id.toLowerCase() : id);

/** Returns true if a text can be a segment of a URL path: a server or a proxy could mistake a slash for its end. */
export const isSegment = (text: string) => /^(?!\.{1,2}$)[^/\\\p{Cc}\p{Surrogate}]+$/u.test(text);
