import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../../form';
import { isRowError, rowError, segment, type Directory } from '../../people';
import { foldBlanks } from '../../values/cells';
import { DAY_MS, readServiceTime, utcText } from '../../values/dates';
import { dayBefore, isSameLastDay, nextMidnight } from '../../values/days';
import { foldId, recordId } from '../../values/identity';
import { foldMail } from '../../values/mails';
import { sendConfirmed } from '../confirm';
import type { UserEntry } from './form';
import {
	clearedIn,
	isLiving,
	type FieldChange,
	type FieldGroup,
	type Person,
	type UserRow,
} from './person';
import { remarkOnFailed, remarksOnMissed } from './remarks';

const MAX_DAYS_AGO = 31;

/** The fields of the user's record. */
export const recordWrites: FieldGroup = {
	plan: (row, person) => {
		const { directory, entry } = row;
		const changes = changesFor(row, person);
		// A group that was not found fails only this field.
		const { primaryGroup } = entry.fields;
		const groupId = primaryGroup && directory.groups.idOf(primaryGroup);
		const remarks = isRowError(groupId) ? [remarkOnFailed(['primaryGroupId'], groupId)] : [];
		return { changes, remarks, state: { user: { ...person.user, ...bodyOf(changes) } } };
	},

	store: async ({ client, directory }, { user = {} }, id, changes) => {
		const body = bodyOf(changes);
		const { record } = await sendConfirmed(client, {
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
		return { state: { user: record }, remarks: missedIn(record, body) };
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

/** Remarks on the fields that the platform stored differently than sent. */
export const missedIn = (record: IDataObject, sent: Record<string, string | null>) =>
	remarksOnMissed(
		Object.keys(sent).filter((name) => !isStored(name, record[name], sent[name] ?? null)),
	);

/** Returns the values that a form asks for, by field. */
export function valuesOf(
	{ texts, lastDay, primaryGroup }: UserEntry['fields'],
	directory: Directory,
): Record<string, string> {
	const endsAt = utcText(lastDay?.endsAt ?? NaN);
	const groupId = primaryGroup && directory.groups.idOf(primaryGroup);
	return {
		...texts,
		...(endsAt !== undefined && { toBeDeactivatedAt: endsAt }),
		...(typeof groupId === 'string' && { primaryGroupId: groupId }),
	};
}

/** Returns the deactivation date to send; undefined if the stored one is right. @throws UserFacingError if it is too old */
function dateToSend({ lastDay }: UserEntry['fields'], stored: unknown, timeZone: string) {
	const { day, endsAt } = lastDay ?? { endsAt: NaN };
	const now = Date.now();
	const storedMs = readServiceTime(stored);
	const tonight = nextMidnight(now);
	if (endsAt > now) {
		const isSame = storedMs !== undefined && isSameLastDay(storedMs, { day, endsAt }, timeZone);
		return isSame ? undefined : utcText(endsAt);
	}
	if (storedMs !== undefined && storedMs <= tonight) return undefined;
	if (now - endsAt <= MAX_DAYS_AGO * DAY_MS) return utcText(tonight);
	throw rowError('tooLate', `The entry is ${quoted(day ?? String(utcText(endsAt)))}.`);
}

/** Returns a stored value in a form that Update accepts. */
function valueBefore(name: string, stored: unknown, timeZone: string) {
	const ms = name === 'toBeDeactivatedAt' ? readServiceTime(stored) : undefined;
	const day = ms === undefined ? undefined : dayBefore(ms, timeZone);
	return day ?? (stored as IDataObject[string]) ?? null;
}

/** Returns true if the platform stores a value as it was sent. Blanks at the ends and repeated ones do not matter. */
export function isStored(name: string, actual: unknown, sent: string | null): boolean {
	if (sent === null) return (actual ?? '') === '';
	if (name === 'mail') return foldMail(actual) === foldMail(sent);
	if (name === 'toBeDeactivatedAt') {
		// The service ignores milliseconds.
		const secondOf = (value: unknown) => Math.floor((readServiceTime(value) ?? NaN) / 1_000);
		return secondOf(actual) === secondOf(sent);
	}
	if (typeof actual !== 'string' && typeof actual !== 'number') return false;
	return foldBlanks(foldId(String(actual))) === foldBlanks(foldId(sent));
}
