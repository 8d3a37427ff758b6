import type { Ref } from '../../form';
import {
	isDeleted,
	type CustomValues,
	type Directory,
	type Found,
	type RowError,
} from '../../people';
import type { ByRow, Remark, Row } from '../operation';
import type { UserEntry } from './form';

/** A user, with the values that a run has read and that its items ask for. */
export interface Person extends Found {
	/** What earlier items asked for, by field; '' for a field to clear. */
	wanted: ReadonlyMap<string, string>;
	/** The fields that no row has: their columns may have been renamed, so Fields to Clear keeps them. */
	missing: { fields: readonly string[]; custom: readonly string[] };
	customValues?: CustomValues;
	/** The custom fields that the run has written: the list may lag behind. */
	ownCustomFields?: readonly string[];
	managerIds?: ReadonlySet<string>;
	/** Whether other rows may name the user as a manager. All states of the user share it. */
	presence: {
		/** A key of the user until the run has created the user. */
		id: string;
		/** `planned` if an earlier row creates or restores the user. */
		status: 'absent' | 'planned' | 'present';
	};
	/** The managers that rows name, by `refKey`. */
	managers?: ReadonlyMap<string, Person['presence'] | RowError>;
}

export type UserRow = Row<UserEntry>;

/** A value that a row asks for. */
export interface FieldChange {
	/** The field's name in `changed`. */
	name: string;
	/** '' clears the field. */
	value: string;
	/** The text to send if it differs from the value. */
	sent?: string | undefined;
	isStored: boolean;
	/** The stored value; null if there is none. */
	before: string | null;
}

/** Fields that are written in one request. */
export interface FieldGroup {
	/** Reads what the platform stores. */
	find?: <E extends UserEntry>(
		directory: Directory,
		people: ByRow<E, Person | RowError>,
	) => Promise<ByRow<E, Person | RowError>>;
	/** @throws RowError if the row cannot be carried out */
	plan: (
		row: UserRow,
		person: Person,
	) => {
		changes: readonly FieldChange[];
		/** What the run would then know about the user. */
		state: Partial<Person>;
		remarks?: readonly Remark[];
	};
	/**
	 * Writes what differs.
	 *
	 * @param changes the changes that are not stored; at least one
	 * @returns also the fields that were stored otherwise, and what stopped it halfway, as remarks @throws RowError
	 */
	store: (
		row: UserRow,
		person: Person,
		id: string,
		changes: readonly FieldChange[],
	) => Promise<{ state: Partial<Person>; remarks?: readonly Remark[] }>;
}

/** Returns true for somebody who has an account, or gets one by an earlier row. */
export const isLiving = ({ user }: Found) => user !== undefined && !isDeleted(user);

/** Returns true if a row creates nobody because the last day has passed. */
export const hasLeft = ({ entry: { fields } }: UserRow) =>
	(fields.lastDay?.endsAt ?? Infinity) <= Date.now();

/** Returns true for a deleted user that the row does not restore. */
export const staysDeleted = ({ entry }: UserRow, { user }: Found) =>
	isDeleted(user) && entry.deletedUsers !== 'restore';

/** Returns true for a user whom the row creates, restores, or updates. */
export const isWritten = (row: UserRow, person: Person) =>
	isLiving(person) || !(hasLeft(row) || staysDeleted(row, person));

/** Returns the fields that a row clears if it has no value. */
export function clearedIn({ entry: { fields, options } }: UserRow, { missing }: Person): string[] {
	return options.fieldsToClear.filter((name) => {
		// A group that was not found is a value, although there is nothing to send.
		const hasGroup = name === 'primaryGroupId' && fields.primaryGroup !== undefined;
		return !hasGroup && !missing.fields.includes(name);
	});
}

/** Returns the address or name that finds a row's user; for a personnel number, if nobody has the number. */
export const refOfUser = (row: UserRow): Ref | undefined =>
	row.entry.who?.by === 'externalId' ? refsIn(row)[0] : row.entry.who;

/** Returns the addresses and names of a row's user. */
export function refsIn({ entry: { who, fields } }: UserRow): Ref[] {
	const { mail, username } = fields.texts;
	return [
		...(mail === undefined ? [] : [{ by: 'mail' as const, value: mail }]),
		...(username === undefined ? [] : [{ by: 'username' as const, value: username }]),
		...(who === undefined || who.by === 'externalId' ? [] : [who]),
	];
}
