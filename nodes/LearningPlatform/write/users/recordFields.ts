import {
	changesFor,
	isDeleted,
	isProblem,
	isStored,
	recordId,
	segment,
	valuesBefore,
	valuesOf,
	type Body,
} from '../../people';
import type { IDataObject } from 'n8n-workflow';

import { foldId } from '../../values/identity';
import { send } from '../send';
import { clearedIn, type FieldGroup, type Person, type UserRow } from './person';

/** The fields of the user's record. */
export const recordWrites: FieldGroup = {
	plan: (row, person) => {
		const { user = {} } = person;
		const { directory, entry, timeZone } = row;
		const values = valuesOf(entry.fields, directory);
		const isLiving = recordId(user) !== '' && !isDeleted(user);
		const body = isLiving ? bodyFor(row, person) : values;
		const before = valuesBefore(user, Object.keys(body), timeZone);
		const cleared = clearedIn(row, person).filter((name) => name !== 'manager');
		const names = new Set([...Object.keys(body), ...Object.keys(values), ...cleared]);
		const wishes = [...names].map((name) => {
			const isKept = !Object.hasOwn(body, name);
			return { name, value: values[name] ?? '', isStored: isKept, before: before[name] as string };
		});
		// A group that was not found costs the row only this field.
		const { primaryGroup } = entry.fields;
		const groupId = primaryGroup && directory.groups.idOf(primaryGroup);
		const refused = isProblem(groupId) ? [['primaryGroupId', groupId] as const] : [];
		return { wishes, refused, state: { user: { ...user, ...body } } };
	},

	store: async (row, person, id) => {
		const { client, directory } = row;
		const { user = {} } = person;
		const body = bodyFor(row, person);
		const fields = Object.keys(body);
		if (fields.length === 0) return { state: {} };
		const { record } = await send(client, {
			...{ path: `users/${segment(id)}`, method: 'PATCH', body },
			isConfirmed: ({ status, record: stored }) =>
				status === 200 && foldId(recordId(stored)) === foldId(id),
			look: async () => {
				const now = await directory.user(id);
				// The platform may store a value otherwise than it was sent.
				const isDone = ([name, value]: [string, string | null]) =>
					isStored(name, now[name], value) || (now[name] ?? '') !== (user[name] ?? '');
				return Object.entries(body).every(isDone) ? now : undefined;
			},
		});
		client.log.write('userUpdated', { id: recordId(record), outcome: 'updated', fields });
		return { state: { user: record }, missed: missedIn(record, body) };
	},
};

/** Returns what to send to make a user's record what the row asks for. @throws UserFacingError */
function bodyFor(row: UserRow, person: Person): Body {
	const { directory, timeZone } = row;
	const { fields } = row.entry;
	const { user = {} } = person;
	const fieldsToClear = clearedIn(row, person);
	const values = valuesOf(fields, directory);
	return changesFor({ values, lastDay: fields.lastDay, fieldsToClear, timeZone }, user, Date.now());
}

/** Returns the fields that the platform stored otherwise than they were sent. */
export const missedIn = (record: IDataObject, sent: Body): string[] =>
	Object.keys(sent).filter((name) => !isStored(name, record[name], sent[name] ?? null));
