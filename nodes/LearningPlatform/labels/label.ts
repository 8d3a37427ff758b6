import type { IDataObject } from 'n8n-workflow';

import type { LabelKind, LabelsById } from '../catalog/labels';

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
	find: (kind: LabelKind, id: string) => readonly Record<'mail' | 'name', string>[] = () => [],
	isUnread: (kind: LabelKind, id: string) => boolean = () => false,
): IDataObject {
	if (labels.size === 0) return record;
	const unreadFields: ReturnType<typeof unreadLabelFields> = [];
	const fields = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
		const added = (labels.get(field) ?? []).flatMap(({ kind, name, mail }) => {
			const found = idEntries(value).flatMap((id) => find(kind, id));
			const isList = Array.isArray(value) || kind === 'managers';
			const shown = (part: 'mail' | 'name') =>
				isList ? found.map((one) => one[part]) : (found[0]?.[part] ?? '');
			const names: [string, unknown][] = [[name, shown('name')]];
			if (mail !== undefined) names.push([mail, shown('mail')]);
			const isMissing = idEntries(value).some((id) => isUnread(kind, id));
			if (isMissing)
				unreadFields.push(...names.map(([labelName]) => ({ name: labelName, id: field })));
			return names;
		});
		return [[field, value], ...added.filter(([name]) => !Object.hasOwn(record, name))];
	});
	const labeled = Object.fromEntries(fields) as IDataObject;
	if (unreadFields.length > 0) unread.set(labeled, unreadFields);
	return labeled;
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
