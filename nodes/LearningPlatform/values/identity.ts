import type { IDataObject } from 'n8n-workflow';

/** Where services of this kind keep a record's ID, best first. */
export const ID_FIELDS = ['_id', 'id', 'uuid'];

/** The fields that name a record. The first group counts that the record has. */
export const NAME_FIELDS = [['name'], ['firstName', 'lastName'], ['title']];

/** The fields that together identify the records of a list. */
export type Identity = readonly string[];

/** The first of ID_FIELDS in which the record has an ID, for a list that the catalog does not know. */
export function identityIn(record: IDataObject): Identity | undefined {
	const field = ID_FIELDS.find((name) => idIn(record, name) !== undefined);
	return field === undefined ? undefined : [field];
}

/**
 * Returns the ID of a record as text, by which `7` and `"7"` are one; `undefined` unless all fields that identify it hold
 * text or a number. Of several fields it is the JSON of their texts.
 */
export function idOf(
	record: IDataObject,
	identity: Identity | undefined = identityIn(record),
): string | undefined {
	const ids = identity?.map((name) => idIn(record, name)) ?? [];
	if (ids.length === 0 || ids.includes(undefined)) return undefined;
	return ids.length === 1 ? String(ids[0]) : JSON.stringify(ids.map(String));
}

/**
 * Returns the fields that an ID is made of, e.g. `userId` and `role`, with their values.
 *
 * @param numberFields those that hold numbers
 */
export function recordOf(
	id: string,
	identity: Identity,
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

/** The ID in the best usual field as text; `undefined` for a record that has none. */
export function recordIdOf(record: IDataObject): string | undefined {
	return idOf(record);
}

/** A record in a message: by its ID, or by its place on its page. */
export function describeRecord(record: IDataObject, index: number): string {
	const id = recordIdOf(record);
	return id === undefined ? `record ${index + 1} of the page` : `record "${id.slice(0, 50)}"`;
}

/** What people call the record; '' when it has no name. */
export function nameOf(record: IDataObject): string {
	for (const fields of NAME_FIELDS) {
		const name = fields
			.map((field) => record[field])
			.filter(isName)
			.join(' ');
		if (name !== '') return name;
	}
	return '';
}

/** Whether the record has a field for its name, even an empty one. */
export function hasNameField(record: IDataObject): boolean {
	return NAME_FIELDS.flat().some((field) => Object.hasOwn(record, field));
}

function isName(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** What one field holds, if that can be an ID. */
export function idIn(record: IDataObject, field: string): string | number | undefined {
	const id = Object.hasOwn(record, field) ? record[field] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? id : undefined;
}
