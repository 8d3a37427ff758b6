import type { IDataObject } from 'n8n-workflow';

import {
	dateToSend,
	isProblem,
	isStored,
	recordId,
	segment,
	valueBefore,
	valuesOf,
} from '../../people';
import { foldId } from '../../values/identity';
import { send } from '../send';
import {
	clearedIn,
	isLiving,
	type FieldGroup,
	type Person,
	type UserRow,
	type FieldChange,
} from './person';

/** The fields of the user's record. */
export const recordWrites: FieldGroup = {
	plan: (row, person) => {
		const { directory, entry } = row;
		const changes = changesFor(row, person);
		// A group that was not found costs the row only this field.
		const { primaryGroup } = entry.fields;
		const groupId = primaryGroup && directory.groups.idOf(primaryGroup);
		const rejected = isProblem(groupId) ? [['primaryGroupId', groupId] as const] : [];
		return { changes, rejected, state: { user: { ...person.user, ...bodyOf(changes) } } };
	},

	store: async ({ client, directory }, { user = {} }, id, changes) => {
		const body = bodyOf(changes);
		const { record } = await send(client, {
			path: `users/${segment(id)}`,
			method: 'PATCH',
			body,
			isConfirmed: ({ status, record: stored }) =>
				status === 200 && foldId(recordId(stored)) === foldId(id),
			look: async () => {
				const now = await directory.user(id);
				// The platform may store a value differently than sent.
				const isDone = ([name, value]: [string, string | null]) =>
					isStored(name, now[name], value) || (now[name] ?? '') !== (user[name] ?? '');
				return Object.entries(body).every(isDone) ? now : undefined;
			},
		});
		const fields = Object.keys(body);
		client.log.write('userUpdated', { id: recordId(record), outcome: 'updated', fields });
		return { state: { user: record }, missed: missedIn(record, body) };
	},
};

/** Compares what a row asks for with the user's record. @throws UserFacingError */
function changesFor(row: UserRow, person: Person): FieldChange[] {
	const { directory, entry, timeZone } = row;
	const { user = {} } = person;
	const values = valuesOf(entry.fields, directory);
	const isExisting = isLiving(person);
	const entered = Object.entries(values).map(([name, value]) => {
		if (!isExisting) return { name, value, sent: value, isStored: false };
		const isDate = name === 'toBeDeactivatedAt';
		const sent = isDate ? dateToSend(entry.fields, user[name], timeZone) : value;
		const isSame = sent === undefined || (!isDate && isStored(name, user[name], value));
		return { name, value, sent, isStored: isSame };
	});
	const cleared = clearedIn(row, person)
		.filter((name) => name !== 'manager' && !(name in values))
		.map((name) => ({ name, value: '', isStored: !isExisting || (user[name] ?? '') === '' }));
	return [...entered, ...cleared].map((change) => {
		const { name } = change;
		return { ...change, before: valueBefore(name, user[name], timeZone) as string | null };
	});
}

/** Returns what to send; null clears a field. */
const bodyOf = (changes: readonly FieldChange[]): Record<string, string | null> =>
	Object.fromEntries(
		changes.flatMap(({ name, value, sent = value, isStored: isDone }) =>
			isDone ? [] : [[name, sent || null]],
		),
	);

/** Returns the fields that the platform stored differently than sent. */
export const missedIn = (record: IDataObject, sent: Record<string, string | null>): string[] =>
	Object.keys(sent).filter((name) => !isStored(name, record[name], sent[name] ?? null));
