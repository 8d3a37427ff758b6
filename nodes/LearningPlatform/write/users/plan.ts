import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { rowError } from '../../people';
import { readServiceTime } from '../../values/dates';
import type { Result } from '../operation';
import { rejection } from '../confirm';
import { customFieldWrites } from './customFields';
import { managerWrites } from './managers';
import { numberWrites } from './numbers';
import {
	hasLeft,
	isLiving,
	isWritten,
	type FieldChange,
	type FieldGroup,
	type Person,
	type UserRow,
} from './person';
import { isStored, recordWrites, valuesOf } from './recordFields';
import { NOT_INVITED } from './remarks';

/** A user's fields, in the order in which they are written. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
	recordWrites,
	customFieldWrites,
	managerWrites,
	numberWrites,
];

/** Returns what would happen to a row's user. @throws RowError if the row cannot be carried out */
export function planUser(row: UserRow, person: Person): Result<Person> {
	const { user } = person;
	const plans = FIELD_GROUPS.map(({ plan }) => plan(row, person));
	const changes = plans.flatMap((plan) => plan.changes);
	const entered = enteredIn(row);
	const isExisting = isLiving(person);
	if (!isExisting) {
		const isLate = hasLeft(row);
		if (!isWritten(row, person)) {
			const outcome = isLate ? 'left' : 'deleted';
			return { outcome, record: user ?? entered, state: person, changed: [], before: {} };
		}
		groupIdOf(row, user);
		const { mail, username } = user ?? entered;
		if (!mail && !username) {
			throw user ? rowError('noIdentity') : rejection('users', 'mailAndUsernameUndefined');
		}
	}
	const state = { ...person, wanted: wantedWith(person, changes) };
	// A manager whose own row fails, or comes later, is not expected.
	if (!isExisting && person.presence.status === 'absent') person.presence.status = 'planned';
	const differing = changes.filter(({ isStored }) => !isStored);
	const names = [...(isExisting ? [] : Object.keys(entered)), ...differing.map(({ name }) => name)];
	const changed = [...new Set(names)];
	const planned = plans.reduce<Person>((known, plan) => ({ ...known, ...plan.state }), state);
	const record = {
		...(!isExisting && entered),
		...planned.user,
		...(user && !isExisting && { status: 'active' }),
	};
	const isMoved = user && !isExisting && entered.mail && !isStored('mail', user.mail, entered.mail);
	const ofExisting = changed.length > 0 ? 'updated' : 'unchanged';
	const ofOthers = user ? 'restored' : 'created';
	return {
		outcome: isExisting ? ofExisting : ofOthers,
		record,
		changed,
		state: { ...planned, user: record },
		before: Object.fromEntries(
			isExisting ? differing.map(({ name, before }) => [name, before]) : [],
		),
		remarks: [...plans.flatMap(({ remarks = [] }) => remarks), ...(isMoved ? [NOT_INVITED] : [])],
		isRemoval: isExisting && isEarlier(planned.user, user),
	};
}

/** Returns true if a user would be deactivated, or deactivated earlier. */
function isEarlier(planned?: IDataObject, user?: IDataObject): boolean {
	const [sent, stored] = [planned, user].map((record) =>
		readServiceTime(record?.toBeDeactivatedAt),
	);
	return sent !== undefined && (stored === undefined || sent < stored);
}

/** Returns the values of a new user, with the address or name that identifies the user. */
export function enteredIn(row: UserRow): Record<string, string> {
	const { who } = row.entry;
	const isField = who !== undefined && who.by !== 'externalId';
	return { ...(isField && { [who.by]: who.value }), ...valuesOf(row.entry.fields, row.directory) };
}

/** Returns the ID of the group that a new user joins. @throws RowError if there is none */
export function groupIdOf({ entry, directory }: UserRow, user?: IDataObject): string {
	if (entry.group === undefined) {
		throw new UserFacingError(
			`The user ${user ? 'is deleted' : 'is new'}, and Group for New Users is empty`,
			'Choose the group that the user should join. To avoid creating users, leave out their rows.',
		);
	}
	return directory.groups.get(entry.group);
}

/** Adds a row's changes to those of earlier rows. @throws UserFacingError if they contradict each other */
function wantedWith({ wanted }: Person, changes: readonly FieldChange[]): Person['wanted'] {
	const all = changes.map(({ name, value }) => [name, value] as const);
	const opposed = all.filter(([name, value]) => {
		const earlier = wanted.get(name) ?? value;
		return earlier !== value && !isStored(name, earlier, value);
	});
	if (opposed.length === 0) return new Map([...wanted, ...all]);
	const names = opposed.map(([name]) => userFieldLabel(name)).join(', ');
	throw rowError('contradiction', `The rows differ in ${names}.`);
}
