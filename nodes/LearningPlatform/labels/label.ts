import type { IDataObject } from 'n8n-workflow';

import type { LabelKind, LabelFields, LabelsById } from '../catalog/labels';
import { nameOf } from '../values/identity';

/** Returns the name, and for a person the email address, of a record. The platform still lists some deleted records. */
export function labelOf(record: IDataObject) {
	const mail = typeof record.mail === 'string' ? record.mail : '';
	return { name: nameOf(record), mail, isDeleted: record.status === 'deleted' };
}

export type Label = ReturnType<typeof labelOf>;

const unread = new WeakMap<IDataObject, { name: string; id: string }[]>();

/** Returns the record's name fields whose values could not be read this time, each with the field of the ID. */
export const unreadLabelFields = (record: IDataObject) => unread.get(record) ?? [];

/**
 * Returns a record with names next to its IDs. Never replaces a field that the service sent.
 *
 * @param find returns the record for an ID, or a user's managers; by default, all names are empty
 * @param isUnread returns true if the names for an ID could not be read this time
 */
export function withLabels(
	record: IDataObject,
	labels: LabelsById,
	find: (kind: LabelKind, id: string) => readonly Label[] = () => [],
	isUnread: (kind: LabelKind, id: string) => boolean = () => false,
): IDataObject {
	if (labels.size === 0) return record;
	const unreadFields: ReturnType<typeof unreadLabelFields> = [];
	const fields = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
		const added = (labels.get(field) ?? []).flatMap((labelFields) => {
			const nameFields = fieldsBeside(value, labelFields, find);
			const isMissing = idEntries(value).some((id) => isUnread(labelFields.kind, id));
			if (isMissing) unreadFields.push(...nameFields.map(([name]) => ({ name, id: field })));
			return nameFields;
		});
		return [[field, value], ...added.filter(([name]) => !Object.hasOwn(record, name))];
	});
	const labeled = Object.fromEntries(fields) as IDataObject;
	if (unreadFields.length > 0) unread.set(labeled, unreadFields);
	return labeled;
}

function fieldsBeside(
	value: unknown,
	{ kind, name, mail }: LabelFields,
	find: (kind: LabelKind, id: string) => readonly Label[],
): [string, unknown][] {
	const foundLabels = idEntries(value).flatMap((id) => find(kind, id));
	const isList = Array.isArray(value) || kind === 'managers';
	const shown = (part: 'mail' | 'name') =>
		isList ? foundLabels.map((one) => one[part]) : (foundLabels[0]?.[part] ?? '');
	return [
		[name, shown('name')],
		...(mail === undefined ? [] : [[mail, shown('mail')] as [string, unknown]]),
	];
}

/** Returns the IDs in records, grouped by kind of label. */
export function idsToLabel(
	records: readonly IDataObject[],
	labels: LabelsById,
): ReadonlyMap<LabelKind, ReadonlySet<string>> {
	const ids = new Map<LabelKind, Set<string>>();
	for (const [field, added] of labels) {
		for (const { kind } of added) {
			const ofKind = ids.get(kind) ?? new Set();
			for (const record of records) for (const id of idEntries(record[field])) ofKind.add(id);
			ofKind.delete('');
			if (ofKind.size > 0) ids.set(kind, ofKind);
		}
	}
	return ids;
}

/** Returns the IDs in a value or array. An invalid entry becomes '' so that names and IDs stay aligned. */
function idEntries(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	return entries.map((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : ''));
}
