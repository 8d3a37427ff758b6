import type { IDataObject } from 'n8n-workflow';

import type { NameOwner, Names, NamesBesideIds } from '../catalog/names';
import { nameOf } from '../values/identity';

/** The record that an ID refers to. */
export interface Named {
	name: string;
	mail: string;
	/** True for a deleted record that the platform still lists. */
	isDeleted?: boolean;
}

export const NOBODY: Named = { name: '', mail: '' };

export function namedOf(record: IDataObject): Named {
	const mail = typeof record.mail === 'string' ? record.mail : '';
	return { name: nameOf(record), mail, isDeleted: record.status === 'deleted' };
}

const unread = new WeakMap<IDataObject, string[]>();

/** Returns the record's name fields whose values could not be read this time. */
export function unreadNamesOf(record: IDataObject): readonly string[] {
	return unread.get(record) ?? [];
}

/**
 * Returns a record with names next to its IDs. Never replaces a field that the service sent.
 *
 * @param find returns the record for an ID, or a user's managers; by default, all names are empty
 * @param isUnread returns true if the names for an ID could not be read this time
 */
export function withNames(
	record: IDataObject,
	names: NamesBesideIds,
	find: (of: NameOwner, id: string) => readonly Named[] = () => [],
	isUnread: (of: NameOwner, id: string) => boolean = () => false,
): IDataObject {
	if (names.size === 0) return record;
	const unreadFields: string[] = [];
	const fields = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
		const added = (names.get(field) ?? []).flatMap((beside) => {
			const found = namesOf(value, beside, find);
			const isMissing = idsIn(value).some((id) => isUnread(beside.of, id));
			if (isMissing) unreadFields.push(...found.map(([name]) => name));
			return found;
		});
		return [[field, value], ...added.filter(([name]) => !Object.hasOwn(record, name))];
	});
	const named = Object.fromEntries(fields) as IDataObject;
	if (unreadFields.length > 0) unread.set(named, unreadFields);
	return named;
}

function namesOf(
	value: unknown,
	{ of, name, mail }: Names,
	find: (of: NameOwner, id: string) => readonly Named[],
): [string, unknown][] {
	const found = idsIn(value).flatMap((id) => find(of, id));
	const isList = Array.isArray(value) || of === 'managers';
	const shown = (part: 'mail' | 'name') =>
		isList ? found.map((one) => one[part]) : (found[0]?.[part] ?? '');
	return [
		[name, shown('name')],
		...(mail === undefined ? [] : [[mail, shown('mail')] as [string, unknown]]),
	];
}

/** Returns the IDs in records, grouped by kind of name. */
export function idsToName(
	records: readonly IDataObject[],
	names: NamesBesideIds,
): ReadonlyMap<NameOwner, ReadonlySet<string>> {
	const ids = new Map<NameOwner, Set<string>>();
	for (const [field, added] of names) {
		for (const { of } of added) {
			const ofOwner = ids.get(of) ?? new Set();
			for (const record of records) for (const id of idsIn(record[field])) ofOwner.add(id);
			ofOwner.delete('');
			if (ofOwner.size > 0) ids.set(of, ofOwner);
		}
	}
	return ids;
}

/** Returns the IDs in a value or array. An invalid entry becomes '' so that names and IDs stay aligned. */
function idsIn(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	return entries.map((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : ''));
}
