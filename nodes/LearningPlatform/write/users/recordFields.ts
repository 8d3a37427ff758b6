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
import { keepMissingColumns } from './missingColumns';
import type { FieldGroup, UserRow } from './person';

/** The fields of the user's record. */
export const recordWrites: FieldGroup = {
	find: async (_directory, people) => {
		keepMissingColumns(people.keys());
		return await Promise.resolve(new Map());
	},

	plan: (row, { user = {} }) => {
		const { directory, entry, timeZone } = row;
		const values = valuesOf(entry.fields, directory);
		const isLiving = recordId(user) !== '' && !isDeleted(user);
		const body = isLiving ? bodyFor(row, user) : values;
		const before = valuesBefore(user, Object.keys(body), timeZone);
		const cleared = clearedIn(row).filter((name) => name !== 'manager');
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

	store: async (row, { user = {} }, id) => {
		const { client, directory } = row;
		const body = bodyFor(row, user);
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

/** Returns the fields that a row clears if it has no value. */
function clearedIn({ entry: { fields, options } }: UserRow): string[] {
	// A group that was not found is a value, although there is nothing to send.
	return options.fieldsToClear.filter((name) => name !== 'primaryGroupId' || !fields.primaryGroup);
}

/** Returns what to send to make a user's record what the row asks for. @throws UserFacingError */
function bodyFor(row: UserRow, user: IDataObject): Body {
	const { directory, timeZone } = row;
	const { fields } = row.entry;
	const fieldsToClear = clearedIn(row);
	const values = valuesOf(fields, directory);
	return changesFor({ values, lastDay: fields.lastDay, fieldsToClear, timeZone }, user, Date.now());
}

/** Returns the fields that the platform stored otherwise than they were sent. */
export const missedIn = (record: IDataObject, sent: Body): string[] =>
	Object.keys(sent).filter((name) => !isStored(name, record[name], sent[name] ?? null));
