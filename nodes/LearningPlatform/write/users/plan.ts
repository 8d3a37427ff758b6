import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { impossible, isDeleted, msOf, valuesOf } from '../../people';
import { foldBlanks } from '../../values/cells';
import type { Result } from '../operation';
import { refusal } from '../refusals';
import { customFieldWrites } from './customFields';
import { managerWrites } from './managers';
import { numberWrites } from './numbers';
import { staysDeleted, type FieldGroup, type Person, type UserRow, type Wish } from './person';
import { recordWrites } from './recordFields';
import { failedFields } from './remarks';

/** A user's fields, in the order in which they are written. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
	recordWrites,
	customFieldWrites,
	managerWrites,
	numberWrites,
];

/** Returns what would happen to a row's user. @throws Problem if the row is impossible */
export function planUser(row: UserRow, person: Person): Result<Person> {
	const { entry, remarks } = row;
	const { user } = person;
	const plans = FIELD_GROUPS.map(({ plan }) => plan(row, person));
	const wishes = plans.flatMap((one) => one.wishes);
	const state = { ...person, wanted: wantedWith(person, wishes) };
	const entered = enteredIn(row);
	const isLiving = user !== undefined && !isDeleted(user);
	if (!isLiving) {
		const hasLeft = (entry.fields.lastDay?.endsAt ?? Infinity) <= Date.now();
		if (hasLeft || staysDeleted(row, person)) {
			const outcome = hasLeft ? 'left' : 'deleted';
			return { outcome, record: user ?? entered, state, changed: [], before: {} };
		}
		groupIdOf(row, user);
		const { mail, username } = user ?? entered;
		if (!mail && !username) {
			throw user ? impossible('noIdentity') : refusal('mailAndUsernameUndefined');
		}
	}
	const differing = wishes.filter(({ isStored }) => !isStored);
	const names = [...(isLiving ? [] : Object.keys(entered)), ...differing.map(({ name }) => name)];
	const changed = [...new Set(names)];
	const planned = plans.reduce<Person>((known, one) => ({ ...known, ...one.state }), state);
	const record = {
		...{ ...(!isLiving && entered), ...planned.user },
		...(user && !isLiving && { status: 'active' }),
	};
	const refused = plans.flatMap((one) => one.refused ?? []);
	remarks.push(...plans.flatMap(({ remark }) => remark ?? []));
	const ofExisting = changed.length > 0 ? 'updated' : 'unchanged';
	const ofOthers = user ? 'restored' : 'created';
	return {
		...{ outcome: isLiving ? ofExisting : ofOthers, record, changed },
		state: { ...planned, user: record },
		before: Object.fromEntries(isLiving ? differing.map(({ name, before }) => [name, before]) : []),
		notStored: refused.flatMap(([name, problem]) => failedFields(remarks, [name], problem)),
		isRemoval: isLiving && isEarlier(planned.user, user),
	};
}

/** Returns true if a user would be deactivated, or deactivated earlier. */
function isEarlier(planned: IDataObject | undefined, user: IDataObject): boolean {
	const [sent, stored] = [planned, user].map((one) => msOf(one?.toBeDeactivatedAt));
	return sent !== undefined && (stored === undefined || sent < stored);
}

/** Returns the values of a new user, with the address or name that identifies the user. */
export function enteredIn(row: UserRow): Record<string, string> {
	const { who } = row.entry;
	const isField = who !== undefined && who.by !== 'externalId';
	return { ...(isField && { [who.by]: who.value }), ...valuesOf(row.entry.fields, row.directory) };
}

/** Returns the ID of the group that a new user joins. @throws Problem if there is none */
export function groupIdOf({ entry, directory }: UserRow, user?: IDataObject): string {
	if (entry.group === undefined) {
		throw new UserFacingError(
			`The user ${user ? 'is deleted' : 'is new'}, and Group for New Users is empty`,
			'Choose the group that the user should join. To avoid creating users, leave out their rows.',
		);
	}
	return directory.groups.get(entry.group);
}

/** Adds a row's wishes to those of earlier rows. @throws UserFacingError if they contradict each other */
function wantedWith({ wanted }: Person, wishes: readonly Wish[]): Person['wanted'] {
	const all = Object.fromEntries(wishes.map(({ name, value }) => [name, value]));
	const opposed = Object.entries(all).filter(
		([name, value]) => foldBlanks(wanted[name] ?? value) !== foldBlanks(value),
	);
	if (opposed.length === 0) return { ...wanted, ...all };
	const names = opposed.map(([name]) => userFieldLabel(name)).join(', ');
	throw impossible('contradiction', `The rows differ in ${names}.`);
}
