import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { userFieldLabel, type GroupRef, type Ref, type UserFields, type Who } from '../form';
import { worded } from '../nodeErrors';
import {
	asProblem,
	changesFor,
	impossible,
	isDeleted,
	isProblem,
	msOf,
	valuesBefore,
	valuesOf,
	type Body,
	type Found,
} from '../people';
import { foldBlanks } from '../values/cells';
import type { Entry, Result, Row } from './operation';
import { refusal } from './refusals';

/** What a run knows about a user. */
export interface Person extends Found {
	/** What earlier items asked for, by field; '' for a field to clear. */
	wanted: Readonly<Record<string, string>>;
}

/** What Create or Update and Update have in common, and what only the former has. */
export interface UserEntry extends Entry {
	fields: UserFields;
	who?: Who;
	group?: GroupRef | undefined;
	deletedUsers?: 'leave' | 'restore';
	options: Entry['options'] & { fieldsToClear: string[] };
}

export interface UpsertEntry extends UserEntry {
	who: Who;
	group: GroupRef | undefined;
	role: string;
	deletedUsers: 'leave' | 'restore';
	options: UserEntry['options'] & {
		sendInvitation: boolean;
		changeLimit: number;
		removalLimit: number;
	};
}

export interface UpdateEntry extends UserEntry {
	user: Ref;
}

/** Returns what would happen to a row's user. @throws Problem if the row is impossible */
export function planUser(row: Row<UserEntry>, person: Person): Result<Person> {
	const { entry } = row;
	const { user } = person;
	const state = { ...person, wanted: wantedWith(row, person) };
	if (user && !isDeleted(user)) return planUpdate(row, user, state);
	const values = enteredIn(row);
	const hasLeft = (entry.fields.lastDay?.endsAt ?? Infinity) <= Date.now();
	if (hasLeft || (user && entry.deletedUsers !== 'restore')) {
		const outcome = hasLeft ? 'left' : 'deleted';
		return { outcome, record: user ?? values, state, changed: [], before: {} };
	}
	groupIdOf(row, user);
	if (!values.mail && !values.username && !user) throw refusal('mailAndUsernameUndefined');
	const record = { ...user, ...(user && { status: 'active' }), ...values };
	const numbers = numberToStore(row, person);
	return {
		...{ outcome: user ? 'restored' : 'created', record },
		state: { ...state, ...numbers, user: record },
		changed: [...Object.keys(values), ...(numbers ? ['externalId'] : [])],
		...{ before: {}, notStored: unresolvedIn(row) },
	};
}

function planUpdate(row: Row<UserEntry>, user: IDataObject, person: Person): Result<Person> {
	const body = bodyFor(row, user);
	const numbers = numberToStore(row, person);
	const changed = [...Object.keys(body), ...(numbers ? ['externalId'] : [])];
	const record = { ...user, ...body };
	const [stored, sent] = [user, body].map(({ toBeDeactivatedAt }) => msOf(toBeDeactivatedAt));
	return {
		...{ outcome: changed.length > 0 ? 'updated' : 'unchanged', record },
		state: { ...person, ...numbers, user: record },
		...{ changed, before: valuesBefore(user, changed, row.timeZone) },
		notStored: unresolvedIn(row),
		isRemoval: sent !== undefined && (stored === undefined || sent < stored),
	};
}

/** Returns the values of a new user, with the address or name that identifies the user. */
export function enteredIn(row: Row<UserEntry>): Record<string, string> {
	const { who } = row.entry;
	const isField = who !== undefined && who.by !== 'externalId';
	return { ...(isField && { [who.by]: who.value }), ...valuesOf(row.entry.fields, row.directory) };
}

/** Returns the ID of the group that a new user joins. @throws Problem if there is none */
export function groupIdOf({ entry, directory }: Row<UserEntry>, user?: IDataObject): string {
	if (entry.group === undefined) {
		throw new UserFacingError(
			`The user ${user ? 'is deleted' : 'is new'}, and Group for New Users is empty`,
			'Choose the group that the user should join. To avoid creating users, leave out their rows.',
		);
	}
	return directory.groups.get(entry.group);
}

/** Returns the number that the platform does not have yet. */
export function numberToStore({ entry, directory }: Row<UserEntry>, { number }: Found) {
	const { who } = entry;
	const isStored = who?.by !== 'externalId' || who.value === number;
	return isStored || directory.reservedPlatforms.has(who.platform)
		? undefined
		: { number: who.value };
}

/** Adds a row's wishes to those of earlier rows. @throws UserFacingError if they contradict each other */
function wantedWith(row: Row<UserEntry>, { wanted }: Person): Person['wanted'] {
	const values = valuesOf(row.entry.fields, row.directory);
	const cleared = row.entry.options.fieldsToClear.filter((name) => !(name in values));
	const all = { ...values, ...Object.fromEntries(cleared.map((name) => [name, ''])) };
	const opposed = Object.entries(all).filter(
		([name, value]) => foldBlanks(wanted[name] ?? value) !== foldBlanks(value),
	);
	if (opposed.length === 0) return { ...wanted, ...all };
	const names = opposed.map(([name]) => userFieldLabel(name)).join(', ');
	throw impossible('contradiction', `The rows differ in ${names}.`);
}

/** Returns what to send to make a user's record what the row asks for. @throws UserFacingError */
export function bodyFor({ entry, directory, timeZone }: Row<UserEntry>, user: IDataObject): Body {
	const { fields, options } = entry;
	const { fieldsToClear } = options;
	const values = valuesOf(fields, directory);
	return changesFor({ values, lastDay: fields.lastDay, fieldsToClear, timeZone }, user, Date.now());
}

/** Returns the field whose group was not found: it costs the row that field only. */
function unresolvedIn({ entry, directory, remarks }: Row<UserEntry>): string[] {
	const { primaryGroup } = entry.fields;
	const error = primaryGroup && directory.groups.idOf(primaryGroup);
	return isProblem(error) ? failedFields(remarks, ['primaryGroupId'], error) : [];
}

/** Remarks on fields that cannot be written even though the row succeeds. */
export function failedFields(remarks: Row['remarks'], names: string[], error: unknown): string[] {
	const { message, description = '' }: Partial<UserFacingError> = worded(asProblem(error));
	const sentence = `${names.map(userFieldLabel).join(', ')} could not be written: ${message}.`;
	remarks.push({ sentence, detail: description, isWarning: true });
	return names;
}
